using System;
using System.Collections.Generic;

namespace PooledAwait.Smoke;

/// <summary>What checks demand.</summary>
internal static class Expectations
{
    /// <exception cref="InvalidOperationException">They are not equal.</exception>
    internal static void Equal<T>(T expected, T actual)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException("expected " + expected + ", got " + actual);
        }
    }

    /// <exception cref="InvalidOperationException">It does not hold.</exception>
    internal static void Require(bool condition)
    {
        if (!condition)
        {
            throw new InvalidOperationException("does not hold");
        }
    }
}

using System;

namespace PooledAwait.Tests;

/// <summary>All of an equatable struct's ways to compare agree.</summary>
internal static class EqualityAssert
{
    internal static void Equal<T>(T left, T right)
        where T : struct, IEquatable<T>
    {
        Assert.True(left.Equals(right));
        Assert.True(left.Equals((object)right));
        Assert.Equal(left.GetHashCode(), right.GetHashCode());
    }

    internal static void NotEqual<T>(T left, T right)
        where T : struct, IEquatable<T>
    {
        Assert.False(left.Equals(right));
        Assert.False(left.Equals((object)right));
        Assert.False(left.Equals(null));
    }
}

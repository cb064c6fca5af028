using System;
using System.Globalization;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>Runs a body for many seeds; a failure names its seed, and the variable that runs it alone.</summary>
internal static class Seeds
{
    internal const string Variable = "POOLEDAWAIT_SEED";

    internal static void ForEach(int count, Action<int> body)
    {
        string? only = Environment.GetEnvironmentVariable(Variable);
        if (only is not null)
        {
            body(unchecked((int)ulong.Parse(only, CultureInfo.InvariantCulture)));
            return;
        }

        int first = Environment.TickCount & 0xFFFFFF;
        for (int seed = first; seed < first + count; seed++)
        {
            try
            {
                body(seed);
            }
            catch (Exception exception)
            {
                throw new XunitException($"With {Variable}={seed}: {exception.Message}", exception);
            }
        }
    }
}

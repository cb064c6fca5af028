using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>Runs a body for many seeds; a failure names its seed, and the variable that runs it alone.</summary>
internal static class Seeds
{
    internal static void ForEach(int count, Action<int> body)
    {
        if (Seed.Given is { } only)
        {
            body(unchecked((int)only));
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
                throw new XunitException($"With {Seed.Variable}={seed}: {exception.Message}", exception);
            }
        }
    }
}

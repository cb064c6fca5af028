namespace PooledAwait.Tests.RuntimeAsync;

/// <summary>What runtime-async leaves alone. A type of its own: .NET 10 loads none with its methods unless it is switched on.</summary>
public static class Methods
{
    public static async PooledValueTask<int> Pooled(PooledValueTask<int> inner) => await inner + 1;

    public static async PooledTask<int> PooledTask(PooledValueTask<int> inner) => await inner + 1;
}

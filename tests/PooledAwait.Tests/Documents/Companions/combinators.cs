// What the snippets of docs/combinators.md refer to, and what runs those that only declare something.
using PooledAwait;
using Xunit;
using static Documents.combinators.Given;

namespace Documents.combinators;

public static class Given
{
    public static async PooledValueTask<int> OneAsync()
    {
        await Task.Yield();
        return 1;
    }

    public static async PooledValueTask<int> TwoAsync()
    {
        await Task.Yield();
        return 2;
    }

    public static async PooledValueTask<string> LoadAsync(int id)
    {
        await Task.Yield();
        return "name" + id;
    }
}

public partial class All
{
    public static async Task Run() => Assert.Equal(3, await BothAsync());
}

public partial class InOrder
{
    public static async Task Run() => Assert.Equal(3, await SumAsync([OneAsync(), TwoAsync()]));
}

public partial class Continuation
{
    public static async Task Run() => Assert.Equal("NAME7", await NameAsync(7));
}

public partial class Outcome
{
    public static async Task Run()
    {
        Assert.Equal("answer 1", await AskAsync(PooledValueTask.FromResult(1)));
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Assert.Equal("late", await AskAsync(source.PooledTask));
        Assert.Equal("canceled", await AskAsync(PooledValueTask.FromCanceled<int>(new CancellationToken(true))));
        Assert.Equal("failed", await AskAsync(PooledValueTask.FromException<int>(new InvalidOperationException())));
    }
}

namespace PooledAwait.Tests.Soak;

/// <summary>Chains of awaits, built link by link, and completed on a thread with a small stack.</summary>
public class ChainTests
{
    private const int Long = 1_000_000;
    private const int Foreign = 100_000;

    /// <summary>What links are, and how many.</summary>
    public enum Kind
    {
        WithResult,
        WithoutResult,
        OfThen,
        AsValueTasks,
        WithTheFrameworksValueTasksInBetween,
        OfPooledTasks,
        OfBodiesThatCompleteTheNextSource,
        OfDelegatesThatCompleteTheNextSource,
    }

    [Theory]
    [InlineData(Kind.WithResult, Long)]
    [InlineData(Kind.WithoutResult, Long)]
    [InlineData(Kind.OfThen, Long)]
    [InlineData(Kind.AsValueTasks, Long)]
    [InlineData(Kind.WithTheFrameworksValueTasksInBetween, Foreign)]
    [InlineData(Kind.OfPooledTasks, Foreign)]
    [InlineData(Kind.OfBodiesThatCompleteTheNextSource, Foreign)]
    [InlineData(Kind.OfDelegatesThatCompleteTheNextSource, Foreign)]
    public void Chain_CompletedOnASmallStack_Completes(Kind kind, int links) => Watchdog.Run(Watchdog.SmallStack, () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Task<int> end = Build(kind, links, source);
        source.SetResult(0);

        // Inside the setter, but where the framework or a nesting trampoline goes to the thread pool.
        Assert.True(end.IsCompleted || links == Foreign);
        Assert.Equal(links, end.GetAwaiter().GetResult());
    });

    [Fact]
    public void FiveThousandLinks_ThatThrow_PassTheExceptionThrough() => Watchdog.Run(Watchdog.SmallStack, () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Task<int> end = Build(Kind.WithResult, 5_000, source);
        TestException exception = new();
        source.SetException(exception);
        Assert.Same(exception, Assert.Throws<TestException>(() => end.GetAwaiter().GetResult()));
    });

    private static Task<int> Build(Kind kind, int links, PooledValueTaskSource<int> source)
    {
        switch (kind)
        {
            case Kind.WithResult:
                return Repeat(source.PooledTask, static task => Await(task)).AsTask();
            case Kind.WithoutResult:
                return WithResult(Repeat(source.PooledTask.Then(static _ => { }), static task => Awaiting.Pass(task)).AsTask());
            case Kind.OfThen:
                return Repeat(source.PooledTask, static task => task.Then(static n => n + 1)).AsTask();
            case Kind.AsValueTasks:
                return Repeat(source.Task, static task => AwaitValueTask(task).AsValueTask()).AsTask();
            case Kind.WithTheFrameworksValueTasksInBetween:
                links /= 2;
                return Repeat(source.PooledTask, static task => AwaitValueTask(Frameworks(task))).AsTask();
            case Kind.OfPooledTasks:
                links--;
                return Repeat(First(source.PooledTask), static task => Link(task)).AsTask();
            case Kind.OfBodiesThatCompleteTheNextSource:
                return Repeat(source, static from =>
                {
                    PooledValueTaskSource<int> to = PooledValueTaskSource<int>.Create();
                    Pass(from, to).Forget();
                    return to;
                }).PooledTask.AsTask();
            default:
                return Repeat(source, static from =>
                {
                    PooledValueTaskSource<int> to = PooledValueTaskSource<int>.Create();
                    from.PooledTask.GetAwaiter().UnsafeOnCompleted(() => to.SetResult(from.PooledTask.GetAwaiter().GetResult() + 1));
                    return to;
                }).PooledTask.AsTask();
        }

        T Repeat<T>(T first, Func<T, T> link)
        {
            for (int i = 0; i < links; i++)
            {
                first = link(first);
            }

            return first;
        }

        async Task<int> WithResult(Task task)
        {
            await task;
            return links;
        }

        static async PooledValueTask<int> Await(PooledValueTask<int> task) => await task + 1;

        static async PooledValueTask<int> AwaitValueTask(ValueTask<int> task) => await task + 1;

        static async ValueTask<int> Frameworks(PooledValueTask<int> task) => await task + 1;

        static async PooledTask<int> First(PooledValueTask<int> task) => await task + 1;

        static async PooledTask<int> Link(PooledTask<int> task) => await task + 1;

        static async PooledValueTask Pass(PooledValueTaskSource<int> from, PooledValueTaskSource<int> to) =>
            to.SetResult(await from.PooledTask + 1);
    }
}

using System.Threading.Tasks;

namespace PooledAwait.Tests.Soak;

/// <summary>Chains of awaits, built link by link, and completed on a thread with a small stack.</summary>
public class ChainTests
{
    private const int Long = 1_000_000;
    private const int Foreign = 100_000;

    [Fact]
    public void MillionLinks_WithResult_CompleteInConstantStack()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = source.PooledTask;
                for (int i = 0; i < Long; i++)
                {
                    task = Link(task);
                }

                source.SetResult(0);
                Assert.True(task.GetAwaiter().IsCompleted);
                Assert.Equal(Long, task.GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);

        static async PooledValueTask<int> Link(PooledValueTask<int> task) => await task + 1;
    }

    [Fact]
    public void MillionLinks_WithoutResult_CompleteInConstantStack()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                PooledValueTask task = source.PooledTask;
                for (int i = 0; i < Long; i++)
                {
                    task = Link(task);
                }

                source.SetResult();
                Assert.True(task.GetAwaiter().IsCompleted);
                task.GetAwaiter().GetResult();
            },
            stackSize: Watchdog.SmallStack);

        static async PooledValueTask Link(PooledValueTask task) => await task;
    }

    [Fact]
    public void MillionLinks_OfThen_CompleteInConstantStack()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = source.PooledTask;
                for (int i = 0; i < Long; i++)
                {
                    task = task.Then(static n => n + 1);
                }

                source.SetResult(0);
                Assert.Equal(Long, task.GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);
    }

    [Fact]
    public void MillionLinks_AsValueTasks_CompleteInConstantStack()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                ValueTask<int> task = source.Task;
                for (int i = 0; i < Long; i++)
                {
                    task = Link(task).AsValueTask();
                }

                source.SetResult(0);
                Assert.True(task.IsCompleted);
                Assert.Equal(Long, task.Result);
            },
            stackSize: Watchdog.SmallStack);

        static async PooledValueTask<int> Link(ValueTask<int> task) => await task + 1;
    }

    [Fact]
    public void LongChain_WithTheFrameworksValueTasksInBetween_Completes()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = source.PooledTask;
                for (int i = 0; i < Foreign / 2; i++)
                {
                    task = Ours(Frameworks(task));
                }

                source.SetResult(0);
                Assert.Equal(Foreign, task.GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);

        static async ValueTask<int> Frameworks(PooledValueTask<int> task) => await task + 1;

        static async PooledValueTask<int> Ours(ValueTask<int> task) => await task + 1;
    }

    [Fact]
    public void LongChain_OfPooledTasks_Completes()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                PooledTask<int> task = First(source.PooledTask);
                for (int i = 1; i < Foreign; i++)
                {
                    task = Link(task);
                }

                source.SetResult(0);
                Assert.Equal(Foreign, task.AsTask().GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);

        static async PooledTask<int> First(PooledValueTask<int> task) => await task + 1;

        static async PooledTask<int> Link(PooledTask<int> task) => await task + 1;
    }

    [Fact]
    public void LongChain_OfBodiesThatCompleteTheNextSource_Completes()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
                PooledValueTaskSource<int> last = first;
                for (int i = 0; i < Foreign; i++)
                {
                    PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
                    Pass(last, next).Forget();
                    last = next;
                }

                first.SetResult(0);
                Assert.Equal(Foreign, last.PooledTask.GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);

        static async PooledValueTask Pass(PooledValueTaskSource<int> from, PooledValueTaskSource<int> to) =>
            to.SetResult(await from.PooledTask + 1);
    }

    [Fact]
    public void LongChain_OfDelegatesThatCompleteTheNextSource_Completes()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
                PooledValueTaskSource<int> last = first;
                for (int i = 0; i < Foreign; i++)
                {
                    PooledValueTaskSource<int> from = last;
                    PooledValueTaskSource<int> to = PooledValueTaskSource<int>.Create();
                    from.PooledTask.GetAwaiter().UnsafeOnCompleted(() => to.SetResult(from.PooledTask.GetAwaiter().GetResult() + 1));
                    last = to;
                }

                first.SetResult(0);
                Assert.Equal(Foreign, last.PooledTask.GetAwaiter().GetResult());
            },
            stackSize: Watchdog.SmallStack);
    }

    [Fact]
    public void FiveThousandLinks_ThatThrow_PassTheExceptionThrough()
    {
        Watchdog.Run(
            () =>
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = source.PooledTask;
                for (int i = 0; i < 5_000; i++)
                {
                    task = Link(task);
                }

                TestException exception = new();
                source.SetException(exception);
                Assert.Same(exception, Assert.Throws<TestException>(() => task.GetAwaiter().GetResult()));
            },
            stackSize: Watchdog.SmallStack);

        static async PooledValueTask<int> Link(PooledValueTask<int> task) => await task + 1;
    }
}

namespace PooledAwait.Tests.Allocation;

/// <summary>Operations that go through the thread pool: the box is its own work item.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class YieldAllocationTests
{
    private static readonly ManualResetEventSlim s_done = new();

    [Fact]
    public void Yield_InPooledValueTasks_AllocatesNothing() => AssertNothing(static () =>
    {
        s_done.Reset();
        Run().Forget();
        s_done.Wait();

        static async PooledValueTask Run()
        {
            for (int i = 0; i < 20; i++)
            {
                await YieldInEachWay();
                if (await YieldTwiceWithResult(i) != i)
                {
                    throw new InvalidOperationException();
                }
            }

            s_done.Set();
        }
    });

    [Fact]
    public void Yield_InPooledTasks_AllocatesTheTaskAlone() => Watchdog.Run(() => Bytes.AssertPerUseInProcess(20 * 72, static () =>
    {
        s_done.Reset();
        Run().Forget();
        s_done.Wait();

        static async PooledValueTask Run()
        {
            for (int i = 0; i < 20; i++)
            {
                _ = await PooledTaskThatYields(1000);
            }

            s_done.Set();
        }
    }));

    [Fact]
    public void ContinuationsAsynchronously_OnTheThreadPool_AllocateNothing() => AssertNothing(static () =>
    {
        s_done.Reset();
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        Run(new PooledValueTask<int>(operation, 0, operation.Token)).Forget();
        operation.TrySucceed(operation.Token, 1);
        s_done.Wait();

        static async PooledValueTask Run(PooledValueTask<int> task)
        {
            await task;
            s_done.Set();
        }
    });

    private static void AssertNothing(Action use) => Watchdog.Run(() => Bytes.AssertPerUseInProcess(0, use));

    private static async PooledValueTask YieldInEachWay()
    {
        await Task.Yield();
        await Task.Yield().ConfigureAwait(true);
        await Task.Yield().ConfigureAwait(false);
    }

    private static async PooledValueTask<int> YieldTwiceWithResult(int value)
    {
        await Task.Yield();
        await Task.Yield();
        return value;
    }

    private static async PooledTask<int> PooledTaskThatYields(int value)
    {
        await Task.Yield();
        await Task.Yield();
        return value;
    }
}

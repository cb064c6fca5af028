using System;

namespace PooledAwait.Tests.Allocation;

/// <summary>The cost of a token's end: one new object for 65,536 uses.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class RetirementAllocationTests
{
    private const int Uses = 65_535;

    [Fact]
    public void Source_FourLives_CostsFourObjects() => AssertOneObjectPerLife(
        static () =>
        {
            PooledValueTaskSource<Source> source = PooledValueTaskSource<Source>.Create();
            source.SetResult(default);
            source.PooledTask.GetAwaiter().GetResult();
        },
        static () => PooledValueTaskSource<Source>.Create());

    [Fact]
    public void Method_FourLives_CostsFourObjects()
    {
        AssertOneObjectPerLife(
            static () =>
            {
                PooledValueTaskSource<MethodSource> source = PooledValueTaskSource<MethodSource>.Create();
                PooledValueTask<Method> task = Wait(source.PooledTask);
                source.SetResult(default);
                task.GetAwaiter().GetResult();
            },
            static () => _ = Wait(PooledValueTaskSource<MethodSource>.Create().PooledTask));

        static async PooledValueTask<Method> Wait(PooledValueTask<MethodSource> task)
        {
            await task;
            return default;
        }
    }

    private static void AssertOneObjectPerLife(Action use, Action drop)
    {
        Watchdog.Run(() =>
        {
            // Otherwise one of the uses may create the pools' timer.
            PoolTrimmer.Begin();

            // What is never consumed comes out of an empty pool.
            drop();
            long before = GC.GetAllocatedBytesForCurrentThread();
            drop();
            long size = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.InRange(size, 24, 400);

            use();
            before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 4 * Uses; i++)
            {
                use();
            }

            Assert.Equal(4 * size, GC.GetAllocatedBytesForCurrentThread() - before);
        });
    }

    private readonly struct Source;

    private readonly struct Method;

    private readonly struct MethodSource;
}

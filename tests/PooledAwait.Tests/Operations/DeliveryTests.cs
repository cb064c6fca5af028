namespace PooledAwait.Tests.Operations;

/// <summary>What a loop delivers to a box: who may take it, when, and where the object goes then.</summary>
public class DeliveryTests
{
    /// <summary>The failure of an awaited ValueTask is thrown in a near frame, as that of a PooledValueTask is.</summary>
    [Theory]
    [Booleans]
    public void Delivered_AFailure_IsThrownThereAndTheObjectGoesBack(bool awaitsValueTask, bool fromAfar) => Watchdog.Run(() =>
    {
        PoolStatistics before = Statistics<Failing>();
        PooledValueTaskSource<Failing> source = PooledValueTaskSource<Failing>.Create();
        PooledValueTask<int> method = HandMadeMethod<Failing>.Call(
            source.PooledTask,
            awaited =>
            {
                Exception? thrown = null;
                Action take = () => thrown = Record.Exception(() => Take(awaited, awaitsValueTask));
                (fromAfar ? () => ThreadStateTests.WithLessStack(take) : take)();
                Assert.IsType<TestException>(thrown);
                Assert.Throws<InvalidOperationException>(() => Take(awaited, awaitsValueTask));
                return 1;
            },
            awaitsValueTask);
        source.TrySetException(new TestException());
        Assert.Equal(1, method.GetAwaiter().GetResult());
        AssertOneUse(before, Statistics<Failing>());
    });

    [Theory]
    [Booleans]
    public void Delivered_TheBoxDoesNotConsume_IsInNoPoolAndConsumedLaterOnce(
        bool onAnotherThread, bool asValueTask, bool awaitsValueTask) => Watchdog.Run(() =>
    {
        PoolStatistics before = Statistics<Unconsumed>();
        PooledValueTaskSource<Unconsumed> source = PooledValueTaskSource<Unconsumed>.Create();
        PooledValueTask<Unconsumed> awaited = source.PooledTask;
        PooledValueTask<int> method = HandMadeMethod<Unconsumed>.Call(awaited, static _ => 1, awaitsValueTask);
        source.SetResult(new(42));
        Assert.Equal(1, method.GetAwaiter().GetResult());
        Assert.True(awaited.GetAwaiter().IsCompleted);
        PooledValueTaskSource<Unconsumed> other = PooledValueTaskSource<Unconsumed>.Create();
        Assert.NotSame(awaited._operation, other.PooledTask._operation);
        other.SetResult(new(43));
        Assert.Equal(43, Take(other.PooledTask).Value);
        On(onAnotherThread, () =>
        {
            Assert.Equal(42, Take(awaited, asValueTask).Value);
            Assert.Throws<InvalidOperationException>(() => Take(awaited, asValueTask));

            // Counts what this thread has returned.
            Pool.GetStatistics();
        });
        Assert.Throws<InvalidOperationException>(() => Take(awaited, asValueTask));
        AssertUses(2, before, Statistics<Unconsumed>());
    });

    [Theory]
    [Booleans]
    public void Delivered_AnotherThreadWantsIt_IsRefusedAndTheBoxGetsIt(
        bool inALoop, bool asValueTask, bool awaitsValueTask) => Watchdog.Run(() =>
    {
        PoolStatistics before = Statistics<Contested>();
        PooledValueTaskSource<Contested> source = PooledValueTaskSource<Contested>.Create();
        PooledValueTask<int> method = HandMadeMethod<Contested>.Call(source.PooledTask, awaited =>
        {
            Exception? refused = null;
            On(true, () =>
            {
                if (inALoop)
                {
                    InLoop(Try);
                }
                else
                {
                    Try();
                }
            });
            Assert.IsType<InvalidOperationException>(refused);
            return Take(awaited, asValueTask).Value;

            void Try() => refused = Record.Exception(() => Take(awaited, asValueTask));
        }, awaitsValueTask);
        source.SetResult(new(42));
        Assert.Equal(42, method.GetAwaiter().GetResult());
        AssertOneUse(before, Statistics<Contested>());
    });

    [Theory]
    [Booleans]
    public void Delivered_ConsumedInsideAnInnerLoop_IsConsumedOnce(
        bool fromAfar, bool asValueTask, bool awaitsValueTask) => Watchdog.Run(() =>
    {
        PoolStatistics before = Statistics<Inner>();
        PooledValueTaskSource<Inner> source = PooledValueTaskSource<Inner>.Create();
        PooledValueTask<int> method = HandMadeMethod<Inner>.Call(source.PooledTask, awaited =>
        {
            int value = 0;
            if (fromAfar)
            {
                ThreadStateTests.WithLessStack(() => InLoop(() => value = Take(awaited, asValueTask).Value));
            }
            else
            {
                InLoop(() => value = Take(awaited, asValueTask).Value);
            }

            Assert.Throws<InvalidOperationException>(() => Take(awaited, asValueTask));
            return value;
        }, awaitsValueTask);
        source.SetResult(new(42));
        Assert.Equal(42, method.GetAwaiter().GetResult());
        AssertOneUse(before, Statistics<Inner>());
    });

    [Theory]
    [Booleans]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Delivered_ConsumedFromAfarAndRentedAgain_TheLoopLeavesTheNextUseAlone(bool awaitsValueTask) => Watchdog.Run(() =>
    {
        PooledValueTaskSource<Again> source = PooledValueTaskSource<Again>.Create();
        PooledValueTaskSource<Again> next = default;
        PooledValueTask<int> nextMethod = default;
        PooledValueTask<int> method = HandMadeMethod<Again>.Call(source.PooledTask, awaited =>
        {
            int value = 0;
            ThreadStateTests.WithLessStack(() => value = Take(awaited).Value);
            next = PooledValueTaskSource<Again>.Create();
            Assert.Same(awaited._operation, next.PooledTask._operation);
            nextMethod = HandMadeMethod<Again>.Call(next.PooledTask, static again => Take(again).Value, awaitsValueTask);
            return value;
        }, awaitsValueTask);
        source.SetResult(new(1));
        Assert.Equal(1, method.GetAwaiter().GetResult());

        // Another one is another object: the loop has not returned what was in use again.
        PooledValueTaskSource<Again> other = PooledValueTaskSource<Again>.Create();
        Assert.NotSame(next.PooledTask._operation, other.PooledTask._operation);
        next.SetResult(new(2));
        Assert.Equal(2, nextMethod.GetAwaiter().GetResult());
        other.SetResult(new(3));
        Assert.Equal(3, Take(other.PooledTask).Value);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Delivered_ABoxConsumedFromAfar_IsAsNewForTheNextMethod() => Watchdog.Run(() =>
    {
        int refusals = 0;
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> box = AddLate(source.PooledTask, new PooledValueTask<int>(0), () => refusals++);
        PooledValueTask<int> method = HandMadeMethod<int>.Call(box, static awaited =>
        {
            int value = 0;
            ThreadStateTests.WithLessStack(() => value = Take(awaited));
            return value;
        });
        source.SetResult(1);
        Assert.Equal(1, method.GetAwaiter().GetResult());

        // The next one's first await is refused: the method still runs where it was called, not in the box it has by now.
        PooledValueTaskSource<int> awaitedAlready = PooledValueTaskSource<int>.Create();
        awaitedAlready.PooledTask.Forget();
        PooledValueTaskSource<int> late = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> next = AddLate(awaitedAlready.PooledTask, late.PooledTask, () => refusals++);
        Assert.Same(box._operation, next._operation);
        late.SetResult(10);
        Assert.Equal(9, next.GetAwaiter().GetResult());
        Assert.Equal(1, refusals);
        awaitedAlready.SetResult(0);
        PoolStatistics statistics =
            Pool.GetStatistics().Single(static pool => pool.Type.Name.Contains(nameof(AddLate), StringComparison.Ordinal));
        Assert.Equal(2, statistics.Rented);
        Assert.Equal(2, statistics.Returned);

        static async PooledValueTask<int> AddLate(PooledValueTask<int> first, PooledValueTask<int> second, Action refused)
        {
            int value;
            try
            {
                value = await first;
            }
            catch (InvalidOperationException)
            {
                refused();
                value = -1;
            }

            return value + await second;
        }
    });

    private static T Take<T>(PooledValueTask<T> task, bool asValueTask = false) =>
        asValueTask ? task.AsValueTask().GetAwaiter().GetResult() : task.GetAwaiter().GetResult();

    /// <summary>Runs an action in the body of a method that is resumed.</summary>
    private static void InLoop(Action action)
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask method = WaitAndCall(source.PooledTask, action);
        source.SetResult();
        method.GetAwaiter().GetResult();

        static async PooledValueTask WaitAndCall(PooledValueTask task, Action action)
        {
            await task;
            action();
        }
    }

    /// <summary>Runs an action to its end, here or on another thread.</summary>
    private static void On(bool anotherThread, Action action)
    {
        if (anotherThread)
        {
            PoolTests.RunOnAnotherThread(action);
        }
        else
        {
            action();
        }
    }

    /// <summary>Of the pool of sources of a type, which should be one test's own.</summary>
    internal static PoolStatistics Statistics<T>() => PoolTests.Statistics<SourceOperation<T>>();

    internal static void AssertOneUse(PoolStatistics before, PoolStatistics after) => AssertUses(1, before, after);

    private static void AssertUses(int uses, PoolStatistics before, PoolStatistics after)
    {
        Assert.Equal(uses, after.Rented - before.Rented);
        Assert.Equal(uses, after.Returned - before.Returned);
        Assert.Equal(0, after.Rejected - before.Rejected);
    }

    // Each test has a pool of its own, to count in.
    private readonly record struct Unconsumed(int Value);

    private readonly record struct Contested(int Value);

    private readonly record struct Inner(int Value);

    private readonly record struct Again(int Value);

    private readonly record struct Failing(int Value);
}

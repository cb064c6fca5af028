using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Tests.Operations;

/// <summary>Loops, and the threads that they belong to.</summary>
public class ThreadStateTests
{
    [Fact]
    public void Loop_OfThisThreadFromAfar_IsOwnedAndNotNear() => Watchdog.Run(() => InLoop(static runner => WithLessStack(() =>
    {
        Assert.True(ThreadState.Current.Owns(runner));
        Assert.False(ThreadState.IsRunBy(runner));
    })));

    [Theory]
    [Booleans]
    public void SetResult_HoweverItEnds_LeavesTheLoopAroundIt(bool inALoop) => Watchdog.Run(() =>
    {
        if (inALoop)
        {
            InLoop(static runner => Check(runner));
        }

        Check(0);

        static void Check(nint around)
        {
            PooledValueTaskSource nobody = PooledValueTaskSource.Create();
            nobody.SetResult();
            Assert.Equal(around, ThreadState.Current.TrampolineId);

            PooledValueTaskSource awaited = PooledValueTaskSource.Create();
            PooledValueTask task = Awaiting.Pass(awaited.PooledTask);
            awaited.SetResult();
            Assert.Equal(around, ThreadState.Current.TrampolineId);

            PooledValueTaskSource throwing = PooledValueTaskSource.Create();
            throwing.PooledTask.GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());
            Assert.Throws<TestException>(throwing.SetResult);
            Assert.Equal(around, ThreadState.Current.TrampolineId);

            PooledValueTaskSource throwingLater = PooledValueTaskSource.Create();
            PooledValueTask last = Awaiting.Pass(throwingLater.PooledTask);
            last.GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());
            Assert.Throws<TestException>(throwingLater.SetResult);
            Assert.Equal(around, ThreadState.Current.TrampolineId);

            // A foreign awaiter's callback begins a loop in another way.
            Action resume = static () => { };
            PooledValueTask foreign = WaitForForeign(new UnsafeAwaitable(action => resume = action));
            foreign.GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());
            Assert.Throws<TestException>(resume);
            Assert.Equal(around, ThreadState.Current.TrampolineId);

            nobody.PooledTask.GetAwaiter().GetResult();
            task.GetAwaiter().GetResult();
            throwing.PooledTask.GetAwaiter().GetResult();
            last.GetAwaiter().GetResult();
            foreign.GetAwaiter().GetResult();
        }

        static async PooledValueTask WaitForForeign(UnsafeAwaitable awaitable) => await awaitable;
    });

    /// <summary>Gives the pool of sources without a result a number of the first page, whichever tests run first.</summary>
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "The number of a pool depends on what the process does first.")]
    internal static void NumberThePool()
    {
        FlowMode.SetSwitches(); // the library reads it at its first operation
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.SetResult();
        source.PooledTask.GetAwaiter().GetResult();
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Magazines_AreTheThreadsOwn() => Watchdog.Run(() =>
    {
        PoolTrimmer.Begin();
        Use();
        Magazine?[] here = ThreadState.Current.FirstPage;
        Assert.NotEmpty(here);
        PoolTests.RunOnAnotherThread(() =>
        {
            Assert.Empty(ThreadState.Current.FirstPage);
            Use();
            Assert.NotSame(here, ThreadState.Current.FirstPage);
        });
        Assert.Same(here, ThreadState.Current.FirstPage);

        static void Use()
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            source.SetResult();
            source.PooledTask.GetAwaiter().GetResult();
            PooledValueTaskSource next = PooledValueTaskSource.Create();
            Assert.Same(source.PooledTask._operation, next.PooledTask._operation);
        }
    });

    [Fact]
    public void ExitLoop_OfAnInnerLoop_TheOuterOneRunsOn() => Watchdog.Run(() => InLoop(static outer =>
    {
        InLoop(inner => Assert.True(inner < outer));
        Assert.Equal(outer, ThreadState.Current.TrampolineId);
        WithLessStack(() => InLoop(inner => Assert.True(inner < outer)));
        Assert.Equal(outer, ThreadState.Current.TrampolineId);
        Assert.True(ThreadState.IsRunBy(outer));
    }));

    [Fact]
    public void Owns_LoopsFromTheLowestToTheHighest_All() => Watchdog.Run(() =>
    {
        // The lowest first, and then one above it: what is known of the stack grows both ways.
        nint lowest = 0;
        WithLessStack(() => InLoop(runner => lowest = runner));
        InLoop(highest =>
        {
            Assert.True(highest > lowest);
            ThreadState thread = ThreadState.Current;
            Assert.True(thread.Owns(lowest));
            Assert.True(thread.Owns(highest));
            Assert.True(thread.Owns(lowest + ((highest - lowest) / 2)));
            Assert.False(thread.Owns(lowest - 1));
            Assert.False(thread.Owns(highest + 1));
        });
    });

    [Fact]
    public void EnterFirstLoop_BelowAll_IsOwned() => Watchdog.Run(() =>
    {
        ThreadState thread = ThreadState.Current;
        thread.EnterTrampoline(StackPosition.Here, out nint outer);
        Assert.Equal(0, outer);
        nint runner = thread.TrampolineId;
        Assert.True(thread.Owns(runner));
        WithLessStack(() =>
        {
            thread.EnterTrampoline(StackPosition.Here, out nint first);
            Assert.Equal(runner, first);
            Assert.True(thread.Owns(thread.TrampolineId));
            thread.ExitTrampoline(first);
        });
        Assert.Equal(runner, thread.TrampolineId);
        thread.ExitTrampoline(outer);
        Assert.Equal(0, thread.TrampolineId);
    });

    [Theory]
    [InlineData(Watchdog.TinyStack)]
    [InlineData(Watchdog.SmallStack)]
    public void TryEnterLoop_EverLessStack_IsRefusedInTime(int stackSize) => Watchdog.Run(stackSize, () =>
    {
        ThreadState thread = ThreadState.Current;
        List<nint> entered = [];
        nint refused = Descend(thread, entered);
        Assert.NotEmpty(entered);
        Assert.NotEqual(0, refused);
        Assert.All(entered, position => Assert.True(thread.Owns(position)));
        Assert.False(thread.Owns(refused));
        Assert.Equal(0, thread.TrampolineId);

        // What was allowed once is allowed again, and no more.
        int before = entered.Count;
        entered.Clear();
        Assert.Equal(refused, Descend(thread, entered));
        Assert.Equal(before, entered.Count);
    });

    /// <returns>The position that was refused.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint Descend(ThreadState thread, List<nint> entered)
    {
        Span<byte> frame = stackalloc byte[1024];
        frame[0] = 1;
        nint position = StackPosition.Here;
        if (!thread.TryEnterTrampoline(position, out nint outer))
        {
            return position;
        }

        Assert.Equal(entered.Count == 0 ? 0 : entered[^1], outer);
        entered.Add(position);
        nint refused = Descend(thread, entered);
        thread.ExitTrampoline(outer);
        Assert.Equal(1, frame[0]);
        return refused;
    }

    /// <summary>Runs an action below a loop's frame, and tells it the loop.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void InLoop(Action<nint> action)
    {
        ThreadState thread = ThreadState.Current;
        Assert.True(thread.TryEnterTrampoline(StackPosition.Here, out nint outer));
        try
        {
            action(thread.TrampolineId);
        }
        finally
        {
            thread.ExitTrampoline(outer);
        }
    }

    /// <summary>Runs an action so far below that no loop above is near.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void WithLessStack(Action action)
    {
        Span<byte> gap = stackalloc byte[64 * 1024];
        gap[0] = 1;
        action();
        Assert.Equal(1, gap[0]);
    }
}

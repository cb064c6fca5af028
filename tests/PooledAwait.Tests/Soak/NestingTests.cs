using System.Runtime.ExceptionServices;

namespace PooledAwait.Tests.Soak;

/// <summary>Bodies that complete what others await, so that loops run inside loops, even with little stack.</summary>
public class NestingTests
{
    private const int Deep = 5_000;

    [Fact]
    public void SetException_WhereTheStackIsShort_KeepsTheStackTraceForTheWaiterThatIsQueued() => Watchdog.Run(Watchdog.TinyStack, () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        using ManualResetEventSlim resumed = new();
        task._operation!.Register(new SignalingWaiter(resumed), task._token);
        DescendAndAct(() => source.SetException(new TimeoutException()));
        resumed.Wait();
        Assert.IsType<ExceptionDispatchInfo>(task._operation.Consume(task._token, out _));
    });

    [Fact]
    public void Bodies_WithoutFlow_EachCompletesTheNextSource_NoRoundTakesMoreStack()
    {
        // Each body goes on in a context that can only be run in, which takes a frame more. Rounds begin in different places, so
        // that one which goes a little deeper than it may shows in those that follow.
        const int Rounds = 2_500;
        InManyPlaces(Rounds, static () => RunChain(links: 1_500, local: null, withValues: false));
    }

    [Fact]
    public void Continuations_WithoutFlow_EachCompletesTheNextSource_TakeWhatWasHandedToThem()
    {
        // Those for which there is no room go on as work items: what the loop has handed to them must be theirs until then.
        // Rounds begin in different places, so that now this loop finds no room and now that.
        const int Rounds = 500;
        const int Links = 500;
        InManyPlaces(Rounds, Run);

        static void Run()
        {
            int strangers = 0;
            PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[Links + 1];
            sources[0] = PooledValueTaskSource<int>.Create();
            for (int i = 0; i < Links; i++)
            {
                int own = i;
                sources[i + 1] = PooledValueTaskSource<int>.Create();
                sources[i].PooledTask.Then(value =>
                {
                    if (value != own)
                    {
                        Interlocked.Increment(ref strangers);
                    }

                    using (ExecutionContext.SuppressFlow())
                    {
                        sources[own + 1].SetResult(own + 1);
                    }

                    // What has come back too early would be this.
                    PooledValueTaskSource<int> other = PooledValueTaskSource<int>.Create();
                    other.SetResult(-1);
                    other.PooledTask.GetAwaiter().GetResult();
                }).Forget();
            }

            sources[0].SetResult(0);
            Assert.Equal(Links, sources[Links].PooledTask.GetAwaiter().GetResult());
            Assert.Equal(0, strangers);
        }
    }

    [Theory]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    [Booleans]
    public void Bodies_WithoutFlow_EachCompletesTheNextSource_GoOnInTheirOwnContexts(bool withValues)
    {
        // Those for which there is no room go on as work items: their contexts must come along.
        AsyncLocal<int> local = new();
        Watchdog.Run(() => RunChain(Deep, local, withValues), stackSize: Watchdog.TinyStack);
    }

    [Theory]
    [Booleans]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Method_CompletedWithoutFlowWhereTheStackEnds_GoesOnInItsContextWithItsResult(bool asContinuation)
    {
        // In a few of these places a trampoline has room, and the one that it needs inside ExecutionContext.Run has not: the method becomes
        // a work item.
        const int Places = 20_000;
        int thread = 0;
        int elsewhere = 0;
        int resumed = 0;
        int wrong = 0;
        int current = 0;
        bool[] isResumed = new bool[Places];

        // The thread that completes goes on when the method has run: the work item gets there first.
        AsyncLocal<int> local = new(change => _ = change is { ThreadContextChanged: true, PreviousValue: 7, CurrentValue: 0 }
            && Environment.CurrentManagedThreadId == thread
            && SpinWait.SpinUntil(() => Volatile.Read(ref isResumed[current]), TimeSpan.FromSeconds(10)));
        Watchdog.Run(Watchdog.TinyStack, () =>
        {
            thread = Environment.CurrentManagedThreadId;
            PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[Places];
            local.Value = 7;
            for (int i = 0; i < Places; i++)
            {
                int own = i;
                sources[i] = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = sources[i].PooledTask;
                if (asContinuation)
                {
                    task.Then(value => Look(value, own)).Forget();
                }
                else
                {
                    LookAsync(task, own).Forget();
                }
            }

            local.Value = 0;
            using (ExecutionContext.SuppressFlow())
            {
                Descend(0, below: 0);
            }

            for (current = 0; current < Places; current++)
            {
                sources[current].TrySetResult(current);
            }

            // Small frames, so that no place is left out; some more below the first place without room.
            void Descend(int level, int below)
            {
                current = level;
                sources[level].SetResult(level);
                below += RuntimeHelpers.TryEnsureSufficientExecutionStack() ? 0 : 1;
                if (below < 100)
                {
                    Descend(level + 1, below);
                }

                // No tail call, which would be a loop.
                GC.KeepAlive(sources);
            }
        });
        Watchdog.WaitFor(() => Volatile.Read(ref resumed) == Places, $"{resumed} of {Places}");
        Assert.Equal(0, wrong);
        Assert.NotEqual(0, elsewhere);
        Assert.NotEqual(Places, elsewhere);

        async PooledValueTask LookAsync(PooledValueTask<int> task, int own)
        {
            int value;
            try
            {
                value = await task;
            }
            catch (InvalidOperationException)
            {
                value = -1;
            }

            Look(value, own);
        }

        void Look(int value, int own)
        {
            if (value != own || local.Value != 7)
            {
                Interlocked.Increment(ref wrong);
            }

            if (Environment.CurrentManagedThreadId != thread)
            {
                Interlocked.Increment(ref elsewhere);
            }

            Volatile.Write(ref isResumed[own], true);
            Interlocked.Increment(ref resumed);
        }
    }

    [Theory]
    [InlineData(Watchdog.TinyStack)]
    [InlineData(0)]
    public void Body_ResumedAgainInsideItsOwnBody_GoesOnThere(int stackSize)
    {
        // Each step's source is completed inside another body, below the loop that runs it; the loops above go on after it.
        Watchdog.Run(stackSize, () =>
        {
            PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<int> third = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> sum = Sum(first.PooledTask, second.PooledTask, third.PooledTask);
            PooledValueTask<int> pass = Pass(second, third, Later(first));
            Assert.Equal(6, sum.GetAwaiter().GetResult());
            Assert.Equal(1, pass.GetAwaiter().GetResult());
        });

        static async PooledValueTask<int> Sum(PooledValueTask<int> first, PooledValueTask<int> second, PooledValueTask<int> third) =>
            await first + await second + await third;

        static async PooledValueTask<int> Pass(
            PooledValueTaskSource<int> second, PooledValueTaskSource<int> third, PooledValueTask<int> task)
        {
            int value = await task;
            second.SetResult(2);
            third.SetResult(3);
            return value;
        }

        static async PooledValueTask<int> Later(PooledValueTaskSource<int> first)
        {
            await Task.Yield();
            first.SetResult(1);
            return 1;
        }
    }

    /// <summary>Completes a chain of bodies, each of which completes the next one's source without flow.</summary>
    /// <param name="local">What each body must find as it was when the body was called; null if nobody looks.</param>
    /// <param name="withValues">Whether that is another value for each.</param>
    private static void RunChain(int links, AsyncLocal<int>? local, bool withValues)
    {
        int strangers = 0;
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> last = first;
        for (int i = 1; i <= links; i++)
        {
            if (withValues)
            {
                local!.Value = i;
            }

            PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
            Pass(last.PooledTask, next, local?.Value).Forget();
            last = next;
        }

        local?.Value = -1;
        first.SetResult(0);
        Assert.Equal(links, last.PooledTask.GetAwaiter().GetResult());
        Assert.Equal(0, strangers);
        Assert.Equal(local is null ? null : -1, local?.Value);

        async PooledValueTask Pass(PooledValueTask<int> from, PooledValueTaskSource<int> to, int? own)
        {
            int value = await from;
            if (local?.Value != own)
            {
                Interlocked.Increment(ref strangers);
            }

            // What is queued in another context must not go on in that.
            local?.Value = -2;
            AsyncFlowControl flow = ExecutionContext.SuppressFlow();
            to.SetResult(value + 1);
            flow.Undo();
        }
    }

    /// <summary>Runs rounds on a small stack, each of which begins in another place of it.</summary>
    private static void InManyPlaces(int rounds, Action run)
    {
        Watchdog.Run(Watchdog.TinyStack, () =>
        {
            Random random = new(1);
            for (int round = 0; round < rounds; round++)
            {
                Below(16 * random.Next(256), run);
            }
        });

        static void Below(int offset, Action run)
        {
            Span<byte> gap = stackalloc byte[offset + 1];
            gap[0] = 1;
            run();
            Assert.Equal(1, gap[0]);
        }
    }

    /// <summary>Acts where the runtime says that the stack is short.</summary>
    private static void DescendAndAct(Action act)
    {
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            DescendAndAct(act);
        }
        else
        {
            act();
        }

        GC.KeepAlive(act);
    }

    /// <summary>Takes no result when it is resumed.</summary>
    private sealed class SignalingWaiter(ManualResetEventSlim resumed) : Operation(OperationPool.None)
    {
        internal override Operation? ResumeWaiter(ThreadState thread)
        {
            resumed.Set();
            return null;
        }
    }
}

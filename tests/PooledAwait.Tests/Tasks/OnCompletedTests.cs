namespace PooledAwait.Tests.Tasks;

/// <summary>OnCompleted and UnsafeOnCompleted by hand, on a task that is complete: the framework's awaiter is the specification.</summary>
public sealed class OnCompletedTests
{
    /// <summary>What a callback is registered with.</summary>
    public enum How
    {
        /// <summary>GetAwaiter().OnCompleted.</summary>
        Safe,

        /// <summary>GetAwaiter().UnsafeOnCompleted.</summary>
        Unsafe,

        /// <summary>ConfigureAwait(false).GetAwaiter().OnCompleted.</summary>
        SafeWithoutContext,

        /// <summary>ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted.</summary>
        UnsafeWithoutContext,
    }

    public static TheoryData<How, bool, bool> Cases
    {
        get
        {
            TheoryData<How, bool, bool> cases = [];
            foreach (How how in Enum.GetValues<How>())
            {
                foreach (bool withResult in (bool[])[false, true])
                {
                    foreach (bool onScheduler in (bool[])[false, true])
                    {
                        cases.Add(how, withResult, onScheduler);
                    }
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void OnCompleted_OfATaskCompleteFromTheStart_CallsBackAsTheFrameworks(How how, bool withResult, bool onScheduler) =>
        Watchdog.Run(() =>
    {
        string framework = Where(onScheduler, continuation => Register(how, withResult, ours: false, continuation));
        string ours = Where(onScheduler, continuation => Register(how, withResult, ours: true, continuation));

        Assert.Equal(framework, ours);
    });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Await_OfATaskCompleteFromTheStart_ByCodeThatDoesNotAsk_GoesOnInThePlace(bool onScheduler) => Watchdog.Run(() =>
    {
        string where = Where(onScheduler, continuation => _ = HandMadeMethod<int>.Call(
            new PooledValueTask<int>(5),
            task =>
            {
                continuation();
                return task.GetAwaiter().GetResult();
            }));

        // The framework's Task, which queues to the scheduler, flows the context itself.
        Assert.Equal(
            onScheduler ? "local 7, no context, the scheduler" : FlowMode.IsOn ? "local 7, the context" : "local 0, the context", where);
    });

    private static void Register(How how, bool withResult, bool ours, Action continuation)
    {
        bool captures = how is How.Safe or How.Unsafe;
        ICriticalNotifyCompletion awaiter = (withResult, ours) switch
        {
            (false, false) => default(ValueTask).ConfigureAwait(captures).GetAwaiter(),
            (true, false) => new ValueTask<int>(5).ConfigureAwait(captures).GetAwaiter(),
            (false, true) => captures ? default(PooledValueTask).GetAwaiter() : default(PooledValueTask).ConfigureAwait(false).GetAwaiter(),
            (true, true) =>
                captures ? new PooledValueTask<int>(5).GetAwaiter() : new PooledValueTask<int>(5).ConfigureAwait(false).GetAwaiter(),
        };
        if (how is How.Safe or How.SafeWithoutContext)
        {
            awaiter.OnCompleted(continuation);
        }
        else
        {
            awaiter.UnsafeOnCompleted(continuation);
        }
    }

    /// <summary>Where a callback runs that is registered in a context, or on a scheduler, with a value.</summary>
    private static string Where(bool onScheduler, Action<Action> register)
    {
        string? where = null;
        AsyncLocal<int> local = new();
        Scheduler scheduler = new();
        Place context = new();
        Thread thread = new(() =>
        {
            local.Value = 7;
            if (onScheduler)
            {
                Task.Factory.StartNew(Begin, CancellationToken.None, TaskCreationOptions.None, scheduler).GetAwaiter().GetResult();
            }
            else
            {
                SynchronizationContext.SetSynchronizationContext(context);
                Begin();
            }
        });
        thread.UnsafeStart();
        thread.Join();
        Watchdog.WaitFor(() => Volatile.Read(ref where) is not null, "the callback");
        return where!;

        void Begin() => register(() => Volatile.Write(
            ref where,
            $"local {local.Value}, {(SynchronizationContext.Current == context ? "the context" : "no context")}"
            + (SynchronizationContext.Current == context ? "" : TaskScheduler.Current == scheduler ? ", the scheduler"
                : ", no scheduler")));
    }

    private sealed class Place : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state) => ThreadPool.UnsafeQueueUserWorkItem(
            _ =>
            {
                SetSynchronizationContext(this);
                d(state);
            },
            null);
    }

    private sealed class Scheduler : TaskScheduler
    {
        protected override void QueueTask(Task task) => ThreadPool.UnsafeQueueUserWorkItem(_ => TryExecuteTask(task), null);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}

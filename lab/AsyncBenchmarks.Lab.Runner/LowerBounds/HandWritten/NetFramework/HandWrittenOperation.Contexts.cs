using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <content>
/// Contexts can't be restored, only be run in, and the public capture makes a copy. The framework's own builders have another one,
/// which has the default context at hand. So each operation has such a builder, whose state machine it is. The builder gives
/// an awaiter a delegate that resumes the operation in the captured context, and always the same one in the default context.
/// </content>
internal abstract partial class HandWrittenOperation : IAsyncStateMachine
{
    private static readonly WaitCallback s_run = static operation => Run(Unsafe.As<HandWrittenOperation>(operation), awaited: null);

    /// <summary>Not from its Create, which would tell the SynchronizationContext of an operation that never ends.</summary>
    private AsyncVoidMethodBuilder _builder;

    private bool _hasBuilder;

    /// <summary>The delegate for the default context; null if this was in another one when it was first suspended.</summary>
    private Action? _inDefaultContext;

    /// <summary>Of what is suspended: resumes it in its context; null if its flow was suppressed.</summary>
    private Action? _inContext;

    /// <summary>Of what is being resumed: by which thread.</summary>
    private Step? _step;

    /// <summary>Of what is being resumed: what was awaited.</summary>
    private HandWrittenOperation? _awaited;

    /// <summary>Remembers the context in which this goes on, as the framework does at each await.</summary>
    public void CaptureContext()
    {
        if (!_hasBuilder)
        {
            Prepare();
        }

        Action action = Capture();

        // In the default context flow isn't suppressed: that would be another context.
        _inContext = ReferenceEquals(action, _inDefaultContext) || !ExecutionContext.IsFlowSuppressed() ? action : null;
    }

    /// <summary>Lets this go on in the thread pool, in a work item of its.</summary>
    public void Queue() => ThreadPool.UnsafeQueueUserWorkItem(s_run, this);

    /// <summary>Called in the context.</summary>
    void IAsyncStateMachine.MoveNext()
    {
        Step step = _step!;
        step.Complete = Resume(_awaited, step.Lists);
    }

    void IAsyncStateMachine.SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <summary>Resumes what awaited; the caller's contexts are as before when this returns.</summary>
    protected static void Run(HandWrittenOperation continuation, HandWrittenOperation? awaited)
    {
        Step step = Step.Current;

        // Put back, for the handlers of AsyncLocals: they run around what follows, and may come through here.
        HandWrittenOperation? outer = step.Complete;
        HandWrittenOperation? resumed = continuation;
        do
        {
            if (resumed.IsShared)
            {
                // It can't keep who resumes it, and needs no context.
                awaited = resumed.Resume(awaited, step.Lists);
            }
            else
            {
                awaited = ResumeInContext(resumed, awaited, step);
            }

            resumed = awaited?.Publish();
        }
        while (resumed is not null);

        step.Complete = outer;
    }

    private static HandWrittenOperation? ResumeInContext(HandWrittenOperation resumed, HandWrittenOperation? awaited, Step step)
    {
        Action? inContext = resumed._inContext;
        resumed._inContext = null;
        resumed._step = step;
        resumed._awaited = awaited;
        if (inContext is not null)
        {
            inContext();
        }
        else
        {
            RunInCompleters(resumed);
        }

        return step.Complete;
    }

    /// <summary>Nothing has flowed: goes on in what the completer has, and undoes what it changes there.</summary>
    private static void RunInCompleters(HandWrittenOperation resumed)
    {
        Scope scope = new(resumed);
        default(AsyncTaskMethodBuilder).Start(ref scope);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once in an operation's life
    private void Prepare()
    {
        _hasBuilder = true;
        _builder.SetStateMachine(this);
        Action first = Capture();

        // The one for another context is made anew each time.
        if (ReferenceEquals(first, Capture()))
        {
            _inDefaultContext = first;
        }
    }

    private Action Capture()
    {
        Receiver receiver = default;
        Scope unused = default;
        _builder.AwaitUnsafeOnCompleted(ref receiver, ref unused);
        return receiver.Action!;
    }

    /// <summary>The state of a thread that resumes operations.</summary>
    private sealed class Step
    {
        [ThreadStatic]
        private static Step? t_current;

        public readonly HandWrittenPool.FreeList[] Lists = HandWrittenPool.Current;

        /// <summary>The resumed operation, while its result is written.</summary>
        public HandWrittenOperation? Complete;

        public static Step Current => t_current ??= new Step();
    }

    /// <summary>An awaiter that does nothing but look at what it is given.</summary>
    private struct Receiver : ICriticalNotifyCompletion
    {
        public Action? Action;

        public void OnCompleted(Action continuation) => Action = continuation;

        public void UnsafeOnCompleted(Action continuation) => Action = continuation;
    }

    /// <summary>Resumes behind the framework's guard.</summary>
    private readonly struct Scope(HandWrittenOperation resumed) : IAsyncStateMachine
    {
        public void MoveNext() => ((IAsyncStateMachine)resumed).MoveNext();

        public void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}

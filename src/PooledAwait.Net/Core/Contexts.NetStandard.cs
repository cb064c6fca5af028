using System.Runtime.InteropServices;

namespace PooledAwait;

/// <summary>The contexts around a <see cref="Trampoline"/>, where the library can't restore an ExecutionContext: the framework runs each
/// waiter in its context, and then puts the thread's own back.</summary>
[SuppressMessage("Performance", "CA1822", Justification = ".NET's needs the instance.")]
internal readonly struct ContextFrame
{
    internal static ContextFrame Enter(ThreadState thread) => default;

    /// <summary>Captures nothing. Returns false to have the framework guard the contexts; true if no context flows.</summary>
    internal static bool TryEnter(out ContextFrame frame)
    {
        frame = default;
        return !ExecutionContextFlow.IsEnabled;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal Operation? Resume(IWaiter waiter, ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return Cast.To<Operation>(waiter).ResumeWaiter(thread);
        }

        return CapturedContext.Resume(Cast.To<Operation>(waiter).TakeContext(), waiter, thread);
    }

    internal void Exit()
    {
    }
}

internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    internal void CaptureContext(ThreadState thread)
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            // Release: a thread in GetStatus with the token of the use before, which sees this, must see that its use has ended.
            Volatile.Write(ref _contextOrFailure, CapturedContext.Capture(thread));
        }
    }

    /// <summary>Resumes a waiter inside its context. What it completes is published there too, because a callback without a context of its
    /// own runs in this one, as from the framework's builders. What the trampoline must publish is returned.</summary>
    internal static Operation? ResumeInContext(IWaiter waiter, ThreadState thread)
    {
        Operation? completed = Cast.To<Operation>(waiter).ResumeWaiter(thread);
        if (completed is null)
        {
            return null;
        }

        int word = completed.Word;
        if ((word & StateWord.Awaited) == 0 || completed.IsResumedHere(word))
        {
            return completed;
        }

        IWaiter? following = completed.Complete(thread);
        Debug.Assert(following is null, "an operation has one awaiter, and the trampoline doesn't resume this one");
        return null;
    }
}

/// <summary>Captures ExecutionContexts where <see cref="ExecutionContext.Capture"/> copies. There the framework's async builders use
/// another capture, which is not public and does not copy the default context; so one of them captures here. It gives its awaiter a
/// delegate that runs the builder's state machine in the captured context, always the same one for the default context. The state machine
/// resumes the waiter in <see cref="ThreadState.Step"/>.</summary>
internal static class CapturedContext
{
    /// <summary>How many times a thread copies its context before it tests again whether that is the default one.</summary>
    private const int Copies = 15;

    private static readonly ContextCallback s_step = Step;

    /// <summary>Whether each of the builder's delegates holds a context, as in .NET Framework and Mono. From .NET Core 2.1 on, a builder
    /// has one delegate for all its awaits, and Capture returns a reference.</summary>
    private static readonly bool s_isByBuilder =
        RuntimeInformation.FrameworkDescription is { } name
        && (name.StartsWith(".NET Framework", StringComparison.Ordinal) || name.StartsWith("Mono", StringComparison.Ordinal));

    /// <summary>A builder that made its delegate for the default context. Captures no longer change it, so all threads share it.</summary>
    private static SharedBuilder? s_builder;

    /// <summary>Captures the thread's context: an <see cref="Action"/> that resumes <see cref="ThreadState.Step"/> in it, or an
    /// <see cref="ExecutionContext"/>; null if its flow is suppressed.</summary>
    internal static object? Capture(ThreadState thread)
    {
        SharedBuilder? shared = Volatile.Read(ref s_builder);
        if (shared is null || thread.CopiesToCome != 0)
        {
            return CaptureSlow(thread);
        }

        Action? action = Capture(ref shared.Builder);
        return ReferenceEquals(action, shared.DefaultAction) ? action : CaptureOther(thread, action);
    }

    /// <summary>Resumes a waiter in what was captured. Where the flow was suppressed at the await, that is the current context, as for the
    /// framework's waiters: the framework's own guard is around it.</summary>
    internal static Operation? Resume(object? context, IWaiter waiter, ThreadState thread)
    {
        // The field is put back at the end, because handlers of AsyncLocals run around the state machine and may come through here.
        Operation? outer = thread.Step;
        thread.Step = Cast.To<Operation>(waiter);
        try
        {
            if (context is Action resumeStep)
            {
                resumeStep();
            }
            else if (context is null)
            {
                StepMachine step = default;
                default(AsyncTaskMethodBuilder).Start(ref step);
            }
            else
            {
                RunStep((ExecutionContext)context, thread);
            }
        }
        catch
        {
            // Not a finally block, which would be a call on Mono.
            thread.Step = outer;
            throw;
        }

        Operation? completed = thread.Step;
        thread.Step = outer;
        return completed;
    }

    private static void RunStep(ExecutionContext context, ThreadState thread)
    {
        SynchronizationContext? outer = thread.StepSynchronizationContext;
        thread.StepSynchronizationContext = SynchronizationContext.Current;
        try
        {
            ExecutionContext.Run(context, s_step, thread);
        }
        finally
        {
            thread.StepSynchronizationContext = outer;
        }
    }

    private static void Step(object? state)
    {
        ThreadState thread = (ThreadState)state!;

        // The captured context may bring its SynchronizationContext along; the framework's builders leave the thread's in place.
        SynchronizationContext? synchronizationContext = thread.StepSynchronizationContext;
        if (!ReferenceEquals(synchronizationContext, SynchronizationContext.Current))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        ResumeStep(thread);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    private static void ResumeStep(ThreadState thread) => thread.Step = Operation.ResumeInContext(Cast.To<IWaiter>(thread.Step!), thread);

    /// <summary>The context was not the default one: the next ones probably aren't either, and copies are smaller than delegates.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // once in many times
    private static Action? CaptureOther(ThreadState thread, Action? action)
    {
        thread.CopiesToCome = Copies;
        return ExecutionContext.IsFlowSuppressed() ? null : action;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // most awaits capture the default context
    private static object? CaptureSlow(ThreadState thread)
    {
        if (thread.CopiesToCome == 0 && s_isByBuilder)
        {
            return CaptureFirst(thread);
        }

        ExecutionContext? context = ExecutionContext.Capture();
        if (context is not null && thread.CopiesToCome != 0)
        {
            thread.CopiesToCome--;
        }

        return context;
    }

    private static Action? CaptureFirst(ThreadState thread)
    {
        // A builder of this thread's own, because a capture may still change it. Not made by Create, which would tell the
        // SynchronizationContext of an operation, and nothing would tell it of the end.
        AsyncVoidMethodBuilder builder = default;
        builder.SetStateMachine(default(StepMachine));
        Action? action = Capture(ref builder);
        if (action is null || !ReferenceEquals(action, Capture(ref builder)))
        {
            return CaptureOther(thread, action);
        }

        Volatile.Write(ref s_builder, new SharedBuilder(builder, action));
        return action;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    private static Action? Capture(ref AsyncVoidMethodBuilder builder)
    {
        Receiver receiver = default;
        StepMachine stateMachine = default;
        builder.AwaitUnsafeOnCompleted(ref receiver, ref stateMachine);
        return receiver.Action;
    }

    /// <summary>An awaiter that keeps its continuation and does nothing with it.</summary>
    private struct Receiver : ICriticalNotifyCompletion
    {
        internal Action? Action;

        public void OnCompleted(Action continuation) => Action = continuation;

        public void UnsafeOnCompleted(Action continuation) => Action = continuation;
    }

    /// <summary>The work of the delegates: the waiter in <see cref="ThreadState.Step"/>.</summary>
    private struct StepMachine : IAsyncStateMachine
    {
        public readonly void MoveNext()
        {
            ThreadState thread = ThreadState.Current;
            ResumeStep(thread);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    private sealed class SharedBuilder(AsyncVoidMethodBuilder builder, Action defaultAction)
    {
        internal readonly Action DefaultAction = defaultAction;
        internal AsyncVoidMethodBuilder Builder = builder;
    }
}

/// <content>How a waiter gets into a captured context, by a delegate that takes no argument and returns nothing.</content>
internal sealed partial class ThreadState
{
    /// <summary>Before the delegate: the waiter to resume. After it: what <see cref="Operation.ResumeInContext"/> returned. One field,
    /// because both must be put back.</summary>
    internal Operation? Step;

    /// <summary>Before a call of <see cref="ExecutionContext.Run"/>: the SynchronizationContext that stays.</summary>
    internal SynchronizationContext? StepSynchronizationContext;

    [SuppressMessage("Performance", "CA1822", Justification = ".NET's needs the instance.")]
    internal SynchronizationContext? SynchronizationContext
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
        get => System.Threading.SynchronizationContext.Current;
    }

    /// <summary>How many contexts <see cref="CapturedContext"/> copies without a test.</summary>
    internal int CopiesToCome;

#pragma warning disable CS0169, CA1823, IDE0051 // padding
    /// <summary>Keeps another thread's object out of the cache line, because both are written at every step.</summary>
    private readonly Distance _distance;
#pragma warning restore CS0169, CA1823, IDE0051

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private readonly struct Distance
    {
    }
}

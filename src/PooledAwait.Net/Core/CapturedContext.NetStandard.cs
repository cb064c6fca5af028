using System.Runtime.InteropServices;

namespace PooledAwait;

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
    internal static Operation? Resume(object? context, Operation waiter, ThreadState thread)
    {
        // The field is put back at the end, because handlers of AsyncLocals run around the state machine and may come through here.
        Operation? outer = thread.Step;
        thread.Step = waiter;
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
    private static void ResumeStep(ThreadState thread) => thread.Step = Operation.ResumeInContext(Cast.To<Operation>(thread.Step!), thread);

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

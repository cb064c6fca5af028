#if !NET
using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Captures ExecutionContexts where <see cref="ExecutionContext.Capture"/> copies: there the framework's async builders use
/// another capture, which is not public, and has the default context at hand. So one of them captures here. What it gives to
/// an awaiter is a delegate that runs the builder's state machine in the captured context, and always the same delegate for
/// the default context. The state machine is one for all, and resumes the box that the thread has put down in
/// <see cref="ThreadState.Step"/>.
/// </summary>
internal static class CapturedContext
{
    /// <summary>How many times a thread copies its context, before it sees again whether that is the default one.</summary>
    private const int Copies = 15;

    private static readonly ContextCallback s_step = Step;

    /// <summary>
    /// Whether the builder's delegates hold a context each. They do in .NET Framework and Mono; from .NET Core 2.1 on, a
    /// builder has one delegate for all its awaits, and Capture is a matter of a reference.
    /// </summary>
    private static readonly bool s_isByBuilder = new Probe().Ask();

    /// <summary>
    /// A builder that has made its delegate for the default context. From then on capturing changes nothing in it, so that
    /// all threads share it.
    /// </summary>
    private static SharedBuilder? s_builder;

    /// <summary>Captures the thread's context.</summary>
    /// <returns>
    /// An <see cref="Action"/> that resumes <see cref="ThreadState.Step"/> in it, or an <see cref="ExecutionContext"/>; null
    /// if its flow is suppressed.
    /// </returns>
    internal static object? Capture()
    {
        ThreadState thread = ThreadState.Current;
        SharedBuilder? shared = Volatile.Read(ref s_builder);
        if (shared is null || thread.CopiesToCome != 0)
        {
            return CaptureOtherwise(thread);
        }

        Receiver receiver = default;
        StepMachine stateMachine = default;
        shared.Builder.AwaitUnsafeOnCompleted(ref receiver, ref stateMachine);
        Action? action = receiver.Action;
        return ReferenceEquals(action, shared.DefaultAction) ? action : CaptureOther(thread, action);
    }

    /// <summary>Resumes a box in a captured context, and puts the thread's contexts back.</summary>
    /// <returns>As of <see cref="Operation.ResumeInContext"/>.</returns>
    internal static Operation? Resume(object context, Operation box, ThreadState thread)
    {
        // Put back, for the handlers of AsyncLocals: they run around what follows, and may come through here.
        Operation? outer = thread.Step;
        thread.Step = box;
        try
        {
            if (context is Action resumeStep)
            {
                resumeStep();
            }
            else
            {
                RunStep((ExecutionContext)context, thread);
            }

            return thread.Step;
        }
        finally
        {
            thread.Step = outer;
        }
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

        // Where the captured context brings its SynchronizationContext along: the framework's own builders leave the
        // thread's in place, and so does this.
        SynchronizationContext? synchronizationContext = thread.StepSynchronizationContext;
        if (!ReferenceEquals(synchronizationContext, SynchronizationContext.Current))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        thread.Step = thread.Step!.ResumeInContext(thread);
    }

    /// <summary>The context was not the default one: the next ones won't be either, and copies are smaller than delegates.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // once in many times
    private static Action? CaptureOther(ThreadState thread, Action? action)
    {
        thread.CopiesToCome = Copies;
        return ExecutionContext.IsFlowSuppressed() ? null : action;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // not the way of the default context
    private static object? CaptureOtherwise(ThreadState thread)
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
        // One of this thread's own, while a capture may still change it.
        AsyncVoidMethodBuilder builder = CreateBuilder(default(StepMachine));
        StepMachine stateMachine = default;
        Action? action = Capture(ref builder, ref stateMachine);
        if (action is null || !ReferenceEquals(action, Capture(ref builder, ref stateMachine)))
        {
            return CaptureOther(thread, action);
        }

        Volatile.Write(ref s_builder, new SharedBuilder(builder, action));
        return action;
    }

    private static AsyncVoidMethodBuilder CreateBuilder(IAsyncStateMachine stateMachine)
    {
        // Not from its Create, which tells the SynchronizationContext of an operation that never ends.
        AsyncVoidMethodBuilder builder = default;
        builder.SetStateMachine(stateMachine);
        return builder;
    }

    private static Action? Capture<TStateMachine>(ref AsyncVoidMethodBuilder builder, ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        Receiver receiver = default;
        builder.AwaitUnsafeOnCompleted(ref receiver, ref stateMachine);
        return receiver.Action;
    }

    /// <summary>An awaiter that does nothing but look at what it is given.</summary>
    private struct Receiver : ICriticalNotifyCompletion
    {
        internal Action? Action;

        public void OnCompleted(Action continuation) => Action = continuation;

        public void UnsafeOnCompleted(Action continuation) => Action = continuation;
    }

    /// <summary>What the delegates run: the box that this thread has put down.</summary>
    private struct StepMachine : IAsyncStateMachine
    {
        public readonly void MoveNext()
        {
            ThreadState thread = ThreadState.Current;
            thread.Step = thread.Step!.ResumeInContext(thread);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    private sealed class SharedBuilder
    {
        internal readonly Action DefaultAction;
        internal AsyncVoidMethodBuilder Builder;

        internal SharedBuilder(AsyncVoidMethodBuilder builder, Action defaultAction)
        {
            Builder = builder;
            DefaultAction = defaultAction;
        }
    }

    /// <summary>Finds out by two captures whether each remembers its own context.</summary>
    private sealed class Probe : IAsyncStateMachine
    {
        private readonly AsyncLocal<int> _value = new();
        private Action? _first;
        private Action? _second;
        private int _seen;

        internal bool Ask()
        {
            // A scope from which no change leaks, as for every async method.
            Scope scope = new(this);
            default(AsyncTaskMethodBuilder).Start(ref scope);
            return _first is not null && _second is not null && !ReferenceEquals(_first, _second) && See(_first) == 1 && See(_second) == 2;
        }

        void IAsyncStateMachine.MoveNext() => _seen = _value.Value;

        void IAsyncStateMachine.SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }

        private int See(Action action)
        {
            action();
            return _seen;
        }

        private void CaptureTwice()
        {
            if (ExecutionContext.IsFlowSuppressed())
            {
                ExecutionContext.RestoreFlow();
            }

            Probe stateMachine = this;
            AsyncVoidMethodBuilder builder = CreateBuilder(this);
            _value.Value = 1;
            _first = Capture(ref builder, ref stateMachine);
            _value.Value = 2;
            _second = Capture(ref builder, ref stateMachine);
        }

        private readonly struct Scope(Probe probe) : IAsyncStateMachine
        {
            public void MoveNext() => probe.CaptureTwice();

            public void SetStateMachine(IAsyncStateMachine stateMachine)
            {
            }
        }
    }
}
#endif

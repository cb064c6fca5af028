#if !NET
using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The contexts of the thread that runs a <see cref="Resumer"/>'s loop, where a context can't be restored but only run in.
/// </summary>
internal readonly struct ContextFrame
{
    private static readonly ContextCallback s_step = Step;

    [ThreadStatic]
    private static StepState? t_step;

    private readonly SynchronizationContext? _synchronizationContext;

    private ContextFrame(SynchronizationContext? synchronizationContext) => _synchronizationContext = synchronizationContext;

    internal static ContextFrame Enter() => new(SynchronizationContext.Current);

    /// <summary>Resumes the loop's first box in its context.</summary>
    /// <returns>The box to go on with.</returns>
    internal Operation? ResumeFirst(Operation box, ThreadState thread) => Resume(box, thread);

    /// <summary>Resumes a box in its context.</summary>
    /// <returns>The box to go on with.</returns>
    [SuppressMessage("Performance", "CA1822", Justification = "The other platform's needs the instance.")]
    internal Operation? Resume(Operation box, ThreadState thread)
    {
        ExecutionContext? context = box.TakeContext();
        if (context is null)
        {
            return box.Resume(thread);
        }

        // Taken out while it is in use: a nested loop on this thread makes another.
        StepState step = t_step ?? new StepState();
        t_step = null;
        step.Box = box;
        step.Thread = thread;
        step.SynchronizationContext = SynchronizationContext.Current;
        ExecutionContext.Run(context, s_step, step);
        Operation? next = step.Next;
        step.Next = null;
        step.Box = null;
        step.SynchronizationContext = null;
        t_step = step;
        return next;
    }

    internal void Exit()
    {
        if (!ReferenceEquals(_synchronizationContext, SynchronizationContext.Current))
        {
            SynchronizationContext.SetSynchronizationContext(_synchronizationContext);
        }
    }

    private static void Step(object? state)
    {
        StepState step = (StepState)state!;

        // On .NET Framework the captured context brings its SynchronizationContext along; the framework's own builders
        // leave the thread's in place, and so does this.
        if (!ReferenceEquals(step.SynchronizationContext, SynchronizationContext.Current))
        {
            SynchronizationContext.SetSynchronizationContext(step.SynchronizationContext);
        }

        step.Next = step.Box!.Resume(step.Thread!);
    }

    private sealed class StepState
    {
        internal Operation? Box;
        internal Operation? Next;
        internal ThreadState? Thread;
        internal SynchronizationContext? SynchronizationContext;
    }
}
#endif

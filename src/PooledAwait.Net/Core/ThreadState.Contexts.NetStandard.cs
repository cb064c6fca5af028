using System.Runtime.InteropServices;

namespace PooledAwait;

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

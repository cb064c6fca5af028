#if !NET
using System.Runtime.InteropServices;
using System.Threading;

namespace PooledAwait;

/// <content>How a box gets into a captured context: what runs there takes no argument and returns nothing.</content>
internal sealed partial class ThreadState
{
    /// <summary>On the way in: the box that goes on. On the way out: what <see cref="Operation.ResumeInContext"/> returned.</summary>
    internal Operation? Step;

    /// <summary>On the way into an <see cref="ExecutionContext"/>: the SynchronizationContext that stays.</summary>
    internal SynchronizationContext? StepSynchronizationContext;

    /// <summary>For <see cref="CapturedContext"/>: how many contexts it copies without looking.</summary>
    internal int CopiesToCome;

#pragma warning disable CS0169, CA1823, IDE0051 // it only takes room
    /// <summary>Keeps another thread's object out of the cache line: both are written at every step.</summary>
    private readonly Distance _distance;
#pragma warning restore CS0169, CA1823, IDE0051

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private readonly struct Distance
    {
    }
}
#endif

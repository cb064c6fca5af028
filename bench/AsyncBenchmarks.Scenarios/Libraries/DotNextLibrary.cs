#if Peer_DotNext_Threading
using DotNext.Threading;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>DotNext.Threading: pooled synchronization primitives whose operations are ValueTasks.</summary>
#if Peer_DotNext_Threading
[Coordination(Wait = "ValueTask")]
#endif
internal sealed partial class DotNextLibrary : Row
{
    public DotNextLibrary()
        : base(Library.OfPackage(
            "DotNext.Threading",
            "DotNext.Threading",
            "In async methods that return Task. Lock is AsyncExclusiveLock, Semaphore is AsyncCounter.")) => OnlyIn = ["Coordination"];

#if Peer_DotNext_Threading
    public override Availability? Coordination(CoordinationWork work) => work.Type == CoordinationType.ConditionVariable
        ? Availability.No("DotNext.Threading has no condition variable.")
        : Availability.Of(() => work.Type switch
        {
            CoordinationType.Lock => TakeTurns(
                new AsyncExclusiveLock(), work, static gate => gate.AcquireAsync(), static gate => gate.Release()),
            CoordinationType.Semaphore => TakeTurns(
                new AsyncCounter(1), work, static counter => counter.WaitAsync(), static counter => counter.Increment()),
            CoordinationType.AutoResetEvent => TakeTurns(
                new AsyncAutoResetEvent(true), work, static signal => signal.WaitAsync(), static signal => signal.Set()),
            CoordinationType.ManualResetEvent => Meet(
                work,
                static _ => new AsyncManualResetEvent(false),
                static signal => signal.WaitAsync(),
                static signal => signal.Set(),
                static signal => signal.Reset()),
            CoordinationType.CountdownEvent => Meet(
                work,
                static methods => new AsyncCountdownEvent(methods),
                static signal => signal.WaitAsync(),
                static signal => signal.Signal(),
                static signal => signal.Reset()),
            _ => Share(
                new AsyncReaderWriterLock(),
                work,
                static gate => gate.EnterWriteLockAsync(),
                static gate => gate.EnterReadLockAsync(),
                static gate => gate.Release()),
        });
#endif
}

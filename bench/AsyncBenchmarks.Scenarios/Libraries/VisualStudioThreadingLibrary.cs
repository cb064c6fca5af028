#if Peer_Microsoft_VisualStudio_Threading_Only
using Microsoft.VisualStudio.Threading;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>Microsoft.VisualStudio.Threading: synchronization primitives whose operations are Tasks.</summary>
#if Peer_Microsoft_VisualStudio_Threading_Only
[Coordination]
#endif
internal sealed partial class VisualStudioThreadingLibrary : Row
{
    public VisualStudioThreadingLibrary()
        : base(Library.OfPackage(
            "Microsoft.VisualStudio.Threading.Only",
            "VisualStudio.Threading",
            "In async methods that return Task. Lock and Semaphore are AsyncSemaphore.")) => OnlyIn = ["Coordination"];

#if Peer_Microsoft_VisualStudio_Threading_Only
    public override Availability? Coordination(CoordinationWork work) => work.Type switch
    {
        CoordinationType.CountdownEvent => Availability.No("Its countdown event can't be reset."),
        CoordinationType.ReaderWriterLock => Availability.No("Its reader-writer lock has awaitables of its own, which are no Tasks."),
        CoordinationType.ConditionVariable => Availability.No("It has no condition variable."),
        CoordinationType.AutoResetEvent => Availability.Of(() =>
        {
            AsyncAutoResetEvent signal = new();
            signal.Set();
            return TakeTurns(signal, work, static signal => signal.WaitAsync(), static signal => signal.Set());
        }),
        CoordinationType.ManualResetEvent => Availability.Of(() => Meet(
            work,
            static _ => new AsyncManualResetEvent(),
            static signal => signal.WaitAsync(),
            static signal => signal.Set(),
            static signal => signal.Reset())),
        _ => Availability.Of(() => TakeTurns(new AsyncSemaphore(1), work, static semaphore => semaphore.EnterAsync())),
    };
#endif
}

#if Peer_Nito_AsyncEx_Coordination
using Nito.AsyncEx;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>Nito.AsyncEx.Coordination: synchronization primitives whose operations are Tasks.</summary>
#if Peer_Nito_AsyncEx_Coordination
[Coordination(Types = "Async", Reset = "AddCount(work.Methods - signal.CurrentCount)")]
#endif
internal sealed partial class NitoLibrary : Row
{
    public NitoLibrary()
        : base(Library.OfPackage("Nito.AsyncEx.Coordination", "Nito.AsyncEx", "In async methods that return Task.")) =>
        OnlyIn = ["Coordination"];

#if Peer_Nito_AsyncEx_Coordination
    public override Availability? Coordination(CoordinationWork work) => Availability.Of(() => work.Type switch
    {
        CoordinationType.Lock => TakeTurns(new AsyncLock(), work, static gate => gate.LockAsync().AsTask()),
        CoordinationType.ReaderWriterLock => Share(
            new AsyncReaderWriterLock(),
            work,
            static gate => gate.WriterLockAsync().AsTask(),
            static gate => gate.ReaderLockAsync().AsTask()),
        CoordinationType.ConditionVariable => TakeTurnsInside(
            new AsyncLock(),
            work,
            static gate => new AsyncConditionVariable(gate),
            static gate => gate.LockAsync().AsTask(),
            static (condition, _) => condition.WaitAsync(),
            static (condition, _) => condition.Notify()),
        _ => Signals(work),
    });
#endif
}

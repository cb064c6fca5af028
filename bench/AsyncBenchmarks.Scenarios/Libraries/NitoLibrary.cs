using System;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
#if Peer_Nito_AsyncEx_Coordination
using Nito.AsyncEx;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>Nito.AsyncEx.Coordination: synchronization primitives whose operations are Tasks.</summary>
internal sealed class NitoLibrary : Row
{
    public NitoLibrary()
        : base(Library.OfPackage("Nito.AsyncEx.Coordination", "Nito.AsyncEx", "AsyncLock, in async methods that return Task."))
    {
        OnlyIn = ["Lock"];
    }

#if Peer_Nito_AsyncEx_Coordination
    public override Availability Lock(int waiters) => Availability.Of(() => new LockWorkload<LockBody>(waiters));

    private readonly struct LockBody : ILock
    {
        private static readonly AsyncLock s_lock = new();
        private static IDisposable? s_owner;

        public void Enter() => s_owner = s_lock.Lock();
        public void Leave() => s_owner!.Dispose();
        public void Count(Entries entries, int times) => _ = EnterAndCount(entries, times);

        private static async Task EnterAndCount(Entries entries, int times)
        {
            for (int i = 0; i < times; i++)
            {
                using (await s_lock.LockAsync())
                {
                    entries.Add();
                }
            }
        }
    }
#endif
}

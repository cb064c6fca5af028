using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
#if Peer_DotNext_Threading
using DotNext.Threading;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>DotNext.Threading: pooled synchronization primitives whose operations are ValueTasks.</summary>
internal sealed class DotNextLibrary : Row
{
    public DotNextLibrary()
        : base(Library.OfPackage("DotNext.Threading", "DotNext.Threading", "AsyncExclusiveLock, in async methods that return Task."))
    {
        OnlyIn = ["Lock"];
    }

#if Peer_DotNext_Threading
    public override Availability Lock(int waiters) => Availability.Of(() => new LockWorkload<LockBody>(waiters));

    private readonly struct LockBody : ILock
    {
        private static readonly AsyncExclusiveLock s_lock = new();

        public void Enter() => s_lock.AcquireAsync().AsTask().GetAwaiter().GetResult();
        public void Leave() => s_lock.Release();
        public void Count(Entries entries, int times) => _ = EnterAndCount(entries, times);

        private static async Task EnterAndCount(Entries entries, int times)
        {
            for (int i = 0; i < times; i++)
            {
                await s_lock.AcquireAsync();
                try
                {
                    entries.Add();
                }
                finally
                {
                    s_lock.Release();
                }
            }
        }
    }
#endif
}

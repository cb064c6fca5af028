using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
#if Peer_Microsoft_VisualStudio_Threading_Only
using Microsoft.VisualStudio.Threading;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>Microsoft.VisualStudio.Threading: synchronization primitives whose operations are Tasks.</summary>
internal sealed class VisualStudioThreadingLibrary : Row
{
    public VisualStudioThreadingLibrary()
        : base(Library.OfPackage(
            "Microsoft.VisualStudio.Threading.Only", "VisualStudio.Threading", "AsyncSemaphore, in async methods that return Task."))
    {
        OnlyIn = ["Lock"];
    }

#if Peer_Microsoft_VisualStudio_Threading_Only
    public override Availability Lock(int waiters) => Availability.Of(() => new LockWorkload<LockBody>(waiters));

    private readonly struct LockBody : ILock
    {
        private static readonly AsyncSemaphore s_lock = new(1);
        private static AsyncSemaphore.Releaser s_owner;

#pragma warning disable VSTHRD002 // Entering on this thread is what the interface asks for.
        public void Enter() => s_owner = s_lock.EnterAsync().GetAwaiter().GetResult();
#pragma warning restore VSTHRD002
        public void Leave() => s_owner.Dispose();
        public void Count(Entries entries, int times) => _ = EnterAndCount(entries, times);

        private static async Task EnterAndCount(Entries entries, int times)
        {
            for (int i = 0; i < times; i++)
            {
                using (await s_lock.EnterAsync())
                {
                    entries.Add();
                }
            }
        }
    }
#endif
}

using System.Threading;

namespace PooledAwait;

/// <content>Where the thread pool takes objects, a waiter is its own work item.</content>
internal partial interface IWaiter : IThreadPoolWorkItem
{
    void IThreadPoolWorkItem.Execute() => Trampoline.RunUnguarded(this);
}

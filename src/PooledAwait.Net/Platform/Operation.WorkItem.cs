#if NET
using System.Threading;

namespace PooledAwait;

/// <content>Where the thread pool takes objects, a box is its own work item.</content>
internal abstract partial class Operation : IThreadPoolWorkItem
{
    void IThreadPoolWorkItem.Execute() => Resumer.RunAsWorkItem(this);
}
#endif

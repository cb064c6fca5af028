#if NET
namespace PooledAwait;

/// <content>What a thread's first use is good for.</content>
internal sealed partial class ThreadState
{
    static partial void OnFirstUse() => DefaultContext.Look();
}
#endif

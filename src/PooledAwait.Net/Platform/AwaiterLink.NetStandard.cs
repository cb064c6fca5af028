#if !NET
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>How a box is registered without a delegate, with a kind of awaiter that can do that.</summary>
/// <typeparam name="TAwaiter">The awaiter.</typeparam>
internal abstract class AwaiterLink<TAwaiter>
{
    /// <summary>Null as long as the awaiter is not known to be of such a kind.</summary>
    internal static AwaiterLink<TAwaiter>? Known =
        typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter) ? (AwaiterLink<TAwaiter>)(object)new YieldAwaiterLink()
        : typeof(TAwaiter) == typeof(ConfiguredYieldAwaitable.ConfiguredYieldAwaiter) ? (AwaiterLink<TAwaiter>)(object)new ConfiguredYieldAwaiterLink()
        : null;

    /// <summary>Captures the context for a box, and sees to it that the box is resumed when the await is over.</summary>
    internal abstract void Link(ref TAwaiter awaiter, Operation box);
}

/// <summary>That of an operation.</summary>
internal sealed class OperationAwaiterLink<TAwaiter> : AwaiterLink<TAwaiter>
    where TAwaiter : struct, IOperationAwaiter
{
    internal override void Link(ref TAwaiter awaiter, Operation box) => Awaiters.Link(awaiter.Operation, awaiter.Handle, box);
}

/// <summary>That of <see cref="System.Threading.Tasks.Task.Yield"/>.</summary>
internal sealed class YieldAwaiterLink : AwaiterLink<YieldAwaitable.YieldAwaiter>
{
    internal override void Link(ref YieldAwaitable.YieldAwaiter awaiter, Operation box) => Schedulers.Yield(box);
}

/// <summary>The same, configured.</summary>
internal sealed class ConfiguredYieldAwaiterLink : AwaiterLink<ConfiguredYieldAwaitable.ConfiguredYieldAwaiter>
{
    internal override void Link(ref ConfiguredYieldAwaitable.ConfiguredYieldAwaiter awaiter, Operation box) => Yield(awaiter, box);

    private static void Yield<TAwaiter>(TAwaiter awaiter, Operation box)
        where TAwaiter : struct, IYieldAwaiter =>
        awaiter.Yield(box);
}
#endif

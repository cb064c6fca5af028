using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The properties of an awaiter of another library that follow from its type alone.</summary>
/// <typeparam name="TAwaiter">The awaiter.</typeparam>
internal static class ForeignAwaiter<TAwaiter>
{
    /// <summary>
    /// Whether it gives the continuation that it gets to one source, and keeps none itself: those of the framework's tasks, and
    /// the library's own. Any other may call it too, a cancellation's for example, after it has passed it on to us.
    /// </summary>
    internal static readonly bool KeepsNoContinuation =
        default(TAwaiter) is not null
        && (typeof(TAwaiter).Assembly == typeof(ValueTask).Assembly
            || typeof(TAwaiter).Assembly == typeof(Task).Assembly
            || typeof(TAwaiter).Assembly == typeof(Operation).Assembly);
}

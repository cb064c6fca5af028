namespace PooledAwait;

/// <summary>The errors of an operation that nobody awaited when it failed. They are reported when this object is collected, unless somebody
/// observes them before. All other outcomes have no such object, and so no finalizer.</summary>
/// <param name="error">An ExceptionDispatchInfo, or an array of them; see <see cref="Failure"/>.</param>
internal sealed class Fault(object error)
{
    ~Fault() => Failure.ReportUnobserved(error);

    /// <summary>The errors; reading them does not observe them.</summary>
    internal object Error => error;

    /// <summary>The errors were observed or reported, so the finalizer has nothing to do.</summary>
    [SuppressMessage("Usage", "CA1816", Justification = "What is observed needs no finalizer; there is nothing to dispose.")]
    internal object Observe()
    {
        GC.SuppressFinalize(this);
        return error;
    }
}

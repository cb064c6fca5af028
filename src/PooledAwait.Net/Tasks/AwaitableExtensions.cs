namespace PooledAwait;

/// <summary>Extension methods for the framework's awaitables.</summary>
/// <example><code>
/// // Lets other work run first, and does not come back to the SynchronizationContext.
/// await Task.Yield().ConfigureAwait(false);
/// </code></example>
public static class AwaitableExtensions
{
    /// <summary>Configures where the yielding method continues: <c>await Task.Yield().ConfigureAwait(false)</c>.</summary>
    /// <param name="awaitable">The result of <c>Task.Yield()</c>.</param>
    /// <param name="continueOnCapturedContext">True to continue on the current SynchronizationContext or TaskScheduler, as a plain
    /// Task.Yield() does; false to continue on the thread pool.</param>
    /// <returns>The awaitable. Under this library's builders it allocates nothing on .NET, and a work item elsewhere.</returns>
    public static ConfiguredYieldAwaitable ConfigureAwait(this YieldAwaitable awaitable, bool continueOnCapturedContext) =>
        new(continueOnCapturedContext);
}

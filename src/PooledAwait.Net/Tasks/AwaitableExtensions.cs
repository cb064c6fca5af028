using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>What the framework's awaitables lack.</summary>
/// <example>
/// <code>
/// // Lets other work run first, and does not come back to the SynchronizationContext.
/// await Task.Yield().ConfigureAwait(false);
/// </code>
/// </example>
public static class AwaitableExtensions
{
    /// <summary>Says where the method that yields goes on: <c>await Task.Yield().ConfigureAwait(false)</c>.</summary>
    /// <param name="awaitable">What Task.Yield() returned.</param>
    /// <param name="continueOnCapturedContext">
    /// Whether on the current SynchronizationContext or TaskScheduler, as a plain Task.Yield() does; otherwise on the thread pool.
    /// </param>
    /// <returns>The awaitable. Under this library's builders it costs nothing on .NET, and a thread pool's work item elsewhere.</returns>
    public static ConfiguredYieldAwaitable ConfigureAwait(this YieldAwaitable awaitable, bool continueOnCapturedContext) =>
        new(continueOnCapturedContext);
}

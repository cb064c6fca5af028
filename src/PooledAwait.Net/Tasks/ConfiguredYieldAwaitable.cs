using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The awaitable of <see cref="AwaitableExtensions.ConfigureAwait"/>; for the compiler. A default instance continues on the thread pool.
/// </summary>
public readonly struct ConfiguredYieldAwaitable : IEquatable<ConfiguredYieldAwaitable>
{
    private readonly bool _continueOnCapturedContext;

    internal ConfiguredYieldAwaitable(bool continueOnCapturedContext) => _continueOnCapturedContext = continueOnCapturedContext;

    /// <summary>Compares two awaitables.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    public static bool operator ==(ConfiguredYieldAwaitable left, ConfiguredYieldAwaitable right) => left.Equals(right);

    /// <summary>Compares two awaitables.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    public static bool operator !=(ConfiguredYieldAwaitable left, ConfiguredYieldAwaitable right) => !left.Equals(right);

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredYieldAwaiter GetAwaiter() => new(_continueOnCapturedContext);

    /// <inheritdoc/>
    public bool Equals(ConfiguredYieldAwaitable other) => _continueOnCapturedContext == other._continueOnCapturedContext;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ConfiguredYieldAwaitable other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _continueOnCapturedContext ? 1 : 0;

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(ConfiguredYieldAwaitable);

    /// <summary>The awaiter, which queues the awaiting method; for the compiler.</summary>
    public readonly struct ConfiguredYieldAwaiter : ICriticalNotifyCompletion, IOperationAwaiter, IEquatable<ConfiguredYieldAwaiter>
    {
        private static readonly WaitCallback s_invokeAction = static continuation => ((Action)continuation!)();

        private readonly bool _continueOnCapturedContext;

        internal ConfiguredYieldAwaiter(bool continueOnCapturedContext) => _continueOnCapturedContext = continueOnCapturedContext;

        /// <summary>Always false, because the awaiter yields.</summary>
        public bool IsCompleted => false;

        Operation? IOperationAwaiter.Operation => null;

        int IOperationAwaiter.PackedToken => Awaiters.Pack(0, _continueOnCapturedContext);

        /// <summary>Compares two awaiters.</summary>
        /// <param name="left">One.</param>
        /// <param name="right">The other.</param>
        public static bool operator ==(ConfiguredYieldAwaiter left, ConfiguredYieldAwaiter right) => left.Equals(right);

        /// <summary>Compares two awaiters.</summary>
        /// <param name="left">One.</param>
        /// <param name="right">The other.</param>
        public static bool operator !=(ConfiguredYieldAwaiter left, ConfiguredYieldAwaiter right) => !left.Equals(right);

        /// <summary>Ends the await; does nothing.</summary>
        public void GetResult()
        {
        }

        /// <summary>Queues a continuation, with the current ExecutionContext.</summary>
        /// <param name="continuation">The continuation.</param>
        /// <exception cref="ArgumentNullException">It is null.</exception>
        public void OnCompleted(Action continuation)
        {
            if (_continueOnCapturedContext)
            {
                default(YieldAwaitable.YieldAwaiter).OnCompleted(continuation);
            }
            else
            {
                ThreadPool.QueueUserWorkItem(s_invokeAction, continuation ?? throw new ArgumentNullException(nameof(continuation)));
            }
        }

        /// <summary>Queues a continuation, without the current ExecutionContext.</summary>
        /// <param name="continuation">The continuation.</param>
        /// <exception cref="ArgumentNullException">It is null.</exception>
        public void UnsafeOnCompleted(Action continuation)
        {
            BoxRegistration.Learn<ConfiguredYieldAwaiter>();
            if (_continueOnCapturedContext)
            {
                default(YieldAwaitable.YieldAwaiter).UnsafeOnCompleted(continuation);
            }
            else
            {
                ThreadPool.UnsafeQueueUserWorkItem(s_invokeAction, continuation ?? throw new ArgumentNullException(nameof(continuation)));
            }
        }

        /// <inheritdoc/>
        public bool Equals(ConfiguredYieldAwaiter other) => _continueOnCapturedContext == other._continueOnCapturedContext;

        /// <inheritdoc/>
        public override bool Equals(object? obj) => obj is ConfiguredYieldAwaiter other && Equals(other);

        /// <inheritdoc/>
        public override int GetHashCode() => _continueOnCapturedContext ? 1 : 0;

        /// <summary>The type's name.</summary>
        public override string ToString() => nameof(ConfiguredYieldAwaiter);
    }
}

/// <summary>Extension methods for the framework's awaitables.</summary>
/// <example>
/// <code>
/// // Lets other work run first, and does not come back to the SynchronizationContext.
/// await Task.Yield().ConfigureAwait(false);
/// </code>
/// </example>
public static class AwaitableExtensions
{
    /// <summary>Configures where the yielding method continues: <c>await Task.Yield().ConfigureAwait(false)</c>.</summary>
    /// <param name="awaitable">The result of <c>Task.Yield()</c>.</param>
    /// <param name="continueOnCapturedContext">
    /// True to continue on the current SynchronizationContext or TaskScheduler, as a plain Task.Yield() does; false to continue on the
    /// thread pool.
    /// </param>
    /// <returns>
    /// The awaitable. Under this library's builders it allocates nothing on .NET, and a work item of the thread pool elsewhere.
    /// </returns>
    public static ConfiguredYieldAwaitable ConfigureAwait(this YieldAwaitable awaitable, bool continueOnCapturedContext) =>
        new(continueOnCapturedContext);
}

namespace PooledAwait;

/// <summary>The awaitable of <see cref="AwaitableExtensions.ConfigureAwait"/>; for the compiler. A default one continues on the thread
/// pool.</summary>
public readonly record struct ConfiguredYieldAwaitable
{
    private readonly bool _continueOnCapturedContext;

    internal ConfiguredYieldAwaitable(bool continueOnCapturedContext) => _continueOnCapturedContext = continueOnCapturedContext;

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredYieldAwaiter GetAwaiter() => new(_continueOnCapturedContext);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(ConfiguredYieldAwaitable);

    /// <summary>The awaiter, which queues the awaiting method; for the compiler.</summary>
    public readonly record struct ConfiguredYieldAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
    {
        private static readonly WaitCallback s_invokeAction = static continuation => ((Action)continuation!)();

        private readonly bool _continueOnCapturedContext;

        internal ConfiguredYieldAwaiter(bool continueOnCapturedContext) => _continueOnCapturedContext = continueOnCapturedContext;

        /// <summary>Always false, because the awaiter yields.</summary>
        public bool IsCompleted => false;

        Operation? IOperationAwaiter.Operation => null;

        int IOperationAwaiter.PackedToken => Awaiters.Pack(0, _continueOnCapturedContext);

        /// <summary>Ends the await; does nothing.</summary>
        public void GetResult()
        {
        }

        /// <inheritdoc/>
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

        /// <inheritdoc/>
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

        /// <summary>The type's name.</summary>
        public override string ToString() => nameof(ConfiguredYieldAwaiter);
    }
}

namespace PooledAwait;

/// <summary>Recognizes the delegate with which the framework's ValueTaskAwaiter calls an <see cref="Action"/> back. A probing source learns
/// the delegate. Only with that delegate is a state of type Action the continuation.</summary>
internal static class FrameworkAwaiters
{
    private static readonly Action<object?>? s_invokeAction = Learn();

    /// <summary>Whether the continuation is the framework's delegate that calls its argument.</summary>
    internal static bool Invokes(Action<object?> continuation) => ReferenceEquals(continuation, s_invokeAction);

    private static Action<object?>? Learn()
    {
        Probe probe = new();
        new ValueTask(probe, 0).GetAwaiter().UnsafeOnCompleted(static () => { });
        return probe.Continuation;
    }

    /// <summary>A source that keeps what an awaiter gives it, and calls nothing.</summary>
    internal sealed class Probe : IValueTaskSource
    {
        internal Action<object?>? Continuation { get; private set; }

        internal object? State { get; private set; }

        public void GetResult(short token)
        {
        }

        public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Pending;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            (Continuation, State) = (continuation, state);
    }
}

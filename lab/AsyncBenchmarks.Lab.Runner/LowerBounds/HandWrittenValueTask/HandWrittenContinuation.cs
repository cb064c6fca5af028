using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The continuation that an awaiter of the framework registers with an operation.</summary>
internal static class HandWrittenContinuation
{
    /// <summary>With this the framework's awaiters call an <see cref="Action"/>; learned by awaiting what only looks.</summary>
    private static readonly Action<object?>? s_invokeAction = Learn();

    /// <summary>Registers it: the box of a method as such, so that the loop goes on with it; anything else to be called.</summary>
    public static void Register(
        HandWrittenOperation operation, Action<object?> continuation, object? state, ValueTaskSourceOnCompletedFlags flags)
    {
        // A delegate of an operation's own does nothing but resume it.
        HandWrittenOperation next = ReferenceEquals(continuation, s_invokeAction)
            && Unsafe.As<Action>(state!).Target is HandWrittenOperation box
            ? box
            : HandWrittenCallback.Rent(continuation, state, (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0);
        operation.ContinueWith(next);
    }

    private static Action<object?>? Learn()
    {
        Probe probe = new();
        new ValueTask(probe, 0).GetAwaiter().UnsafeOnCompleted(static () => { });
        return probe.Continuation;
    }

    private sealed class Probe : IValueTaskSource
    {
        public Action<object?>? Continuation { get; private set; }

        public void GetResult(short token)
        {
        }

        public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Pending;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            Continuation = continuation;
    }
}

using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Calls a delegate when an operation is complete.</summary>
internal sealed class HandWrittenCallback() : HandWrittenOperation(s_kind)
{
    private static readonly int s_kind = HandWrittenPool.NewKind();

    private static readonly Action<object?> s_invoke = static action => Unsafe.As<Action>(action!)();

    private Action<object?>? _continuation;
    private object? _state;

    /// <summary>Makes one.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="state">Its argument.</param>
    /// <param name="flowsContext">Whether it runs in the context of now; otherwise in any.</param>
    public static HandWrittenCallback Rent(Action<object?> continuation, object? state, bool flowsContext)
    {
        HandWrittenCallback callback = Unsafe.As<HandWrittenCallback>(HandWrittenPool.TryTake(s_kind) ?? new HandWrittenCallback());
        callback._continuation = continuation;
        callback._state = state;
        if (flowsContext)
        {
            callback.CaptureContext();
        }

        return callback;
    }

    /// <summary>Has an operation call a delegate, in the context of now.</summary>
    public static void Register(HandWrittenOperation operation, Action continuation) =>
        operation.ContinueWith(Rent(s_invoke, continuation, flowsContext: true));

    protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
    {
        Action<object?> continuation = _continuation!;
        object? state = _state;
        _continuation = null;
        _state = null;
        GiveBack(lists);

        // The continuation may ask whether it is complete.
        awaited?.ShowComplete();
        continuation(state);
        return null;
    }
}

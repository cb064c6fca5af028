using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The operation of a suspended async method whose awaiters are the framework's: each is given the box's delegate.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
/// <typeparam name="T">The method's result.</typeparam>
internal sealed class HandWrittenValueTaskBox<TStateMachine, T>() : HandWrittenBox<T>(s_kind)
    where TStateMachine : IAsyncStateMachine
{
    private static readonly int s_kind = HandWrittenPool.NewKind();

    private TStateMachine _stateMachine = default!;

    /// <summary>Suspends a method.</summary>
    /// <param name="reference">The builder's, in the state machine.</param>
    /// <param name="stateMachine">Where the method has run until now.</param>
    /// <param name="awaiter">The awaiter of the awaited operation.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the copy out of MoveNext, and the awaiter out of memory
    public static void AwaitUnsafe<TAwaiter>(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        HandWrittenBox<T> box = Arm(ref reference, ref stateMachine);
        if (typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter))
        {
            // As in HandWrittenBox.
            box.Queue();
        }
        else
        {
            awaiter.UnsafeOnCompleted(box.ResumeAction);
        }
    }

    /// <summary>The same with an awaiter that flows the context itself.</summary>
    public static void Await<TAwaiter>(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : INotifyCompletion =>
        awaiter.OnCompleted(Arm(ref reference, ref stateMachine).ResumeAction);

    // The awaited operation returns to its pool where its result is taken, which may be elsewhere.
    protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
    {
        int resumption = BeginResumption();
        _stateMachine.MoveNext();
        if (!HasEndedIn(resumption))
        {
            return null;
        }

        _stateMachine = default!;
        return this;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    private static HandWrittenBox<T> Arm(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine)
    {
        HandWrittenBox<T>? suspended = reference;
        if (suspended is not null)
        {
            suspended.CaptureContext();
            return suspended;
        }

        HandWrittenValueTaskBox<TStateMachine, T> box =
            Unsafe.As<HandWrittenValueTaskBox<TStateMachine, T>>(HandWrittenPool.TryTake(s_kind)
                ?? new HandWrittenValueTaskBox<TStateMachine, T>());

        // Before the copy, as in HandWrittenBox.
        box.CaptureContext();
        reference = box;
        box._stateMachine = stateMachine;
        return box;
    }
}

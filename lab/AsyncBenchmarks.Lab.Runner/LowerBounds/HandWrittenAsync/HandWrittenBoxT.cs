using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The operation of a suspended async method, with the compiler's state machine in it.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
/// <typeparam name="T">The method's result.</typeparam>
internal sealed class HandWrittenBox<TStateMachine, T>() : HandWrittenBox<T>(s_kind)
    where TStateMachine : IAsyncStateMachine
{
    private static readonly int s_kind = HandWrittenPool.NewKind();

    private TStateMachine _stateMachine = default!;

    /// <summary>Suspends a method for the first time.</summary>
    /// <param name="reference">The builder's, in the state machine.</param>
    /// <param name="stateMachine">Where the method has run until now.</param>
    /// <param name="awaited">The awaited operation.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the copy out of MoveNext
    public static void Suspend(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, HandWrittenOperation awaited)
    {
        HandWrittenBox<TStateMachine, T> box = Rent(ref reference, ref stateMachine);
        if (!awaited.TryContinueWith(box))
        {
            Run(box, awaited: null);
        }
    }

    /// <summary>Suspends a method until an awaiter calls back that is none of ours.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // the awaiter by value: its address would keep it in memory
    public static void AwaitForeignUnsafe<TAwaiter>(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        HandWrittenBox<T> box = Arm(ref reference, ref stateMachine);
        if (typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter))
        {
            // As the framework does for its own boxes: no work item besides the box.
            box.Queue();
        }
        else
        {
            awaiter.UnsafeOnCompleted(box.ResumeAction);
        }
    }

    /// <summary>The same with one that flows the context itself.</summary>
    public static void AwaitForeign<TAwaiter>(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : INotifyCompletion =>
        awaiter.OnCompleted(Arm(ref reference, ref stateMachine).ResumeAction);

    protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
    {
        int resumption = BeginResumption();
        _stateMachine.MoveNext();

        // The first that the method did was to take the result out.
        awaited?.GiveBack(lists);
        if (!HasEndedIn(resumption))
        {
            return null;
        }

        _stateMachine = default!;
        return this;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per method that suspends
    private static HandWrittenBox<TStateMachine, T> Rent(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine)
    {
        HandWrittenBox<TStateMachine, T> box =
            Unsafe.As<HandWrittenBox<TStateMachine, T>>(HandWrittenPool.TryTake(s_kind) ?? new HandWrittenBox<TStateMachine, T>());

        // Before the copy: a wide load of what was just written in narrow stores waits for them.
        box.CaptureContext();

        // Before the copy: the builder in it must know its box.
        reference = box;
        box._stateMachine = stateMachine;
        return box;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    private static HandWrittenBox<T> Arm(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine)
    {
        HandWrittenBox<T>? box = reference;
        if (box is null)
        {
            return Rent(ref reference, ref stateMachine);
        }

        box.CaptureContext();
        return box;
    }
}

using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The box of a suspended async method that returns a Task: it completes that, and nothing waits for the box.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
/// <typeparam name="T">The method's result.</typeparam>
internal sealed class HandWrittenPromiseBox<TStateMachine, T>() : HandWrittenBox<T>(s_kind)
    where TStateMachine : IAsyncStateMachine
{
    private static readonly int s_kind = HandWrittenPool.NewKind();

    private TStateMachine _stateMachine = default!;

    /// <summary>The framework's own: it makes a Task and nothing besides.</summary>
    private AsyncTaskMethodBuilder<T> _builder;

    /// <summary>Suspends a method.</summary>
    /// <param name="reference">The builder's, in the state machine.</param>
    /// <param name="task">The builder's, in the state machine.</param>
    /// <param name="stateMachine">Where the method has run until now.</param>
    /// <param name="awaiter">The awaiter of the awaited operation.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the copy out of MoveNext, and the awaiter out of memory
    public static void AwaitUnsafe<TAwaiter>(
        ref HandWrittenBox<T>? reference, ref Task<T>? task, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        HandWrittenBox<T> box = Arm(ref reference, ref task, ref stateMachine);
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
    public static void Await<TAwaiter>(
        ref HandWrittenBox<T>? reference, ref Task<T>? task, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : INotifyCompletion =>
        awaiter.OnCompleted(Arm(ref reference, ref task, ref stateMachine).ResumeAction);

    protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
    {
        int resumption = BeginResumption();
        _stateMachine.MoveNext();
        if (HasEndedIn(resumption))
        {
            // Given back before the task is completed, for what that may start.
            AsyncTaskMethodBuilder<T> builder = _builder;
            T result = Result;
            _builder = default;
            _stateMachine = default!;
            Recycle(lists);
            builder.SetResult(result);
        }

        return null;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    private static HandWrittenBox<T> Arm(ref HandWrittenBox<T>? reference, ref Task<T>? task, ref TStateMachine stateMachine)
    {
        HandWrittenBox<T>? suspended = reference;
        if (suspended is not null)
        {
            suspended.CaptureContext();
            return suspended;
        }

        HandWrittenPromiseBox<TStateMachine, T> box =
            Unsafe.As<HandWrittenPromiseBox<TStateMachine, T>>(HandWrittenPool.TryTake(s_kind)
                ?? new HandWrittenPromiseBox<TStateMachine, T>());

        // Before the copy, as in HandWrittenBox.
        box.CaptureContext();
        reference = box;
        task = box._builder.Task;
        box._stateMachine = stateMachine;
        return box;
    }
}

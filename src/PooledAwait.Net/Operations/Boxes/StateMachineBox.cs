using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The box of a suspended async method: it holds the state machine until the method ends, for all of its awaits.</summary>
/// <typeparam name="TStateMachine">The compiler's state machine.</typeparam>
/// <typeparam name="TResult">The method's result.</typeparam>
[StackTraceHidden]
internal sealed class StateMachineBox<TStateMachine, TResult> : MethodBox<TResult>, IWaiter
    where TStateMachine : IAsyncStateMachine
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(TStateMachine));

    private TStateMachine _stateMachine = default!;

    /// <summary>Only the library's own methods, its combinators, may end with a <see cref="FailureAwaiter"/>.</summary>
    internal override bool MayHaveSeveralErrors => typeof(TStateMachine).Assembly == typeof(Operation).Assembly;

    private StateMachineBox()
        : base(s_pool)
    {
    }

    /// <summary>Suspends the method at an awaiter that has no UnsafeOnCompleted.</summary>
    /// <param name="reference">The builder's reference to its box, part of the state machine.</param>
    /// <param name="token">The builder's token, part of the state machine.</param>
    /// <param name="awaiter">The awaiter of the method.</param>
    /// <param name="stateMachine">The state machine.</param>
    internal static void AwaitOnCompleted<TAwaiter>(
        ref MethodBox<TResult>? reference, ref short token, ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
    {
        if (reference is not { IsResumed: true })
        {
            Rent(ref reference, ref token, ThreadState.Current)._stateMachine = stateMachine;
        }

        reference!.AwaitOnCompleted(ref awaiter);
    }

    /// <summary>
    /// Suspends the method for the first time, at an operation or a yield: all in one call, which registers the box last.
    /// </summary>
    /// <param name="reference">The builder's reference to its box, part of the state machine.</param>
    /// <param name="token">The builder's token, part of the state machine.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <param name="awaited">As <see cref="IOperationAwaiter.Operation"/>.</param>
    /// <param name="packedToken">As <see cref="IOperationAwaiter.PackedToken"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // the method suspends, and MoveNext stays small
    internal static void Suspend(
        ref MethodBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, Operation? awaited, int packedToken)
    {
        // Rent, written out: the call of it costs AsyncAwait pending 3 %, though it is inlined.
        ThreadState thread = ThreadState.Current;
        object? pooled = reference is null ? s_pool.TryRent(thread) : OwnBox(reference);
        StateMachineBox<TStateMachine, TResult> box = pooled is not null
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(pooled)
            : new StateMachineBox<TStateMachine, TResult>();
        reference = box;
        token = box.Token;
        OperationTracker.Current?.Start(box);

        // Captured between the narrow stores to the state machine and the wide loads that copy it: those wait for the stores.
        box.CaptureContext(thread);
        object? schedulingContext = Awaiters.SchedulingContextFor(packedToken, thread);
        box._stateMachine = stateMachine;
        Awaiters.Register(awaited, packedToken, box, schedulingContext);
    }

    /// <summary>Suspends the method at any other awaiter.</summary>
    /// <inheritdoc cref="Suspend"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // by value: a reference would keep the awaiter of the hot path in memory
    internal static void AwaitSlow<TAwaiter>(
        ref MethodBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (typeof(TAwaiter) == typeof(FailureAwaiter))
        {
            // The method ends here.
            reference ??= FaultedBox<TResult>.Rent();
            token = reference.Token;
            reference.SetException(((FailureAwaiter)(object)awaiter).Failure!, token);
            return;
        }

        if (reference is { IsResumed: true } resumed)
        {
            resumed.Await(ref awaiter);
            return;
        }

        if (BoxRegistration.TryRead(ref awaiter, out Operation? awaited, out int packedToken))
        {
            Suspend(ref reference, ref token, ref stateMachine, awaited, packedToken);
            return;
        }

        // As in Suspend: the context is captured between the stores to the state machine and its copy.
        ThreadState thread = ThreadState.Current;
        StateMachineBox<TStateMachine, TResult> box = Rent(ref reference, ref token, thread);
        box.CaptureContext(thread);
        box._stateMachine = stateMachine;
        box.AwaitForeign(ref awaiter);
    }

    /// <summary>Sets the builder's box and token, before the state machine is copied: the builder in the copy must know its box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    private static StateMachineBox<TStateMachine, TResult> Rent(
        ref MethodBox<TResult>? reference, ref short token, ThreadState thread)
    {
        // A method whose first await threw has a box already.
        StateMachineBox<TStateMachine, TResult> box =
            Cast.OrNull<StateMachineBox<TStateMachine, TResult>>(reference is null ? s_pool.TryRent(thread) : OwnBox(reference))
                ?? Create();
        reference = box;
        token = box.Token;
        OperationTracker.Current?.Start(box);
        return box;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and Mono inlines no method that inlines a constructor of these
    private static StateMachineBox<TStateMachine, TResult> Create() => new();

    /// <summary>The box of a first await that threw: this method's, and not one that a builder has made without a state machine.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private static StateMachineBox<TStateMachine, TResult> OwnBox(MethodBox<TResult> reference)
    {
        if (reference is DebuggedBox<TResult> debugged)
        {
            StateMachineBox<TStateMachine, TResult> box =
                Cast.OrNull<StateMachineBox<TStateMachine, TResult>>(s_pool.TryRent()) ?? Create();
            debugged.ReplaceBy(box);
            return box;
        }

        return reference as StateMachineBox<TStateMachine, TResult> ?? throw Failures.SuspendedTooLate();
    }

    /// <inheritdoc/>
    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        BeginRun(thread.TrampolineId);
        _stateMachine.MoveNext();
        if (!TryTakeEnded(thread.TrampolineId))
        {
            return null;
        }

        _stateMachine = default!;
        return this;
    }

    private protected override void Finish()
    {
        _stateMachine = default!;
        Complete();
    }
}

using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The operation of a suspended async method: the state machine lives here until the method is over.</summary>
/// <typeparam name="TStateMachine">The compiler's state machine.</typeparam>
/// <typeparam name="TResult">The method's result.</typeparam>
internal sealed class StateMachineBox<TStateMachine, TResult> : StateMachineBox<TResult>
    where TStateMachine : IAsyncStateMachine
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(TStateMachine));

    private TStateMachine _stateMachine = default!;

    private StateMachineBox()
        : base(s_pool)
    {
    }

    /// <summary>Suspends the method that runs until an awaiter calls back that knows no other way than to flow the context itself.</summary>
    /// <param name="reference">The builder's reference to its box, part of the state machine.</param>
    /// <param name="token">The builder's token, part of the state machine.</param>
    /// <param name="awaiter">What the method awaits.</param>
    /// <param name="stateMachine">The state machine.</param>
    internal static void AwaitSafe<TAwaiter>(ref StateMachineBox<TResult>? reference, ref short token, ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion =>
        Of(ref reference, ref token, ref stateMachine).AwaitSafe(ref awaiter);

    /// <summary>The first suspension, at an operation: all in one call, which registers the box last.</summary>
    /// <param name="reference">The builder's reference to its box, part of the state machine.</param>
    /// <param name="token">The builder's token, part of the state machine.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <param name="awaited">What the method awaits; null if that was complete from the start.</param>
    /// <param name="handle">As <see cref="IOperationAwaiter.Handle"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // from here on it is slow anyway, and MoveNext stays small
    internal static void Suspend(ref StateMachineBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, Operation? awaited, int handle)
    {
        // As Rent, which would cost 3 % of the whole here, in registers.
        object? pooled = reference ?? s_pool.TryRent();
        StateMachineBox<TStateMachine, TResult> box = pooled is not null
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(pooled)
            : new StateMachineBox<TStateMachine, TResult>();
        reference = box;
        token = box.Token;

        // Between the narrow stores to the state machine, of the builder and of MoveNext, and the wide loads that copy it:
        // those wait until the stores are in the cache.
        box.CaptureContext();
        object? scheduler = handle < 0 ? Schedulers.Current : null;
        box._stateMachine = stateMachine;
        if (awaited is null)
        {
            // As in Awaiters.Link.
            WorkItems.Queue(box, preferLocal: true);
        }
        else
        {
            awaited.Link(box, (short)handle, scheduler, StateWord.Linked | StateWord.Owned);
        }
    }

    /// <summary>Suspends the method at anything else.</summary>
    /// <inheritdoc cref="Suspend"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // by value: a reference would keep the awaiter of the hot path in memory
    internal static void AwaitOther<TAwaiter>(ref StateMachineBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (!AwaiterLinks.IsForeign(ref awaiter) || reference is { IsResumed: true })
        {
            Of(ref reference, ref token, ref stateMachine).Await(ref awaiter);
            return;
        }

        // As in Suspend: the context is captured between the stores to the state machine and its copy.
        StateMachineBox<TStateMachine, TResult> box = Rent(ref reference, ref token);
        box.CaptureContext();
        box._stateMachine = stateMachine;
        box.AwaitCaptured(ref awaiter);
    }

    /// <summary>
    /// The box that the builder refers to; at the method's first suspension, one from the pool with the state machine in it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two tests when the method is already suspended
    private static StateMachineBox<TResult> Of(ref StateMachineBox<TResult>? reference, ref short token, ref TStateMachine stateMachine)
    {
        if (reference is { IsResumed: true } resumed)
        {
            return resumed;
        }

        StateMachineBox<TStateMachine, TResult> box = Rent(ref reference, ref token);
        box._stateMachine = stateMachine;
        return box;
    }

    /// <summary>A box for the builder to refer to. Before the state machine is copied: the builder in the copy must know its box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Operation.TryClaimDelivered
    private static StateMachineBox<TStateMachine, TResult> Rent(ref StateMachineBox<TResult>? reference, ref short token)
    {
        // One that it has already, of a first await that threw.
        object? pooled = reference ?? s_pool.TryRent();
        StateMachineBox<TStateMachine, TResult> box = pooled is not null
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(pooled)
            : new StateMachineBox<TStateMachine, TResult>();
        reference = box;
        token = box.Token;
        return box;
    }

    internal override Operation? Resume(ThreadState thread, Operation? awaited)
    {
        BeginRun(thread);
        _stateMachine.MoveNext();
        if (!EndRun(thread))
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

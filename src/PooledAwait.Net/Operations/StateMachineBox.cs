using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The operation of a suspended async method: the state machine lives here until the method is over.</summary>
/// <typeparam name="TStateMachine">The compiler's state machine.</typeparam>
/// <typeparam name="TResult">The method's result.</typeparam>
internal sealed class StateMachineBox<TStateMachine, TResult> : StateMachineBox<TResult>
    where TStateMachine : IAsyncStateMachine
{
    private static readonly OperationPool s_pool = OperationPool.Create(typeof(TStateMachine));

    private TStateMachine _stateMachine = default!;

    private StateMachineBox()
        : base(s_pool)
    {
    }

    /// <summary>
    /// The box that the builder refers to; at the method's first suspension, one from the pool with the state machine in it.
    /// </summary>
    /// <param name="reference">The builder's reference, part of the state machine.</param>
    /// <param name="token">The builder's token, part of the state machine.</param>
    /// <param name="stateMachine">The state machine.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two tests when the method is already suspended
    internal static StateMachineBox<TStateMachine, TResult> Of(ref StateMachineBox<TResult>? reference, ref short token, ref TStateMachine stateMachine)
    {
        StateMachineBox<TResult>? box = reference;
        return box is not null && box.IsResumed
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(box)
            : Suspend(ref reference, ref token, ref stateMachine);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the copy out of MoveNext
    private static StateMachineBox<TStateMachine, TResult> Suspend(ref StateMachineBox<TResult>? reference, ref short token, ref TStateMachine stateMachine)
    {
        object? pooled = reference ?? s_pool.TryRent();
        StateMachineBox<TStateMachine, TResult> box = pooled is not null
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(pooled)
            : new StateMachineBox<TStateMachine, TResult>();

        // First the builder's reference, then the copy: the builder inside the copy must know its box.
        reference = box;
        token = box.Token;
        box._stateMachine = stateMachine;
        return box;
    }

    internal override Operation? Resume(ThreadState thread)
    {
        BeginRun(thread);
        _stateMachine.MoveNext();
        return EndRun(thread) ? Finish(thread) : null;
    }

    private protected override Operation? Finish(ThreadState? thread)
    {
        _stateMachine = default!;
        return Complete(thread);
    }
}

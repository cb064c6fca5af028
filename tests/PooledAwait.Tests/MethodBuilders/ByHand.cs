using PooledAwait.MethodBuilders;

namespace PooledAwait.Tests.MethodBuilders;

/// <summary>An async method that a test writes by hand: each MoveNext takes the next step.</summary>
/// <param name="step">Takes a step, the first of which has the number 0.</param>
internal struct ByHand<TBuilder>(ByHand<TBuilder>.Step step) : IAsyncStateMachine
    where TBuilder : struct, IMethodBuilder
{
    internal delegate void Step(ref ByHand<TBuilder> method, int number);

    internal TBuilder Builder;
    private int _steps;

    /// <summary>Suspends the method; the next step is taken when the awaiter calls back.</summary>
    internal void Await<TAwaiter>(TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion => Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);

    public void MoveNext() => step(ref this, _steps++);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }
}

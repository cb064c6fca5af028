using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // each overload does what the first one says
/// <summary>What <see cref="ValueTaskAwaits"/> calls of the library's builders; for code that the build has rewritten.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IMethodBuilder
{
    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine;
}

using PooledAwait.MethodBuilders;

namespace PooledAwait.Tests;

/// <summary>A hand-written async method with one await: unlike a compiled one, it need not take the result first when resumed.</summary>
/// <typeparam name="T">The result of what is awaited.</typeparam>
internal struct HandMadeMethod<T> : IAsyncStateMachine
{
    private readonly PooledValueTask<T> _awaited;
    private readonly Func<PooledValueTask<T>, int> _rest;
    private readonly bool _awaitsValueTask;
    private PooledValueTaskMethodBuilder<int> _builder;
    private bool _isSuspended;

    private HandMadeMethod(PooledValueTask<T> awaited, Func<PooledValueTask<T>, int> rest, bool awaitsValueTask)
    {
        _awaited = awaited;
        _rest = rest;
        _awaitsValueTask = awaitsValueTask;
        _builder = PooledValueTaskMethodBuilder<int>.Create();
    }

    /// <summary>Calls the method.</summary>
    /// <param name="awaited">What it awaits.</param>
    /// <param name="rest">What it does then, and what it returns.</param>
    /// <param name="awaitsValueTask">Whether it awaits it as a ValueTask, as a method with the attribute does.</param>
    internal static PooledValueTask<int> Call(
        PooledValueTask<T> awaited, Func<PooledValueTask<T>, int> rest, bool awaitsValueTask = false)
    {
        HandMadeMethod<T> method = new(awaited, rest, awaitsValueTask);
        method._builder.Start(ref method);
        return method._builder.Task;
    }

    public void MoveNext()
    {
        int result;
        try
        {
            if (!_isSuspended)
            {
                _isSuspended = true;
                if (_awaitsValueTask)
                {
                    ValueTaskAwaiter<T> awaiter = _awaited.AsValueTask().GetAwaiter();
                    _builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
                }
                else
                {
                    PooledValueTaskAwaiter<T> awaiter = _awaited.GetAwaiter();
                    _builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
                }

                return;
            }

            result = _rest(_awaited);
        }
        catch (Exception exception)
        {
            _builder.SetException(exception);
            return;
        }

        _builder.SetResult(result);
    }

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }
}

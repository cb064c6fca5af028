using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledValueTask{T}"/> for the compiler; not for use in code.</summary>
/// <typeparam name="T">The result.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledValueTaskMethodBuilder<T> : IMethodBuilder
{
    /// <summary>Null until the method suspends, or throws.</summary>
    private MethodBox<T>? _box;

    /// <summary>The result of a method that never suspended.</summary>
    private T _result;

    /// <summary>The token of <see cref="_box"/>: kept here, so that the task is built without reading the box.</summary>
    private short _token;

    /// <summary>See <see cref="MethodBox{T}.QueueWhereThreadHasContext"/>.</summary>
    internal readonly void QueueWhereThreadHasContext() => _box?.QueueWhereThreadHasContext(_token);

    /// <summary>The task that the caller gets.</summary>
    public PooledValueTask<T> Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_token == 0)
            {
                // Read by user code before Start: a pending task, which SetResult or SetException completes.
                AsyncMethod.MakePending(ref _box, ref _token);
            }

            return new(_box, _result, _token);
        }
    }

    /// <summary>Identifies the method's run to a debugger, which calls this by the name that it has in the framework's builders.</summary>
    internal object ObjectIdForDebugger => AsyncMethod.Identify(ref _box, ref _token);

    /// <summary>Creates a builder.</summary>
    public static PooledValueTaskMethodBuilder<T> Create() => default;

    /// <summary>Runs the method up to its first suspension. Its changes to the contexts stay inside.</summary>
    /// <param name="stateMachine">The method.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    /// <summary>For the compiler; boxes are made elsewhere.</summary>
    /// <param name="stateMachine">Not used.</param>
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    /// <summary>Completes the task of a method that returned.</summary>
    /// <param name="result">Its result.</param>
    /// <exception cref="InvalidOperationException">The method has already ended.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result)
    {
        if (_token != 0)
        {
            AsyncMethod.SetResult(_box, result, _token);
            return;
        }

        // The result is stored last, because storing a reference is a call, and then MoveNext needs no register across it.
        _token = AsyncMethod.Completed;
        _result = result;
    }

    /// <summary>Completes the task of a method that threw.</summary>
    /// <param name="exception">Its exception.</param>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    /// <exception cref="InvalidOperationException">The method has already ended.</exception>
    public void SetException(Exception exception) => AsyncMethod.SetException(ref _box, ref _token, exception);

    /// <summary>Suspends the method.</summary>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The method.</param>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        StateMachineBox<TStateMachine, T>.AwaitOnCompleted(ref _box, ref _token, ref awaiter, ref stateMachine);

    /// <inheritdoc cref="AwaitOnCompleted"/>
    /// <remarks>The whole await is here, because a generic method in between would cost shared code a dictionary lookup, and one more
    /// for each call in it. Inlining keeps the library's awaiters in registers. The null test keeps the compiler from boxing
    /// them.</remarks>
    [MethodImpl(Runtimes.Unboxed)] // a few tests, of which all but one are constants
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (Runtimes.TestAwaiters && default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Operation? awaited = ((IOperationAwaiter)awaiter).Operation;
            int packedToken = ((IOperationAwaiter)awaiter).PackedToken;
            if (_box is { IsResumed: true } box)
            {
                Awaiters.Register(awaited, packedToken, box);
            }
            else
            {
                StateMachineBox<TStateMachine, T>.Suspend(ref _box, ref _token, ref stateMachine, awaited, packedToken);
            }
        }
        else
        {
            StateMachineBox<TStateMachine, T>.AwaitSlow(ref _box, ref _token, ref stateMachine, awaiter);
        }
    }
}

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>
/// <summary>Builds <see cref="PooledValueTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledValueTaskMethodBuilder : IMethodBuilder
{
    /// <summary>Null until the method suspends, or throws.</summary>
    private MethodBox<VoidResult>? _box;

    /// <summary>0 while the method runs; then the token of <see cref="_box"/>, or <see cref="AsyncMethod.Completed"/> if there is no
    /// box.</summary>
    private short _token;

    /// <summary>See <see cref="MethodBox{T}.QueueWhereThreadHasContext"/>.</summary>
    internal readonly void QueueWhereThreadHasContext() => _box?.QueueWhereThreadHasContext(_token);

    public PooledValueTask Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_token == 0)
            {
                // Read by user code before Start: a pending task, which SetResult or SetException completes.
                AsyncMethod.MakePending(ref _box, ref _token);
            }

            return new(_box, _token);
        }
    }

    internal object ObjectIdForDebugger => AsyncMethod.Identify(ref _box, ref _token);

    public static PooledValueTaskMethodBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
        Failures.ThrowIfNull(stateMachine);
#if NET
        Precompiled.Reach(stateMachine);
#endif
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult()
    {
        if (_token != 0)
        {
            AsyncMethod.SetResult(_box, default, _token);
            return;
        }

        _token = AsyncMethod.Completed;
    }

    /// <summary>The task of a method that has suspended; otherwise one without an operation.</summary>
    internal readonly PooledValueTask SuspendedTask => new(_box, _token);

    public void SetException(Exception exception) => AsyncMethod.SetException(ref _box, ref _token, exception);

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        StateMachineBox<TStateMachine, VoidResult>.AwaitOnCompleted(ref _box, ref _token, ref awaiter, ref stateMachine);

    [MethodImpl(Runtimes.Unboxed)] // as PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (Runtimes.TestAwaiters && default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Operation? awaited = ((IOperationAwaiter)awaiter).Operation;
            int packedToken = ((IOperationAwaiter)awaiter).PackedToken;
            if (_box is { IsResumed: true } box)
            {
                Awaiters.Register(awaited, packedToken, box);
            }
            else
            {
                StateMachineBox<TStateMachine, VoidResult>.Suspend(ref _box, ref _token, ref stateMachine, awaited, packedToken);
            }
        }
        else
        {
            StateMachineBox<TStateMachine, VoidResult>.AwaitSlow(ref _box, ref _token, ref stateMachine, awaiter);
        }
    }
}

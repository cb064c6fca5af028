using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>

/// <summary>Builds <see cref="FireAndForget"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct FireAndForgetMethodBuilder : IMethodBuilder
{
    private PooledValueTaskMethodBuilder _builder;

    /// <summary>The caller's context, or null. It is told of the method's start and end, as by <c>async void</c>.</summary>
    private SynchronizationContext? _synchronizationContext;

    /// <summary>The value that the caller gets. The compiler reads it once, when the method first suspends or ends.</summary>
    public readonly FireAndForget Task
    {
        get
        {
            _builder.SuspendedTask.Forget();
            return default;
        }
    }

    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    /// <summary>Makes a builder, and tells the current SynchronizationContext that an operation has begun.</summary>
    public static FireAndForgetMethodBuilder Create()
    {
        FireAndForgetMethodBuilder builder = default;
        SynchronizationContext? context = SynchronizationContext.Current;
        if (context is not null)
        {
            context.OperationStarted();
            builder._synchronizationContext = context;
        }

        return builder;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    public void SetResult()
    {
        SynchronizationContext? context = _synchronizationContext;
        _synchronizationContext = null;
        FireAndForget.NotifyCompleted(context);
        _builder.SetResult();
    }

    public void SetException(Exception exception)
    {
        Failures.ThrowIfNull(exception);

        // Handlers run here, so that their changes to the contexts stay inside the method. The method then ends as if it had returned.
        FireAndForget.Report(exception);
        SetResult();
    }

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}

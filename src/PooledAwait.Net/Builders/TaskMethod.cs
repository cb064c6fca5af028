namespace PooledAwait.MethodBuilders;

/// <summary>Shared by the builders of real Tasks: the framework's builder and, once the method has suspended, a pooled box.</summary>
internal struct TaskMethod<TResult, TBuilder>
    where TBuilder : struct, IFrameworkBuilder<TResult>
{
    /// <summary>The framework's builder. Once the method has suspended, the copy in the box has the same Task.</summary>
    internal TBuilder Framework;

    /// <summary>Null until the method suspends.</summary>
    private MethodBox<TaskResult>? _box;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test in each MoveNext
    internal void SetResult(TResult result)
    {
        if (_box is null)
        {
            Framework.SetResult(result);
        }
        else
        {
            EndSuspended(result);
        }
    }

    internal void SetException(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        ThreadState? deferring = null;
        if (_box is null || TryEnd(out deferring))
        {
            Framework.SetException(exception);
            deferring?.ExpectContinuation(null);
        }
        else
        {
            Release().SetException(exception);
        }
    }

    internal void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        short token = 0;
        _ = Framework.Task;
        StateMachineBox<TStateMachine, TaskResult>.AwaitOnCompleted(ref _box, ref token, ref awaiter, ref stateMachine);
    }

    [MethodImpl(Runtimes.Unboxed)] // as PooledValueTaskMethodBuilder<T>.AwaitUnsafeOnCompleted
    internal void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (_box is { IsResumed: true } box)
        {
            box.Await(ref awaiter);
            return;
        }

        // The Task is made before the builder is copied into the box: both must hold the same one.
        short token = 0;
        _ = Framework.Task;
        StateMachineBox<TStateMachine, TaskResult>.AwaitSlow(ref _box, ref token, ref stateMachine, awaiter);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // MoveNext stays small: eight nested methods that never suspend take 7 % less time
    private void EndSuspended(TResult result)
    {
        if (TryEnd(out ThreadState? deferring))
        {
            Framework.SetResult(result);
            deferring?.ExpectContinuation(null);
        }
        else
        {
            Release().SetResult(result);
        }
    }

    /// <summary>Ends the method, if a trampoline runs it. If the Task is complete, the box serves another method by now.</summary>
    /// <param name="deferring">The thread, if that trampoline is its innermost one, and resumes the box that awaits the Task.</param>
    private bool TryEnd(out ThreadState? deferring)
    {
        deferring = null;
        if (Framework.Task.IsCompleted || !_box!.TryEndStateMachine())
        {
            return false;
        }

        if (FrameworkBoxes.ContinuationOf(Framework.Task) is { } continuation)
        {
            ThreadState thread = ThreadState.Current;
            if (_box.HasEndedUnder(thread))
            {
                thread.ExpectContinuation(continuation);
                deferring = thread;
            }
        }

        return true;
    }

    /// <summary>Gives the box back to its pool, where the first await threw instead of registering, so that no trampoline runs the method.
    /// The result is a copy of the framework's builder, because this one may be part of the box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private readonly TBuilder Release()
    {
        TBuilder framework = Framework;
        if (framework.Task.IsCompleted)
        {
            throw Failures.AlreadyCompleted();
        }

        _box!.Release();
        return framework;
    }
}

namespace PooledAwait;

/// <summary>The box of a suspended async method: it holds the state machine until the method ends, for all of its awaits.</summary>
/// <remarks>Where a Task has the method's result, no handle refers to the box, and it returns to its pool when MoveNext has returned. A
/// debugger that asks for a method before its first suspension gets a box of type IAsyncStateMachine, which only the method
/// keeps.</remarks>
/// <typeparam name="TResult">The method's result; <see cref="TaskResult"/> if a Task has it.</typeparam>
[StackTraceHidden]
internal class StateMachineBox<TStateMachine, TResult>(OperationPool pool) : MethodBox<TResult>(pool)
    where TStateMachine : IAsyncStateMachine
{
    private static readonly OperationPool s_pool =
        OperationPools.Create(typeof(TStateMachine), typeof(StateMachineBox<TStateMachine, TResult>));

    private TStateMachine _stateMachine = default!;

    private protected TStateMachine StateMachine => _stateMachine;

    /// <summary>Makes a box of the class that this runtime takes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare; and Mono would not inline a caller that contains this constructor
    internal static StateMachineBox<TStateMachine, TResult> Create(OperationPool pool)
    {
#if NET
        if (FrameworkBoxes.AreRecognized)
        {
            return CreateRecognized(pool);
        }
#endif
        return new StateMachineBox<TStateMachine, TResult>(pool);
    }

    /// <summary>Suspends the method at an awaiter that has no UnsafeOnCompleted.</summary>
    internal static void AwaitOnCompleted<TAwaiter>(
        ref MethodBox<TResult>? reference, ref short token, ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
    {
        if (reference is null)
        {
            Rent(ref reference, ref token, ref stateMachine, ThreadState.Current);
        }
        else if (!reference.IsResumed)
        {
            MoveTo(reference, ref stateMachine);
        }

        reference!.AwaitOnCompleted(ref awaiter);
    }

    /// <summary>The method's first suspension, at an operation or a yield. Rents the box, moves the state machine in, and registers it
    /// last. <paramref name="reference"/> and <paramref name="token"/> are fields of the builder, and so part of the state
    /// machine.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // the method suspends, and MoveNext stays small
    internal static void Suspend(
        ref MethodBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, Operation? awaited, int packedToken)
    {
        if (reference is not null)
        {
            MoveTo(reference, ref stateMachine);
            Awaiters.Register(awaited, packedToken, reference);
            return;
        }

        ThreadState thread = ThreadState.Current;
        if (!RuntimeFeature.IsDynamicCodeCompiled)
        {
            // NativeAOT compiles this for each method, so that what is the same in all of them is calls.
            Awaiters.RegisterCaptured(awaited, packedToken, Rent(ref reference, ref token, ref stateMachine, thread), thread);
            return;
        }

        // The same written out: with seven nested methods that suspend, the calls take 4 % more instructions. The capture stands between
        // the narrow stores to the state machine and the wide loads that copy it: those wait for the stores.
        object? pooled = s_pool.TryRent(thread);
        StateMachineBox<TStateMachine, TResult> box = pooled is not null
            ? Cast.To<StateMachineBox<TStateMachine, TResult>>(pooled)
            : Create(s_pool);
        reference = box;
        token = box.Token;
        box.Begin(thread);
        object? schedulingContext = Awaiters.SchedulingContextFor(packedToken, thread);
        box._stateMachine = stateMachine;
        Awaiters.Register(awaited, packedToken, box, schedulingContext);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // by value: a reference would keep the awaiter of the hot path in memory
    internal static void AwaitSlow<TAwaiter>(
        ref MethodBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        if (typeof(TAwaiter) == typeof(FailureAwaiter))
        {
            // The method ends here.
            reference ??= BareBox<TResult>.Rent();
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

        if (reference is not null)
        {
            MoveTo(reference, ref stateMachine);
            reference.Await(ref awaiter);
            return;
        }

        ThreadState thread = ThreadState.Current;
        Rent(ref reference, ref token, ref stateMachine, thread).AwaitForeign(ref awaiter, thread);
    }

    /// <summary>Rents a box, captures the context, and moves the state machine in. The builder's box and token are set before, because the
    /// builder in the copy must know its box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every first suspension
    private static StateMachineBox<TStateMachine, TResult> Rent(
        ref MethodBox<TResult>? reference, ref short token, ref TStateMachine stateMachine, ThreadState thread)
    {
        StateMachineBox<TStateMachine, TResult>? box = Cast.OrNull<StateMachineBox<TStateMachine, TResult>>(TryRent(s_pool, thread));
        if (box is null)
        {
            box = Create(s_pool);
            box.BeginFirst();
        }

        reference = box;
        token = box.Token;
        box._stateMachine = stateMachine;
        return box;
    }

    /// <summary>Moves the state machine into the builder's box, after an await that threw or for a debugger.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private static void MoveTo(MethodBox<TResult> reference, ref TStateMachine stateMachine)
    {
        switch (reference)
        {
            case StateMachineBox<TStateMachine, TResult> own:
                own._stateMachine = stateMachine;
                break;
            case StateMachineBox<IAsyncStateMachine, TResult> debugged:
                debugged._stateMachine = stateMachine;
                break;
            default:
                throw Failures.SuspendedTooLate();
        }
    }

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        BeginRun(thread.TrampolineId);
        _stateMachine.MoveNext();
        if (!TryTakeEnded(thread.TrampolineId))
        {
            return null;
        }

        _stateMachine = default!;
        if (typeof(TResult) == typeof(TaskResult))
        {
            // The builder has completed the Task. No handle refers to the box. If the last await threw, its context is still here.
            SetFailure(null);
            Recycle(thread);
            return null;
        }

        return this;
    }

    private protected override void ClearStateMachine() => _stateMachine = default!;

#if NET
    /// <summary>A separate method, because a runtime that doesn't accept the class fails to compile it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1859", Justification = "The caller must not load the class.")]
    private static StateMachineBox<TStateMachine, TResult> CreateRecognized(OperationPool pool) => new Recognized(pool);

    /// <summary>The box that the framework's awaiters and Tasks treat as one of the framework's.</summary>
    private sealed class Recognized(OperationPool pool)
        : StateMachineBox<TStateMachine, TResult>(pool), IAsyncStateMachineBox, IDiagnosticBox
    {
        Action IAsyncStateMachineBox.MoveNextAction => ResumeAction;

        void IAsyncStateMachineBox.MoveNext() => ResumeFromForeignAwaiter();

        IAsyncStateMachine IAsyncStateMachineBox.GetStateMachineObject() => StateMachine;

        /// <summary>Does nothing, because the box may serve another method by now, and is cleared before it returns to its pool.</summary>
        void IAsyncStateMachineBox.ClearStateUponCompletion()
        {
        }

        /// <summary>Tells which method this is, where it is suspended, and the box of the method that awaits it.</summary>
        public bool GetDiagnosticData(out ulong methodId, out int state, out object? continuation)
        {
            object? stateMachine = StateMachine;
            methodId = MethodDiagnostics<TStateMachine>.MethodId;
            state = MethodDiagnostics<TStateMachine>.StateOf(stateMachine);
            continuation = MethodDiagnostics.FindNext(
                typeof(TResult) == typeof(TaskResult) ? MethodDiagnostics<TStateMachine>.TaskOf(stateMachine) : FindAwaitingBox());
            return true;
        }
    }
#endif
}

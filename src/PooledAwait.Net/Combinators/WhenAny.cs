namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <summary>Completes with the outcome of the first task that completes.</summary>
    /// <remarks>As with Task.WhenAny, an error or a cancellation belongs to the winner: reading its result throws, and <c>await</c> does
    /// not. The call consumes all tasks. The others are consumed in the background: results are dropped, and errors are reported as
    /// unobserved. A task that is passed twice, or that is awaited or consumed elsewhere, makes this fail with an
    /// <see cref="InvalidOperationException"/>. If several are complete from the start, the first in order wins. A ValueTask over a
    /// long-lived Task keeps one small object for each call until it completes, as every await of it does.</remarks>
    /// <param name="tasks">The tasks, copied; at least one.</param>
    /// <exception cref="ArgumentException">There is no task.</exception>
    public static PooledValueTask<Completion<T>> WhenAny<T>(params ReadOnlySpan<PooledValueTask<T>> tasks) =>
        WhenAnyOperation<T, Completion<T>>.Run<PooledValueTask<T>, PooledInput<T>>(tasks);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    /// <exception cref="ArgumentNullException">The list is null.</exception>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion<T>> WhenAny<T>(IReadOnlyList<PooledValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion> WhenAny(params ReadOnlySpan<PooledValueTask> tasks) =>
        WhenAnyOperation<VoidResult, Completion>.Run<PooledValueTask, PooledInput>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion> WhenAny(IReadOnlyList<PooledValueTask> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion<T>> WhenAny<T>(params ReadOnlySpan<ValueTask<T>> tasks) =>
        WhenAnyOperation<T, Completion<T>>.Run<ValueTask<T>, ValueTaskInput<T>>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion<T>> WhenAny<T>(IReadOnlyList<ValueTask<T>> tasks) => ListSpan.Pass(tasks, WhenAny);

    /// <inheritdoc cref="WhenAny{T}(ReadOnlySpan{PooledValueTask{T}})"/>
    public static PooledValueTask<Completion> WhenAny(params ReadOnlySpan<ValueTask> tasks) =>
        WhenAnyOperation<VoidResult, Completion>.Run<ValueTask, ValueTaskInput>(tasks);

    /// <inheritdoc cref="WhenAny{T}(IReadOnlyList{PooledValueTask{T}})"/>
    [OverloadResolutionPriority(-1)] // an array takes the overload of spans
    public static PooledValueTask<Completion> WhenAny(IReadOnlyList<ValueTask> tasks) => ListSpan.Pass(tasks, WhenAny);
}

/// <summary>Waits for the first of several inputs. Each pending one gets a <see cref="Listener{T}"/>; a late input is consumed by its
/// listener, perhaps while this object serves another use.</summary>
[PublicName("PooledValueTask.WhenAny")]
internal sealed class WhenAnyOperation<T, TCompletion>() : Operation<TCompletion>(s_pool), IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAnyOperation<T, TCompletion>));

    internal static PooledValueTask<TCompletion> Run<TTask, TKind>(ReadOnlySpan<TTask> tasks)
        where TKind : struct, IInputKind<TTask, T>
    {
        if (tasks.IsEmpty)
        {
            throw Failures.NoTasks(nameof(tasks));
        }

        WhenAnyOperation<T, TCompletion> any = s_pool.TryRent<WhenAnyOperation<T, TCompletion>>() ?? new WhenAnyOperation<T, TCompletion>();
        PooledValueTask<TCompletion> first = new(any, default, any.Token);
        object? mistake = null;
        for (int i = 0; i < tasks.Length; i++)
        {
            // If inputs are complete from the start, the first of them decides here, unless a pending one before it completes meanwhile.
            mistake = Listener<T>.Listen(default(TKind).ToPooled(tasks[i]), i, any, first._token) ?? mistake;
        }

        if (mistake is null)
        {
            return first;
        }

        // A mistake is reported even if an input has already decided the outcome.
        first.Forget();
        return PooledValueTask.Failed<TCompletion>(mistake);
    }

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        // A failure reports itself as unobserved, unless the awaiter reads it. A loser's always does.
        bool isMistake = failure is not null && UnusableInputException.IsIn(failure);
        failure = Failure.MakeUnobserved(failure);
        TCompletion completion = isMistake ? default : default(TCompletion).Of(index, result, failure);
        return TryDecide(token, completion, isMistake ? failure : null) ? this : null;
    }
}

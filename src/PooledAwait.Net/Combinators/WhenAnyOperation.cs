namespace PooledAwait;

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

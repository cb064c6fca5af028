using System;

namespace PooledAwait;

/// <summary>
/// Waits for the first of several inputs. Each pending one gets a <see cref="Listener{T}"/>; a late input is consumed by its listener,
/// perhaps while this object serves another use.
/// </summary>
/// <typeparam name="T">The inputs' result; <see cref="VoidResult"/> if they have none.</typeparam>
/// <typeparam name="TCompletion">The kind of completion.</typeparam>
[PublicName("PooledValueTask.WhenAny")]
internal sealed class WhenAnyOperation<T, TCompletion> : RacedOperation<TCompletion>, IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAnyOperation<T, TCompletion>));

    private WhenAnyOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for tasks.</summary>
    internal static PooledValueTask<TCompletion> Run<TTask, TKind>(ReadOnlySpan<TTask> tasks)
        where TKind : struct, IInputKind<TTask, T>
    {
        if (tasks.IsEmpty)
        {
            throw Failures.NoTasks(nameof(tasks));
        }

        WhenAnyOperation<T, TCompletion> any = s_pool.TryRent<WhenAnyOperation<T, TCompletion>>() ?? new WhenAnyOperation<T, TCompletion>();
        short token = any.BeginSetup();
        object? mistake = null;
        for (int i = 0; i < tasks.Length; i++)
        {
            // Of inputs that are complete from the start the first decides here, unless a pending one before it completes meanwhile.
            mistake = Listener<T>.Listen(default(TKind).ToPooled(tasks[i]), i, any, token) ?? mistake;
        }

        any.EndSetup(token, mistake);
        return new PooledValueTask<TCompletion>(any, default, token);
    }

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        // A failure reports itself, unless the awaiter looks at it: a loser's always does.
        bool isMistake = failure is not null && UnusableInputException.IsIn(failure);
        failure = Failure.MakeUnobserved(failure);
        TCompletion completion = isMistake ? default : default(TCompletion).Of(index, result, failure);
        return TryDecide(token, completion, isMistake ? failure : null) && TryEnd() ? this : null;
    }
}

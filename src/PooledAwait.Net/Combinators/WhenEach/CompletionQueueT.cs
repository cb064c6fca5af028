using System;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The side of the queue that knows the inputs.</summary>
/// <typeparam name="T">The inputs' result; <see cref="VoidResult"/> if they have none.</typeparam>
/// <typeparam name="TCompletion">The kind of completion.</typeparam>
[PublicName("PooledValueTask.WhenEach")]
internal sealed class CompletionQueue<T, TCompletion> : CompletionQueue<TCompletion>, IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CompletionQueue<T, TCompletion>));

    private CompletionQueue()
        : base(s_pool)
    {
    }

    /// <summary>Takes tasks.</summary>
    internal static CompletionSequence<TCompletion> Run<TTask, TKind>(ReadOnlySpan<TTask> tasks)
        where TKind : struct, IInputKind<TTask, T>
    {
        CompletionQueue<T, TCompletion> queue = s_pool.TryRent<CompletionQueue<T, TCompletion>>() ?? new CompletionQueue<T, TCompletion>();
        short token = queue.Begin(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            // Listeners are resumed inside the completing thread, so that their order is that of the completions; the consumer need not be.
            PooledValueTask<T> task = default(TKind).ToPooled(tasks[i]);
            queue.AddOptions(task._operation?.TakeOptions(task._token) ?? TaskCreationOptions.None);
            if (Listener<T>.Listen(task, i, queue, token) is { } mistake)
            {
                queue.Put(default(TCompletion).Of(i, default!, Failure.MakeUnobserved(mistake)));
            }
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <remarks>Ignores the token, because the queue is not recycled before its last input has completed.</remarks>
    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure) =>
        Put(default(TCompletion).Of(index, result, Failure.MakeUnobserved(failure)));
}

using System;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The side of the queue that knows the inputs.</summary>
/// <typeparam name="T">The inputs' result; <see cref="VoidResult"/> if they have none.</typeparam>
/// <typeparam name="TCompletion">The kind of completion.</typeparam>
internal sealed class CompletionQueue<T, TCompletion> : CompletionQueue<TCompletion>, IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CompletionQueue<T, TCompletion>));

    private CompletionQueue()
        : base(s_pool)
    {
    }

    /// <summary>Takes tasks with results.</summary>
    internal static CompletionSequence<TCompletion> Run(ReadOnlySpan<PooledValueTask<T>> tasks)
    {
        CompletionQueue<T, TCompletion> queue = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            queue.Add(i, tasks[i]);
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask{T}})"/>
    internal static CompletionSequence<TCompletion> Run(ReadOnlySpan<ValueTask<T>> tasks)
    {
        CompletionQueue<T, TCompletion> queue = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            queue.Add(i, Bridge.Of(tasks[i]));
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <summary>Takes tasks without results.</summary>
    internal static CompletionSequence<TCompletion> Run(ReadOnlySpan<PooledValueTask> tasks)
    {
        CompletionQueue<T, TCompletion> queue = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            queue.Add(i, tasks[i]);
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask})"/>
    internal static CompletionSequence<TCompletion> Run(ReadOnlySpan<ValueTask> tasks)
    {
        CompletionQueue<T, TCompletion> queue = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            queue.Add(i, Bridge.Of(tasks[i]));
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <remarks>Ignores the token, because the queue is not recycled before its last listener has reported.</remarks>
    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure) =>
        Put(default(TCompletion).Of(index, result, Failure.MakeUnobserved(failure)), fromListener: true);

    private protected override void ReportUnobserved(in TCompletion completion)
    {
        object? failure = completion.Failure;
        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }
    }

    private static CompletionQueue<T, TCompletion> Rent(int total)
    {
        CompletionQueue<T, TCompletion> queue = s_pool.TryRent<CompletionQueue<T, TCompletion>>() ?? new CompletionQueue<T, TCompletion>();
        queue.Begin(total);
        return queue;
    }

    private void Add(int index, in PooledValueTask<T> task)
    {
        if (task._operation is null)
        {
            PutCompleted(index, task._result, null);
        }
        else
        {
            Add(new Input(task._operation, task._token, index));
        }
    }

    private void Add(int index, in PooledValueTask task)
    {
        if (task._operation is null)
        {
            PutCompleted(index, default!, null);
        }
        else
        {
            Add(new Input(task._operation, task._token, index));
        }
    }

    private void Add(in Input input)
    {
        bool isListening = false;
        try
        {
            if (input.IsCompleted)
            {
                object? failure = input.Consume(out T result);
                PutCompleted(input.Index, result, failure);
            }
            else
            {
                AddListener();
                isListening = true;
                Listener<T>.Listen(input, this, Token);
            }
        }
        catch (InvalidOperationException exception)
        {
            object? mistake = Failure.MakeUnobserved(new UnusableInputException(exception));
            Put(default(TCompletion).Of(input.Index, default!, mistake), isListening)?.Complete();
        }
    }

    private void PutCompleted(int index, T result, object? failure) =>
        Put(default(TCompletion).Of(index, result, Failure.MakeUnobserved(failure)), fromListener: false)?.Complete();
}

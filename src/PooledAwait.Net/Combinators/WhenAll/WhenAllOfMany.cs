using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Waits for any number of inputs of one type.</summary>
/// <typeparam name="T">The inputs' result; <see cref="VoidResult"/> if they have none.</typeparam>
/// <typeparam name="TResult">An array of the results; <see cref="VoidResult"/> if the caller has given the memory for them.</typeparam>
internal sealed class WhenAllOfMany<T, TResult> : WhenAllOperation<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOfMany<T, TResult>));

    /// <summary>Receives the results; empty for inputs without results.</summary>
    private Memory<T> _destination;

    private WhenAllOfMany()
        : base(s_pool)
    {
    }

    /// <summary>Waits for tasks with results.</summary>
    /// <param name="tasks">The tasks.</param>
    /// <param name="destination">At least as long as the list of tasks.</param>
    /// <param name="result">The operation's result.</param>
    internal static PooledValueTask<TResult> Run(ReadOnlySpan<PooledValueTask<T>> tasks, Memory<T> destination, TResult result)
    {
        // Gets the span first, because a memory manager may throw, and then nothing may be rented or consumed.
        Span<T> results = destination.Span;
        WhenAllOfMany<T, TResult> all = Rent(destination, result);
        for (int i = 0; i < tasks.Length; i++)
        {
            all.Add(i, tasks[i], ref results[i]);
        }

        return new PooledValueTask<TResult>(all, default!, all.Start());
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask{T}}, Memory{T}, TResult)"/>
    internal static PooledValueTask<TResult> Run(ReadOnlySpan<ValueTask<T>> tasks, Memory<T> destination, TResult result)
    {
        // Gets the span first, because a memory manager may throw, and then nothing may be rented or consumed.
        Span<T> results = destination.Span;
        WhenAllOfMany<T, TResult> all = Rent(destination, result);
        for (int i = 0; i < tasks.Length; i++)
        {
            all.Add(i, Bridge.Of(tasks[i]), ref results[i]);
        }

        return new PooledValueTask<TResult>(all, default!, all.Start());
    }

    /// <summary>Waits for tasks without results.</summary>
    /// <param name="tasks">The tasks.</param>
    internal static PooledValueTask<TResult> Run(ReadOnlySpan<PooledValueTask> tasks)
    {
        WhenAllOfMany<T, TResult> all = Rent(default, default!);
        for (int i = 0; i < tasks.Length; i++)
        {
            all.Add(i, tasks[i]);
        }

        return new PooledValueTask<TResult>(all, default!, all.Start());
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask})"/>
    internal static PooledValueTask<TResult> Run(ReadOnlySpan<ValueTask> tasks)
    {
        WhenAllOfMany<T, TResult> all = Rent(default, default!);
        for (int i = 0; i < tasks.Length; i++)
        {
            all.Add(i, Bridge.Of(tasks[i]));
        }

        return new PooledValueTask<TResult>(all, default!, all.Start());
    }

    private protected override object? ConsumeInput(in Input input)
    {
        object? failure = input.Consume(out T result);
        return failure is null && !_destination.IsEmpty ? Store(input.Index, result) : failure;
    }

    private protected override void Clear() => _destination = default;

    private static WhenAllOfMany<T, TResult> Rent(Memory<T> destination, TResult result)
    {
        WhenAllOfMany<T, TResult> all = s_pool.TryRent<WhenAllOfMany<T, TResult>>() ?? new WhenAllOfMany<T, TResult>();
        all._destination = destination;
        all._result = result;
        return all;
    }

    /// <summary>Writes a result into the caller's memory, which is user code and may throw.</summary>
    /// <returns>Null, or the exception that the memory threw, which counts as the input's failure.</returns>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever the caller's memory throws is this call's error, and nobody else's.")]
    private Exception? Store(int index, T result)
    {
        try
        {
            _destination.Span[index] = result;
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private void Add(int index, in PooledValueTask task)
    {
        if (task._operation is not null)
        {
            Add(new Input(task._operation, task._token, index));
        }
    }
}

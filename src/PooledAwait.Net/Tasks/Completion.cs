using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <inheritdoc cref="Completion{T}"/>
/// <example><code>
/// Completion first = await PooledValueTask.WhenAny([SendAsync(stream), PooledValueTask.Delay(TimeSpan.FromSeconds(1))]);
/// first.ThrowIfFailed();
/// Console.WriteLine(first.Index == 0 ? "sent" : "still sending");
/// </code></example>
public readonly record struct Completion : ICompletion<Completion, VoidResult>
{
    /// <summary>Null, or the failure, as <see cref="PooledAwait.Failure"/> reads it.</summary>
    private readonly object? _failure;

    internal Completion(int index, object? failure)
    {
        Index = index;
        _failure = failure;
    }

    /// <summary>The index of the task among the arguments, from 0.</summary>
    public int Index { get; }

    /// <summary>Whether the task has succeeded.</summary>
    public bool IsCompletedSuccessfully => _failure is null;

    /// <summary>Whether the task failed with an error that is not a cancellation.</summary>
    public bool IsFaulted => _failure is not null && !Failure.IsCancellation(_failure);

    /// <summary>Whether the task was canceled.</summary>
    public bool IsCanceled => _failure is not null && Failure.IsCancellation(_failure);

    /// <inheritdoc cref="Completion{T}.Exception"/>
    public Exception? Exception => _failure is null ? null : Failure.ToException(_failure);

    /// <summary>Does nothing if the task succeeded.</summary>
    /// <exception cref="System.Exception">The task's error or OperationCanceledException, if it did not.</exception>
    public void ThrowIfFailed()
    {
        if (_failure is not null)
        {
            Failure.Throw(_failure);
        }
    }

    /// <summary>The outcome: "completed", "canceled", or the errors. Reading it doesn't mark an error as observed.</summary>
    public override string ToString() => _failure is null ? "completed" : Describe(_failure);

    /// <summary>Describes a failure without observing it.</summary>
    internal static string Describe(object failure) => failure switch
    {
        Fault fault => Describe(fault.Error),
        ExceptionDispatchInfo[] infos => string.Join("; ", Array.ConvertAll(infos, Describe)),
        _ => Failure.IsCancellation(failure) ? "canceled" : Describe(Failure.PeekError(failure) ?? Failure.NewTimeout()),
    };

    private static string Describe(Exception error) => $"{error.GetType().Name}: {error.Message}";

    Completion ICompletion<Completion, VoidResult>.Of(int index, VoidResult result, object? failure) => new(index, failure);
}

/// <summary>The outcome of a completed task and, if it was one of several, its index. Unlike the task it can be read any number of
/// times. It throws only when the result is read.</summary>
/// <example><code>
/// Completion&lt;int&gt; first = await PooledValueTask.WhenAny([ReadAsync(stream), ReadAsync(other)]);
/// Console.WriteLine($"Task {first.Index} was first, with {first.Result}");
/// </code></example>
public readonly record struct Completion<T> : ICompletion<Completion<T>, T>
{
    /// <summary>The default without a result.</summary>
    internal readonly T _result;

    internal readonly object? _failure;

    internal Completion(int index, T result, object? failure)
    {
        Index = index;
        _result = result;
        _failure = failure;
    }

    /// <summary>The index of the task among the arguments, from 0.</summary>
    public int Index { get; }

    /// <summary>Whether the task has a result.</summary>
    public bool IsCompletedSuccessfully => _failure is null;

    /// <summary>Whether the task failed with an error that is not a cancellation.</summary>
    public bool IsFaulted => _failure is not null && !Failure.IsCancellation(_failure);

    /// <summary>Whether the task was canceled.</summary>
    public bool IsCanceled => _failure is not null && Failure.IsCancellation(_failure);

    /// <summary>The error or the OperationCanceledException, or null; for a WhenAll with several errors, an AggregateException.</summary>
    public Exception? Exception => _failure is null ? null : Failure.ToException(_failure);

    /// <summary>The task's result.</summary>
    /// <exception cref="System.Exception">The task's error or OperationCanceledException, if it has no result.</exception>
    public T Result
    {
        get
        {
            if (_failure is not null)
            {
                Failure.Throw(_failure);
            }

            return _result;
        }
    }

    /// <summary>Deconstructs the completion.</summary>
    /// <param name="index">See <see cref="Index"/>.</param>
    /// <param name="result">See <see cref="Result"/>.</param>
    /// <exception cref="System.Exception">The task's error or OperationCanceledException, if it has no result.</exception>
    public void Deconstruct(out int index, out T result)
    {
        index = Index;
        result = Result;
    }

    /// <summary>The outcome: the result, "canceled", or the errors. Reading it doesn't mark an error as observed.</summary>
    public override string ToString() => _failure is null ? $"{_result}" : Completion.Describe(_failure);

    Completion<T> ICompletion<Completion<T>, T>.Of(int index, T result, object? failure) => new(index, result, failure);
}

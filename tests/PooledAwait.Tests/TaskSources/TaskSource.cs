namespace PooledAwait.Tests;

/// <summary>A TaskCompletionSource, or one of the structs that must behave the same; results are the int 42 or nothing.</summary>
internal sealed class TaskSource(Func<Task> task)
{
    internal const int Value = 42;

    internal Task Task => task();

    internal bool IsNull { get; private init; }

    internal required Action SetResult { get; init; }

    internal required Action<Exception> SetException { get; init; }

    internal required Action<CancellationToken> SetCanceled { get; init; }

    internal required Func<bool> TrySetResult { get; init; }

    internal required Func<Exception, bool> TrySetException { get; init; }

    internal required Func<CancellationToken, bool> TrySetCanceled { get; init; }

    internal Action Dispose { get; private init; } = static () => { };

    /// <summary>Makes one.</summary>
    /// <param name="kind">Which.</param>
    /// <param name="options">Where its continuations run.</param>
    internal static TaskSource Create(TaskSourceKind kind, TaskCreationOptions options = TaskCreationOptions.None) => kind switch
    {
        TaskSourceKind.Framework => Of(new TaskCompletionSource<int>(options)),
        TaskSourceKind.Value => Of(ValueTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.Lazy => Of(LazyTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.LazyWithoutResult => Of(LazyTaskCompletionSource.Create(options)),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    internal static TaskSource CreateDefault(TaskSourceKind kind) => kind switch
    {
        TaskSourceKind.Value => Of(default(ValueTaskCompletionSource<int>)),
        TaskSourceKind.Lazy => Of(default(LazyTaskCompletionSource<int>)),
        TaskSourceKind.LazyWithoutResult => Of(default(LazyTaskCompletionSource)),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    private static TaskSource Of(TaskCompletionSource<int> source) => new(() => source.Task)
    {
        SetResult = () => source.SetResult(Value),
        SetException = source.SetException,
        SetCanceled = source.SetCanceled,
        TrySetResult = () => source.TrySetResult(Value),
        TrySetException = source.TrySetException,
        TrySetCanceled = source.TrySetCanceled,
    };

    private static TaskSource Of(ValueTaskCompletionSource<int> source) => new(() => source.Task)
    {
        IsNull = source.IsNull,
        SetResult = () => source.SetResult(Value),
        SetException = source.SetException,
        SetCanceled = source.SetCanceled,
        TrySetResult = () => source.TrySetResult(Value),
        TrySetException = source.TrySetException,
        TrySetCanceled = source.TrySetCanceled,
    };

    private static TaskSource Of(LazyTaskCompletionSource<int> source) => new(() => source.Task)
    {
        IsNull = source.IsNull,
        SetResult = () => source.SetResult(Value),
        SetException = source.SetException,
        SetCanceled = source.SetCanceled,
        TrySetResult = () => source.TrySetResult(Value),
        TrySetException = source.TrySetException,
        TrySetCanceled = source.TrySetCanceled,
        Dispose = source.Dispose,
    };

    private static TaskSource Of(LazyTaskCompletionSource source) => new(() => source.Task)
    {
        IsNull = source.IsNull,
        SetResult = source.SetResult,
        SetException = source.SetException,
        SetCanceled = source.SetCanceled,
        TrySetResult = source.TrySetResult,
        TrySetException = source.TrySetException,
        TrySetCanceled = source.TrySetCanceled,
        Dispose = source.Dispose,
    };
}

/// <summary>Which source.</summary>
public enum TaskSourceKind
{
    /// <summary>TaskCompletionSource: what the others are compared with.</summary>
    Framework,

    /// <summary>ValueTaskCompletionSource of int.</summary>
    Value,

    /// <summary>LazyTaskCompletionSource of int.</summary>
    Lazy,

    /// <summary>LazyTaskCompletionSource.</summary>
    LazyWithoutResult,
}

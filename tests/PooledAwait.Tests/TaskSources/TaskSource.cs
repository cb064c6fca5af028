namespace PooledAwait.Tests;

/// <summary>A TaskCompletionSource, or one of the structs that must behave the same; results are the int 42 or nothing.</summary>
/// <param name="source">They have no type in common: members are found by their names.</param>
/// <param name="hasResult">Whether its tasks have a result.</param>
internal sealed class TaskSource(dynamic source, bool hasResult = true)
{
    internal const int Value = 42;

    internal Task Task => source.Task;

    internal bool IsNull => source.IsNull;

    /// <summary>Makes one.</summary>
    /// <param name="kind">Which.</param>
    /// <param name="options">Where its continuations run.</param>
    internal static TaskSource Create(TaskSourceKind kind, TaskCreationOptions options = TaskCreationOptions.None) => kind switch
    {
        TaskSourceKind.Framework => new(new TaskCompletionSource<int>(options)),
        TaskSourceKind.Value => new(ValueTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.Lazy => new(LazyTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.LazyWithoutResult => new(LazyTaskCompletionSource.Create(options), hasResult: false),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    internal static TaskSource CreateDefault(TaskSourceKind kind) => kind switch
    {
        TaskSourceKind.Value => new(default(ValueTaskCompletionSource<int>)),
        TaskSourceKind.Lazy => new(default(LazyTaskCompletionSource<int>)),
        TaskSourceKind.LazyWithoutResult => new(default(LazyTaskCompletionSource), hasResult: false),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    internal bool TrySetResult() => hasResult ? source.TrySetResult(Value) : source.TrySetResult();

    internal bool TrySetException(Exception exception) => source.TrySetException(exception);

    internal bool TrySetCanceled(CancellationToken token) => source.TrySetCanceled(token);

    internal void SetResult()
    {
        if (hasResult)
        {
            source.SetResult(Value);
        }
        else
        {
            source.SetResult();
        }
    }

    internal void SetException(Exception exception) => source.SetException(exception);

    internal void SetCanceled(CancellationToken token) => source.SetCanceled(token);

    internal void Dispose() => (source as IDisposable)?.Dispose();
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

using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>A TaskCompletionSource, or one of the structs that must behave the same; results are the int 42 or nothing.</summary>
internal abstract class TaskSource
{
    internal const int Value = 42;

    /// <summary>Makes one.</summary>
    /// <param name="kind">Which.</param>
    /// <param name="options">Where its continuations run.</param>
    internal static TaskSource Create(TaskSourceKind kind, TaskCreationOptions options = TaskCreationOptions.None) => kind switch
    {
        TaskSourceKind.Framework => new Framework(new TaskCompletionSource<int>(
            options)),
        TaskSourceKind.Value => new OfValue(ValueTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.Lazy => new OfLazy(LazyTaskCompletionSource<int>.Create(options)),
        TaskSourceKind.LazyWithoutResult => new OfLazyWithoutResult(LazyTaskCompletionSource.Create(options)),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    internal static TaskSource CreateDefault(TaskSourceKind kind) => kind switch
    {
        TaskSourceKind.Value => new OfValue(default),
        TaskSourceKind.Lazy => new OfLazy(default),
        TaskSourceKind.LazyWithoutResult => new OfLazyWithoutResult(default),
        _ => throw new ArgumentOutOfRangeException(nameof(kind)),
    };

    internal abstract Task Task { get; }

    internal abstract bool IsNull { get; }

    internal abstract void SetResult();

    internal abstract void SetException(Exception exception);

    internal abstract void SetCanceled(CancellationToken cancellationToken);

    internal abstract bool TrySetResult();

    internal abstract bool TrySetException(Exception exception);

    internal abstract bool TrySetCanceled(CancellationToken cancellationToken);

    internal abstract void Dispose();

    private sealed class Framework(TaskCompletionSource<int> source) : TaskSource
    {
        internal override Task Task => source.Task;

        internal override bool IsNull => false;

        internal override void SetResult() => source.SetResult(Value);

        internal override void SetException(Exception exception) => source.SetException(exception);

        internal override void SetCanceled(CancellationToken cancellationToken) => source.SetCanceled(cancellationToken);

        internal override bool TrySetResult() => source.TrySetResult(Value);

        internal override bool TrySetException(Exception exception) => source.TrySetException(exception);

        internal override bool TrySetCanceled(CancellationToken cancellationToken) => source.TrySetCanceled(cancellationToken);

        internal override void Dispose()
        {
        }
    }

    private sealed class OfValue(ValueTaskCompletionSource<int> source) : TaskSource
    {
        internal override Task Task => source.Task;

        internal override bool IsNull => source.IsNull;

        internal override void SetResult() => source.SetResult(Value);

        internal override void SetException(Exception exception) => source.SetException(exception);

        internal override void SetCanceled(CancellationToken cancellationToken) => source.SetCanceled(cancellationToken);

        internal override bool TrySetResult() => source.TrySetResult(Value);

        internal override bool TrySetException(Exception exception) => source.TrySetException(exception);

        internal override bool TrySetCanceled(CancellationToken cancellationToken) => source.TrySetCanceled(cancellationToken);

        internal override void Dispose()
        {
        }
    }

    private sealed class OfLazy(LazyTaskCompletionSource<int> source) : TaskSource
    {
        internal override Task Task => source.Task;

        internal override bool IsNull => source.IsNull;

        internal override void SetResult() => source.SetResult(Value);

        internal override void SetException(Exception exception) => source.SetException(exception);

        internal override void SetCanceled(CancellationToken cancellationToken) => source.SetCanceled(cancellationToken);

        internal override bool TrySetResult() => source.TrySetResult(Value);

        internal override bool TrySetException(Exception exception) => source.TrySetException(exception);

        internal override bool TrySetCanceled(CancellationToken cancellationToken) => source.TrySetCanceled(cancellationToken);

        internal override void Dispose() => source.Dispose();
    }

    private sealed class OfLazyWithoutResult(LazyTaskCompletionSource source) : TaskSource
    {
        internal override Task Task => source.Task;

        internal override bool IsNull => source.IsNull;

        internal override void SetResult() => source.SetResult();

        internal override void SetException(Exception exception) => source.SetException(exception);

        internal override void SetCanceled(CancellationToken cancellationToken) => source.SetCanceled(cancellationToken);

        internal override bool TrySetResult() => source.TrySetResult();

        internal override bool TrySetException(Exception exception) => source.TrySetException(exception);

        internal override bool TrySetCanceled(CancellationToken cancellationToken) => source.TrySetCanceled(cancellationToken);

        internal override void Dispose() => source.Dispose();
    }
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

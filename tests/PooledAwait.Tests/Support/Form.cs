using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>One of the two forms, with its result erased, so that one test serves both. Results are checked on the way out.</summary>
internal abstract class Form
{
    /// <summary>The result that every successful operation of a form with result has.</summary>
    internal const int Value = 42;

    internal static Form Of(Arity arity) => arity == Arity.WithResult ? new FormWithResult() : new FormWithoutResult();

    /// <summary>A default instance.</summary>
    internal abstract Subject Default { get; }

    /// <summary>A pending operation and its producer.</summary>
    internal abstract Producer Create(bool continuationsAsynchronously = false);

    /// <summary>An async method that awaits something and returns.</summary>
    internal abstract Subject AsyncOverTask(Func<Task> body);

    /// <summary>An async method that awaits something pooled and returns.</summary>
    internal abstract Subject Async(Func<PooledValueTask> body);

    /// <summary>An async method that runs something without awaiting, and returns.</summary>
    internal abstract Subject Sync(Action body);
}

/// <summary>The producer's end of a pending operation.</summary>
internal abstract class Producer
{
    internal abstract Subject Task { get; }

    internal abstract Operation Operation { get; }

    internal abstract short Token { get; }

    internal abstract bool IsValid { get; }

    internal abstract void SetResult();

    internal abstract bool TrySetResult();

    internal abstract bool TrySetException(Exception exception);

    internal abstract bool TrySetCanceled();
}

/// <summary>A pooled task.</summary>
internal abstract class Subject
{
    internal abstract bool IsNull { get; }

    internal abstract bool IsCompleted { get; }

    internal abstract Operation? Operation { get; }

    /// <summary>Blocks for the result, and checks it.</summary>
    internal abstract void GetResult();

    internal abstract void OnCompleted(Action continuation);

    internal abstract void UnsafeOnCompleted(Action continuation);

    internal abstract void Forget();

    /// <summary>Awaits it in a pooled method, and checks the result.</summary>
    internal abstract PooledValueTask Await();

    /// <summary>Awaits it in a pooled method, and checks the result.</summary>
    internal abstract PooledValueTask AwaitConfigured(bool continueOnCapturedContext);

    /// <summary>Awaits it in a method of the framework's builder, and checks the result.</summary>
    internal abstract Task AwaitInTask();

    /// <summary>Awaits it as a ValueTask in a pooled method, and checks the result.</summary>
    internal abstract PooledValueTask AwaitAsValueTask();

    internal abstract Task AsTask();

    internal abstract ValueTaskState ValueTaskState { get; }

    /// <summary>Preserves it, and awaits it twice.</summary>
    internal abstract Task AwaitPreservedTwice();
}

/// <summary>What a ValueTask says of itself.</summary>
internal enum ValueTaskState
{
    Pending,
    Succeeded,
    Faulted,
    Canceled,
}

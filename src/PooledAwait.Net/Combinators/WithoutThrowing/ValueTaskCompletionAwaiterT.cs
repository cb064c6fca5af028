using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The awaitable of <c>WithoutThrowing</c> for a ValueTask or a <see cref="PooledTask{T}"/>, for one await.</summary>
/// <example>
/// <code>
/// PooledValueTaskSource&lt;int&gt; source = PooledValueTaskSource&lt;int&gt;.Create(TimeSpan.FromSeconds(1));
/// Completion&lt;int&gt; reply = await source.Task.WithoutThrowing();
/// Console.WriteLine(reply.IsFaulted); // true after a second
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct ValueTaskCompletionAwaiter<T> : ICriticalNotifyCompletion
{
    private readonly ValueTask<T> _task;

    /// <summary>The Task, where the ValueTask is known to be one.</summary>
    private readonly Task<T>? _asTask;
    private readonly bool _continueOnCapturedContext;

    internal ValueTaskCompletionAwaiter(in ValueTask<T> task, Task<T>? asTask, bool continueOnCapturedContext)
    {
        _task = task;
        _asTask = asTask;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <summary>Whether the task is complete.</summary>
    public bool IsCompleted => _task.IsCompleted;

    /// <summary>Gets the awaiter; for the compiler.</summary>
    public ValueTaskCompletionAwaiter<T> GetAwaiter() => this;

    /// <summary>Says where the method that awaits continues.</summary>
    /// <param name="continueOnCapturedContext">Whether on the current SynchronizationContext or TaskScheduler.</param>
    public ValueTaskCompletionAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) => new(_task, _asTask, continueOnCapturedContext);

    /// <summary>Takes the outcome of a task that is complete; the task is not valid any more after that.</summary>
    public Completion<T> GetResult()
    {
        if (_task.IsCompletedSuccessfully)
        {
            return new Completion<T>(0, _task.Result, null);
        }

        if (_asTask is { IsCompleted: true })
        {
            return new Completion<T>(0, default!, TaskFailures.Of(_asTask));
        }

        object? failure = Outcomes.Consume(_task, out T result);
        return new Completion<T>(0, result, failure);
    }

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _task.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) =>
        _task.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().UnsafeOnCompleted(continuation);
}

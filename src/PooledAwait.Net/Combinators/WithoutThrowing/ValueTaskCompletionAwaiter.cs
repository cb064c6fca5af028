using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The awaitable of <c>WithoutThrowing</c> for a ValueTask or a <see cref="PooledTask"/>, for one await.</summary>
/// <example>
/// <code>
/// PooledValueTaskSource source = PooledValueTaskSource.Create();
/// source.SetCanceled();
/// Completion done = await source.Task.WithoutThrowing();
/// Console.WriteLine(done.IsCanceled);
/// </code>
/// </example>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct ValueTaskCompletionAwaiter : ICriticalNotifyCompletion
{
    private readonly ValueTask _task;

    /// <summary>The Task, where the ValueTask is known to be one.</summary>
    private readonly Task? _asTask;
    private readonly bool _continueOnCapturedContext;

    internal ValueTaskCompletionAwaiter(in ValueTask task, Task? asTask, bool continueOnCapturedContext)
    {
        _task = task;
        _asTask = asTask;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <inheritdoc cref="ValueTaskCompletionAwaiter{T}.IsCompleted"/>
    public bool IsCompleted => _task.IsCompleted;

    /// <inheritdoc cref="ValueTaskCompletionAwaiter{T}.GetAwaiter"/>
    public ValueTaskCompletionAwaiter GetAwaiter() => this;

    /// <inheritdoc cref="ValueTaskCompletionAwaiter{T}.ConfigureAwait"/>
    public ValueTaskCompletionAwaiter ConfigureAwait(bool continueOnCapturedContext) => new(_task, _asTask, continueOnCapturedContext);

    /// <inheritdoc cref="ValueTaskCompletionAwaiter{T}.GetResult"/>
    public Completion GetResult()
    {
        if (_task.IsCompletedSuccessfully)
        {
            _task.GetAwaiter().GetResult();
            return default;
        }

        return new Completion(0, _asTask is { IsCompleted: true } ? TaskFailures.Of(_asTask) : Outcomes.Consume(_task));
    }

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _task.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) =>
        _task.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().UnsafeOnCompleted(continuation);
}

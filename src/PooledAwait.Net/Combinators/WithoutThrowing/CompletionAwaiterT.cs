using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <see cref="PooledValueTask{T}.WithoutThrowing"/>, for one await.</summary>
/// <example>
/// <code>
/// Completion&lt;int&gt; read = await ReadAsync(stream).WaitAsync(TimeSpan.FromSeconds(1)).WithoutThrowing();
/// Console.WriteLine(read.IsCompletedSuccessfully ? $"read {read.Result}" : "too late");
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct CompletionAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal CompletionAwaiter(in OperationAwaiter<T> awaiter) => _awaiter = awaiter;

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _awaiter.IsCompleted;
    }

    Operation? IOperationAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext, with the builder's AwaitUnsafeOnCompleted
        get => _awaiter.Operation;
    }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => _awaiter.PackedToken;
    }

    /// <summary>Gets the awaiter; for the compiler.</summary>
    public CompletionAwaiter<T> GetAwaiter() => this;

    /// <summary>Says where the method that awaits continues.</summary>
    /// <param name="continueOnCapturedContext">Whether on the current SynchronizationContext or TaskScheduler.</param>
    public CompletionAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) => new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    /// <summary>Takes the outcome; the task is not valid any more after that. Blocks while it is pending.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion<T> GetResult() => _awaiter.GetCompletion();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<CompletionAwaiter<T>>(continuation);
}

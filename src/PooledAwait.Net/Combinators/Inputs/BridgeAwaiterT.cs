using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Awaits a ValueTask that is a combinator's input, and tells a handle that can't be awaited from an operation that failed.
/// </summary>
/// <typeparam name="T">The result.</typeparam>
internal readonly struct BridgeAwaiter<T> : ICriticalNotifyCompletion
{
    private readonly ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter _awaiter;

    internal BridgeAwaiter(ValueTask<T> task) => _awaiter = task.ConfigureAwait(false).GetAwaiter();

    /// <summary>For the compiler.</summary>
    public bool IsCompleted
    {
        get
        {
            try
            {
                return _awaiter.IsCompleted;
            }
            catch (InvalidOperationException exception)
            {
                throw new UnusableInputException(exception);
            }
        }
    }

    /// <summary>For the compiler.</summary>
    public BridgeAwaiter<T> GetAwaiter() => this;

    /// <summary>For the compiler.</summary>
    public T GetResult() => _awaiter.GetResult();

    /// <summary>For the compiler.</summary>
    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    /// <summary>For the compiler.</summary>
    public void UnsafeOnCompleted(Action continuation)
    {
        try
        {
            _awaiter.UnsafeOnCompleted(continuation);
        }
        catch (InvalidOperationException exception)
        {
            throw new UnusableInputException(exception);
        }
    }
}

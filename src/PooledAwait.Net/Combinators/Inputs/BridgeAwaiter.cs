using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Awaits a ValueTask that is a combinator's input, and tells a handle that can't be awaited from an operation that failed.
/// </summary>
internal readonly struct BridgeAwaiter : ICriticalNotifyCompletion
{
    private readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    internal BridgeAwaiter(ValueTask task) => _awaiter = task.ConfigureAwait(false).GetAwaiter();

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
    public BridgeAwaiter GetAwaiter() => this;

    /// <summary>For the compiler.</summary>
    public void GetResult() => _awaiter.GetResult();

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

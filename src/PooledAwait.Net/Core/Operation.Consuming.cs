using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <content>The steps of a consumer.</content>
internal abstract partial class Operation
{
    /// <summary>
    /// Whether the consumer must look for a failure. False is certain for a result that was transferred to the caller; otherwise the field
    /// may change at any moment, or be another use's.
    /// </summary>
    internal bool MayHaveFailed
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and a test at every await
        get => _contextOrFailure is not null;
    }

    /// <summary>Whether a failure may be several errors: that of tasks that were waited for, or of a Task.</summary>
    internal virtual bool MayHaveSeveralErrors => false;

    /// <summary>
    /// Consumes against other threads, and blocks while the operation is pending. The caller takes the result, clears it and calls
    /// <see cref="Recycle"/>; nobody else can see the object until then.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a ValueTask's awaiter always comes here
    private protected void ConsumeContended(short token)
    {
        if (!TryConsume(token))
        {
            ConsumeSlow(token);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void ConsumeSlow(short token)
    {
        while (!TryConsumeContended(token))
        {
            BlockingWaiter waiter = new();
            if (TryRegister(waiter, null, kind: 0, token))
            {
                waiter.Wait();
            }
        }
    }

    /// <summary>Takes the failure out; null if there is a result.</summary>
    private protected object? TakeFailure()
    {
        object? failure = _contextOrFailure;
        if (failure is not null)
        {
            // The version that the consumer has raised comes first: whoever asks for the status at the same time, and finds no failure,
            // must find that this is another use (GetStatus). A release orders no store that follows it.
            Interlocked.MemoryBarrier();
            _contextOrFailure = null;
        }

        return failure;
    }

    /// <summary>Clears the result, if there is one, so that a pooled object keeps nothing alive.</summary>
    private protected virtual void ClearResult()
    {
    }

    /// <summary>Consumes the operation as soon as it is complete, without waiting for it.</summary>
    /// <param name="token">The token of the handle.</param>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal void Forget(short token)
    {
        if (!TryRegister(Forgotten.Instance, null, kind: 0, token))
        {
            DiscardUnlessConsumed(token);
        }

        OperationTracker.Current?.Consume(this, token);
    }

    private void DiscardUnlessConsumed(short token)
    {
        // Not consumed by this call: another holder of the handle was faster, and has the result.
        if (TryConsume(token))
        {
            Discard(ThreadState.Current);
        }
    }

    private void Discard(ThreadState thread)
    {
        object? failure = TakeFailure();
        ClearResult();
        Recycle(thread);
        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }
    }
}

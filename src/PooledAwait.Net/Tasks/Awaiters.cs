using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>How our own builders recognise the awaiters of operations, and register a box without a delegate.</summary>
internal interface IOperationAwaiter
{
    /// <summary>What is awaited; null if it was complete from the start.</summary>
    Operation? Operation { get; }

    /// <summary>The rest of what the awaiter knows, in one word: <see cref="Awaiters.Handle"/>.</summary>
    int Handle { get; }
}

/// <summary>How our own builders recognise our own awaiter that only yields.</summary>
internal interface IYieldAwaiter
{
    /// <summary>Captures the context for a box, and sees to it that the box is resumed elsewhere.</summary>
    void Yield(Operation box);
}

/// <summary>What the awaiters have in common.</summary>
internal static class Awaiters
{
    private static readonly Action<object?> s_invokeAction = static continuation => ((Action)continuation!)();

    /// <summary>A token, and whether to continue on the captured SynchronizationContext or TaskScheduler: then it is negative.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Handle(short token, bool continueOnCapturedContext) => (ushort)token | (continueOnCapturedContext ? int.MinValue : 0);

    /// <summary>Suspends a box until the awaited operation completes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // from here on it is slow anyway, and MoveNext stays small
    internal static void Link(Operation? operation, int handle, Operation box)
    {
        box.CaptureContext();
        object? scheduler = handle < 0 ? Schedulers.Current : null;
        if (operation is null)
        {
            // Completed from the start: only code that registers without asking IsCompleted gets here.
            WorkItems.Queue(box, preferLocal: true);
        }
        else
        {
            operation.Link(box, (short)handle, scheduler, StateWord.Linked | StateWord.Owned);
        }
    }

    /// <summary>Registers a delegate.</summary>
    internal static void OnCompleted(Operation? operation, short token, Action continuation, bool continueOnCapturedContext, ValueTaskSourceOnCompletedFlags flags)
    {
        if (continuation is null)
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if (continueOnCapturedContext)
        {
            flags |= ValueTaskSourceOnCompletedFlags.UseSchedulingContext;
        }

        if (operation is null)
        {
            WorkItems.Queue(s_invokeAction, continuation);
        }
        else if (!operation.TryLink(continuation, token, flags))
        {
            operation.OnCompleted(s_invokeAction, continuation, token, flags);
        }
    }
}

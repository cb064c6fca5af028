using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>How our own builders recognise our own awaiters, and register a box without a delegate.</summary>
internal interface IOperationAwaiter
{
    /// <summary>Captures the context for a box, and sees to it that the box is resumed when the await is over.</summary>
    void Link(Operation box);
}

/// <summary>What the awaiters have in common.</summary>
internal static class Awaiters
{
    private static readonly Action<object?> s_invokeAction = static continuation => ((Action)continuation!)();

    /// <summary>Suspends a box until the awaited operation completes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // from here on it is slow anyway, and MoveNext stays small
    internal static void Link(Operation? operation, short token, Operation box, bool continueOnCapturedContext)
    {
        box.CaptureContext();
        if (operation is null)
        {
            // Completed from the start: only code that registers without asking IsCompleted gets here.
            WorkItems.Queue(box, preferLocal: true);
        }
        else
        {
            operation.Link(box, token, continueOnCapturedContext, StateWord.Linked | StateWord.Owned);
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

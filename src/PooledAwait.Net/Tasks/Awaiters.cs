using System;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>How our own builders recognise our own awaiters, and register a box without a delegate.</summary>
internal interface IOperationAwaiter
{
    /// <summary>Registers a box, whose context is captured, with the awaited operation.</summary>
    void Link(Operation box);
}

/// <summary>What the awaiters have in common.</summary>
internal static class Awaiters
{
    private static readonly Action<object?> s_invokeAction = static continuation => ((Action)continuation!)();

    /// <summary>Registers a box.</summary>
    internal static void Link(Operation? operation, short token, Operation box, bool continueOnCapturedContext)
    {
        if (operation is null)
        {
            // Completed from the start: only code that registers without asking IsCompleted gets here.
            WorkItems.Queue(box, preferLocal: true);
        }
        else
        {
            operation.Link(box, token, continueOnCapturedContext);
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
        else
        {
            operation.OnCompleted(s_invokeAction, continuation, token, flags);
        }
    }
}

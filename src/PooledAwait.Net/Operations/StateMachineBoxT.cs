using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>What a builder knows of the box of its suspended method: all but the state machine's type.</summary>
/// <typeparam name="TResult">The method's result.</typeparam>
internal abstract class StateMachineBox<TResult> : Operation<TResult>
{
    /// <summary>The delegate that foreign awaiters get, made at the first of them and kept with the box.</summary>
    private Action? _resume;

    private Action ResumeAction => _resume ??= ResumeFromForeignAwaiter;

    internal sealed override bool IsOwnResumption(Action resume) => ReferenceEquals(_resume, resume);

    /// <summary>Suspends the body until the awaiter calls back.</summary>
    internal void Await<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        CaptureContext();
        if (!AwaiterLinks.TryLink(ref awaiter, this))
        {
            AwaitForeignUnsafe(ref awaiter, ResumeAction);
        }
    }

    /// <summary>Suspends the body until an awaiter calls back that knows no other way than to flow the context itself.</summary>
    internal void AwaitSafe<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        CaptureContext();
        AwaitForeign(ref awaiter, ResumeAction);
    }

    /// <summary>The body has returned.</summary>
    /// <param name="result">Its result.</param>
    internal void SetResult(TResult result)
    {
        _result = result;
        SetFailure(null);
        EndBody();
    }

    /// <summary>The body has thrown.</summary>
    /// <param name="exception">Its exception.</param>
    internal void SetException(Exception exception)
    {
        SetFailure(Failure.Of(exception));
        EndBody();
    }

    /// <summary>Clears the state machine and completes what the method returned.</summary>
    /// <returns>The box that awaits, to be resumed by the caller; null if there is none.</returns>
    private protected abstract Operation? Finish();

    private void EndBody()
    {
        if (TryHandOver())
        {
            return;
        }

        Operation? next = Finish();
        if (next is not null)
        {
            Resumer.Run(next);
        }
    }
}

namespace PooledAwait;

/// <summary>
/// An operation that the first of several participants completes: an input, a timer or a cancellation. The claim on the state word decides
/// which participant is first. Its token also refuses participants of an earlier use of the object.
/// </summary>
/// <remarks>
/// A participant may win while others are still being set up. It then stores its outcome, and the thread that sets up publishes it at the
/// end, because everything that was set up must be released before the object is consumed.
/// </remarks>
internal abstract class RacedOperation<TResult> : Operation<TResult>
{
    private protected RacedOperation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>Decides between the thread that sets up and a winner meanwhile; a field.</summary>
    private protected abstract ref SetupGate Setup { get; }

    /// <summary>Ends the setup; participants may publish from here on.</summary>
    private protected void EndSetup() => EndSetup(Token, mistake: null);

    /// <summary>Ends the setup. A mistake that it has found precedes what participants have decided during the setup.</summary>
    private protected void EndSetup(short token, object? mistake)
    {
        if (mistake is not null && TryDecide(token, default!, mistake))
        {
            mistake = null;
            Setup.LeaveToSetup();
        }

        if (Setup.TryOpen())
        {
            if (mistake is not null)
            {
                // The winner is between its claim and its publication, on its own thread.
                Failure.ReportUnobserved(mistake);
            }

            return;
        }

        if (mistake is not null)
        {
            ClearResult();
            SetFailure(mistake);
        }

        // No handle exists yet, so that no awaiter can be registered.
        Release();
        Complete();
    }

    /// <summary>Completes the operation for a winner that publishes it, unless the thread that sets up will.</summary>
    /// <returns>Whether the caller is to publish.</returns>
    private protected bool TryEnd()
    {
        if (Setup.LeaveToSetup())
        {
            return false;
        }

        Release();
        return true;
    }

    /// <summary>Publishes the outcome and runs the waiter, unless the thread that sets up will.</summary>
    private protected void PublishAndRun()
    {
        if (TryEnd())
        {
            Trampoline.CompleteAndRun(this);
        }
    }

    /// <summary>Releases what was set up. Called once per use by the publishing thread, before it publishes.</summary>
    private protected virtual void Release()
    {
    }
}

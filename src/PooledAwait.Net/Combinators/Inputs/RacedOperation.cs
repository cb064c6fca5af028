namespace PooledAwait;

/// <summary>
/// An operation that several participants may complete, and the first of them does: inputs, a timer, a cancellation. Who is
/// first is decided by the claim on the state word, whose token also refuses participants that are left over from an
/// earlier use of the object.
/// </summary>
/// <remarks>
/// A participant may win while others are still being set up. It then leaves its outcome, and the thread that sets up
/// publishes it at the end: what was set up must be released before the object can be consumed and serve somebody else.
/// </remarks>
/// <typeparam name="TResult">The result.</typeparam>
internal abstract class RacedOperation<TResult> : Operation<TResult>
{
    private const int SettingUp = 0;
    private const int Ready = 1;
    private const int DecidedEarly = 2;

    /// <summary>
    /// <see cref="SettingUp"/> until the thread that sets up makes it <see cref="Ready"/>, or a participant that has won makes
    /// it <see cref="DecidedEarly"/>; whoever comes second of the two publishes.
    /// </summary>
    private int _gate;

    private protected RacedOperation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>Begins a use.</summary>
    /// <returns>The use's token.</returns>
    private protected short BeginSetup()
    {
        _gate = SettingUp;
        return Token;
    }

    /// <summary>Ends the setup: participants may publish from now on.</summary>
    private protected void EndSetup()
    {
        // The exchange is the release of what was set up, and the acquire of what the winner left.
        if (!Atomic.CompareExchange(ref _gate, Ready, SettingUp))
        {
            // Nobody awaits yet: nobody has a handle.
            Release();
            Complete();
        }
    }

    /// <summary>Whether a participant has won.</summary>
    /// <param name="token">The token of the use.</param>
    private protected bool IsDecided(short token) => !CanBeginCompletion(token);

    /// <summary>Tries to win; who has must publish.</summary>
    /// <param name="token">The token of the participant's use.</param>
    /// <param name="result">The result.</param>
    /// <param name="failure">Null, or why there is no result.</param>
    /// <returns>Whether this participant has decided the outcome. If not, the object may be somebody else's by now.</returns>
    private protected bool TryDecide(short token, TResult result, object? failure)
    {
        if (!TryBeginCompletion(token))
        {
            return false;
        }

        _result = result;
        SetFailure(failure);
        return true;
    }

    /// <summary>Ends what was decided, for a winner that publishes it then; unless the thread that sets up will.</summary>
    /// <returns>Whether the caller is to publish.</returns>
    private protected bool TryEnd()
    {
        if (LeaveToSetup())
        {
            return false;
        }

        Release();
        return true;
    }

    /// <summary>Publishes what was decided, and runs the box that awaits; unless the thread that sets up will.</summary>
    private protected void PublishAndRun()
    {
        if (TryEnd())
        {
            Trampoline.CompleteAndRun(this);
        }
    }

    /// <summary>Releases what was set up; called once per use, by the one that publishes, before it does.</summary>
    private protected virtual void Release()
    {
    }

    /// <summary>Leaves it to the thread that sets up to publish what was decided, if one still does.</summary>
    /// <remarks>Mostly the setup is over, and a look tells: it can't begin again before the winner has published.</remarks>
    private protected bool LeaveToSetup() =>
        Atomic.Read(ref _gate) == SettingUp && Atomic.CompareExchange(ref _gate, DecidedEarly, SettingUp);
}

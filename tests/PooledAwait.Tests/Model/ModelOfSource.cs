namespace PooledAwait.Tests.Model;

/// <summary>What a PooledValueTaskSource is, without anything that makes it fast: no pool, no versions, no other thread.</summary>
internal sealed class ModelOfSource(bool isCancelable)
{
    private string? _outcome;
    private bool _isTaken;

    /// <summary>Gets the outcome when there is one; null if nobody has registered.</summary>
    private Action<string>? _continuation;

    /// <summary>Whether getting the result would block, which a program on one thread does not do.</summary>
    internal bool WouldBlock => !_isTaken && _outcome is null && _continuation is null;

    /// <summary>Does what the command says.</summary>
    /// <param name="report">What a continuation tells, now or at a later command.</param>
    /// <returns>What it comes to.</returns>
    internal string Execute(CommandKind command, int value, Action<string> report) => command switch
    {
        CommandKind.CancelToken => CancelToken(),
        CommandKind.TrySetResult => Answers.OfTry(TrySet(Answers.Result(value))),
        CommandKind.SetResult => Answers.OfSet(TrySet(Answers.Result(value))),
        CommandKind.TrySetException => Answers.OfTry(TrySet(Answers.Failure(value))),
        CommandKind.SetException => Answers.OfSet(TrySet(Answers.Failure(value))),
        CommandKind.TrySetCanceled => Answers.OfTry(TrySet(Answers.Canceled())),
        CommandKind.SetCanceled => Answers.OfSet(TrySet(Answers.Canceled())),
        CommandKind.TrySetCanceledByToken => Answers.OfTry(TrySet(Answers.Canceled("a token"))),
        CommandKind.Look => _isTaken ? Answers.NotValid : Answers.Look(_outcome),
        CommandKind.OnCompleted => OnCompleted(report),
        CommandKind.GetResult => _isTaken || _outcome is null ? Answers.Refused : Take(),
        CommandKind.AsTask or CommandKind.Await => ReadWhenComplete(report),
        CommandKind.Forget => _continuation is not null ? Answers.Refused : ReadWhenComplete(static _ => { }),
        _ => throw new ArgumentOutOfRangeException(nameof(command)),
    };

    private bool TrySet(string outcome)
    {
        if (_isTaken || _outcome is not null)
        {
            return false;
        }

        _outcome = outcome;
        _continuation?.Invoke(outcome);
        return true;
    }

    private string CancelToken()
    {
        if (isCancelable)
        {
            TrySet(Answers.Canceled("its token"));
        }

        return Answers.Done;
    }

    private string Take()
    {
        _isTaken = true;
        return _outcome!;
    }

    /// <summary>A registration counts to the end; a callback on something complete is none.</summary>
    private string OnCompleted(Action<string> report)
    {
        if (_isTaken || _continuation is not null)
        {
            return Answers.Refused;
        }

        if (_outcome is null)
        {
            _continuation = _ => report(Answers.Called);
        }
        else
        {
            report(Answers.Called);
        }

        return Answers.Done;
    }

    private string ReadWhenComplete(Action<string> report)
    {
        if (_isTaken || (_outcome is null && _continuation is not null))
        {
            return Answers.Refused;
        }

        if (_outcome is null)
        {
            _continuation = _ => report(Take());
        }
        else
        {
            report(Take());
        }

        return Answers.Done;
    }
}

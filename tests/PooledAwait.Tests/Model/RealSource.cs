namespace PooledAwait.Tests.Model;

/// <summary>The real source, with a result or without, through the model's commands.</summary>
internal sealed class RealSource
{
    private readonly bool _hasResult;
    private readonly CancellationTokenSource? _cancellation;

    /// <summary>Both have the same members, and no type that has them.</summary>
    private readonly dynamic _source;

    internal RealSource(bool hasResult, bool isCancelable)
    {
        _hasResult = hasResult;
        _cancellation = isCancelable ? new CancellationTokenSource() : null;
        _source = (hasResult, isCancelable) switch
        {
            (true, true) => PooledValueTaskSource<int>.Create(OwnToken),
            (true, false) => PooledValueTaskSource<int>.Create(),
            (false, true) => PooledValueTaskSource.Create(OwnToken),
            _ => (object)PooledValueTaskSource.Create(),
        };
    }

    /// <summary>The token that may cancel it.</summary>
    private CancellationToken OwnToken => _cancellation?.Token ?? default;

    /// <inheritdoc cref="ModelOfSource.Execute"/>
    internal string Do(CommandKind command, int value, Action<string> report)
    {
        if (command == CommandKind.CancelToken)
        {
            _cancellation?.Cancel();
            return Answers.Done;
        }

        return Answers.Of(() => Execute(command, value, report), OwnToken);
    }

    private string Execute(CommandKind command, int value, Action<string> report) => command switch
    {
        CommandKind.TrySetResult => Answers.OfTry(_hasResult ? _source.TrySetResult(value) : _source.TrySetResult()),
        CommandKind.SetResult => Call(_hasResult ? () => _source.SetResult(value) : () => _source.SetResult()),
        CommandKind.TrySetException => Answers.OfTry(_source.TrySetException(Answers.ExceptionOf(value))),
        CommandKind.SetException => Call(() => _source.SetException(Answers.ExceptionOf(value))),
        CommandKind.TrySetCanceled => Answers.OfTry(_source.TrySetCanceled()),
        CommandKind.SetCanceled => Call(() => _source.SetCanceled()),
        CommandKind.TrySetCanceledByToken => Answers.OfTry(_source.TrySetCanceled(Answers.Token)),
        CommandKind.Look => _source.IsValid ? Look() : Answers.NotValid,
        CommandKind.OnCompleted => Call(() => _source.Task.GetAwaiter().UnsafeOnCompleted((Action)(() => report(Answers.Called)))),
        CommandKind.GetResult => Answers.Result(GetResult()),
        CommandKind.AsTask => Follow(_source.Task.AsTask(), report),
        CommandKind.Await => Follow(Awaiting.Pass(_source.PooledTask).AsTask(), report),
        CommandKind.Forget => Call(() => _source.PooledTask.Forget()),
        _ => throw new ArgumentOutOfRangeException(nameof(command)),
    };

    private static string Call(Action action)
    {
        action();
        return Answers.Done;
    }

    private int GetResult()
    {
        if (_hasResult)
        {
            return _source.Task.GetAwaiter().GetResult();
        }

        _source.Task.GetAwaiter().GetResult();
        return 0;
    }

    /// <summary>The state, by the ValueTask and by the handle.</summary>
    private string Look()
    {
        string state = Look(_source.Task);
        Assert.Equal(state, (string)Look(_source.PooledTask));
        return state;
    }

    private static string Look(dynamic task) => "valid, " + (
        !task.IsCompleted ? "pending"
        : task.IsCompletedSuccessfully ? "succeeded"
        : task.IsCanceled ? "canceled"
        : task.IsFaulted ? "faulted"
        : "none of the four");

    /// <summary>Reports what a task comes to; a task that begins with a refusal is one.</summary>
    private string Follow(Task task, Action<string> report)
    {
        if (task.Exception?.InnerException is InvalidOperationException)
        {
            return Answers.Refused;
        }

        _ = Answers.Report(task is Task<int> withResult ? withResult : WithResult(), Answers.Result, report, OwnToken);
        return Answers.Done;

        async Task<int> WithResult()
        {
            await task.ConfigureAwait(false);
            return 0;
        }
    }
}

namespace PooledAwait.Tests.Model;

/// <summary>The real source, with a result or without, through the model's commands.</summary>
internal sealed class RealSource
{
    private readonly bool _hasResult;
    private readonly CancellationTokenSource? _cancellation;
    private readonly PooledValueTaskSource<int> _source;
    private readonly PooledValueTaskSource _void;

    internal RealSource(bool hasResult, bool isCancelable)
    {
        _hasResult = hasResult;
        _cancellation = isCancelable ? new CancellationTokenSource() : null;
        if (_hasResult)
        {
            _source = isCancelable ? PooledValueTaskSource<int>.Create(OwnToken) : PooledValueTaskSource<int>.Create();
        }
        else
        {
            _void = isCancelable ? PooledValueTaskSource.Create(OwnToken) : PooledValueTaskSource.Create();
        }
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
        CommandKind.TrySetResult => Answers.OfTry(_hasResult ? _source.TrySetResult(value) : _void.TrySetResult()),
        CommandKind.SetResult => Call(() => _source.SetResult(value), () => _void.SetResult()),
        CommandKind.TrySetException => Answers.OfTry(_hasResult
            ? _source.TrySetException(Answers.ExceptionOf(value))
            : _void.TrySetException(Answers.ExceptionOf(value))),
        CommandKind.SetException =>
            Call(() => _source.SetException(Answers.ExceptionOf(value)), () => _void.SetException(Answers.ExceptionOf(value))),
        CommandKind.TrySetCanceled => Answers.OfTry(_hasResult ? _source.TrySetCanceled() : _void.TrySetCanceled()),
        CommandKind.SetCanceled => Call(() => _source.SetCanceled(), () => _void.SetCanceled()),
        CommandKind.TrySetCanceledByToken =>
            Answers.OfTry(_hasResult ? _source.TrySetCanceled(Answers.Token) : _void.TrySetCanceled(Answers.Token)),
        CommandKind.Look when !(_hasResult ? _source.IsValid : _void.IsValid) => Answers.NotValid,
        CommandKind.Look => Look(),
        CommandKind.OnCompleted => Call(
            () => _source.Task.GetAwaiter().UnsafeOnCompleted(() => report(Answers.Called)),
            () => _void.Task.GetAwaiter().UnsafeOnCompleted(() => report(Answers.Called))),
        CommandKind.GetResult => Answers.Result(GetResult()),
        CommandKind.AsTask => Follow(_hasResult ? _source.Task.AsTask() : _void.Task.AsTask(), report),
        CommandKind.Await => Follow(_hasResult ? Await(_source.PooledTask).AsTask() : Await(_void.PooledTask).AsTask(), report),
        CommandKind.Forget => Call(() => _source.PooledTask.Forget(), () => _void.PooledTask.Forget()),
        _ => throw new ArgumentOutOfRangeException(nameof(command)),
    };

    private string Call(Action withResult, Action withoutResult)
    {
        (_hasResult ? withResult : withoutResult)();
        return Answers.Done;
    }

    private int GetResult()
    {
        if (_hasResult)
        {
            return _source.Task.GetAwaiter().GetResult();
        }

        _void.Task.GetAwaiter().GetResult();
        return 0;
    }

    /// <summary>The state, by the ValueTask and by the handle.</summary>
    private string Look()
    {
        (ValueTask<int> task, PooledValueTask<int> pooled) = (_source.Task, _source.PooledTask);
        (ValueTask plain, PooledValueTask pooledPlain) = (_void.Task, _void.PooledTask);
        string state = _hasResult
            ? Look(task.IsCompleted, task.IsCompletedSuccessfully, task.IsCanceled, task.IsFaulted)
            : Look(plain.IsCompleted, plain.IsCompletedSuccessfully, plain.IsCanceled, plain.IsFaulted);
        Assert.Equal(state, _hasResult
            ? Look(pooled.IsCompleted, pooled.IsCompletedSuccessfully, pooled.IsCanceled, pooled.IsFaulted)
            : Look(pooledPlain.IsCompleted, pooledPlain.IsCompletedSuccessfully, pooledPlain.IsCanceled, pooledPlain.IsFaulted));
        return state;
    }

    private static string Look(bool isCompleted, bool isSuccess, bool isCanceled, bool isFaulted) => "valid, " + (
        !isCompleted ? "pending"
        : isSuccess ? "succeeded"
        : isCanceled ? "canceled"
        : isFaulted ? "faulted"
        : "none of the four");

    private static async PooledValueTask<int> Await(PooledValueTask<int> task) => await task;

    private static async PooledValueTask Await(PooledValueTask task) => await task;

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

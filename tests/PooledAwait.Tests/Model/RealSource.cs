using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Model;

/// <summary>The real thing, behind the model's words.</summary>
internal abstract class RealSource(bool isCancelable)
{
    private readonly CancellationTokenSource? _cancellation = isCancelable ? new CancellationTokenSource() : null;

    /// <summary>The token that may cancel it.</summary>
    protected CancellationToken OwnToken => _cancellation?.Token ?? default;

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

    protected abstract string Execute(CommandKind command, int value, Action<string> report);

    /// <summary>Reports what a task comes to; a task that begins with a refusal is one.</summary>
    protected string Follow(Task task, Action<string> report)
    {
        if (task.Exception?.InnerException is InvalidOperationException)
        {
            return Answers.Refused;
        }

        _ = task is Task<int> withResult
            ? Answers.Report(withResult, Answers.Result, report, OwnToken)
            : Answers.Report(WithResult(), Answers.Result, report, OwnToken);
        return Answers.Done;

        async Task<int> WithResult()
        {
            await task.ConfigureAwait(false);
            return 0;
        }
    }
}

using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Model;

/// <summary>The real thing, with a result.</summary>
internal sealed class RealSourceWithResult : RealSource
{
    private readonly PooledValueTaskSource<int> _source;

    internal RealSourceWithResult(bool isCancelable)
        : base(isCancelable) =>
        _source = isCancelable ? PooledValueTaskSource<int>.Create(OwnToken) : PooledValueTaskSource<int>.Create();

    protected override string Execute(CommandKind command, int value, Action<string> report)
    {
        switch (command)
        {
            case CommandKind.TrySetResult:
                return Answers.OfTry(_source.TrySetResult(value));
            case CommandKind.SetResult:
                _source.SetResult(value);
                return Answers.Done;
            case CommandKind.TrySetException:
                return Answers.OfTry(_source.TrySetException(Answers.ExceptionOf(value)));
            case CommandKind.SetException:
                _source.SetException(Answers.ExceptionOf(value));
                return Answers.Done;
            case CommandKind.TrySetCanceled:
                return Answers.OfTry(_source.TrySetCanceled());
            case CommandKind.SetCanceled:
                _source.SetCanceled();
                return Answers.Done;
            case CommandKind.TrySetCanceledByToken:
                return Answers.OfTry(_source.TrySetCanceled(Answers.Token));
            case CommandKind.Look:
                return Look(_source.Task);
            case CommandKind.OnCompleted:
                _source.Task.GetAwaiter().UnsafeOnCompleted(() => report(Answers.Called));
                return Answers.Done;
            case CommandKind.GetResult:
                return Answers.Result(_source.Task.GetAwaiter().GetResult());
            case CommandKind.AsTask:
                return Follow(_source.Task.AsTask(), report);
            case CommandKind.Await:
                return Follow(Await(), report);
            case CommandKind.Forget:
                _source.PooledTask.Forget();
                return Answers.Done;
            default:
                throw new ArgumentOutOfRangeException(nameof(command));
        }
    }

    private string Look(ValueTask<int> task)
    {
        if (!_source.IsValid)
        {
            return Answers.NotValid;
        }

        return "valid, " + (
            !task.IsCompleted ? "pending"
            : task.IsCompletedSuccessfully ? "succeeded"
            : task.IsCanceled ? "canceled"
            : task.IsFaulted ? "faulted"
            : "none of the four");
    }

    private Task<int> Await()
    {
        return Run(_source.PooledTask).AsValueTask().AsTask();

        static async PooledValueTask<int> Run(PooledValueTask<int> task) => await task;
    }
}

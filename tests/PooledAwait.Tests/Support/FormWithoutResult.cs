using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

internal sealed class FormWithoutResult : Form
{
    internal override Subject Default => new S(default);

    internal override Producer Create(bool continuationsAsynchronously)
    {
        SourceOperation<VoidResult> operation = SourceOperation<VoidResult>.Rent();
        if (continuationsAsynchronously)
        {
            operation.RunContinuationsAsynchronously();
        }

        return new P(operation);
    }

    internal override Subject AsyncOverTask(Func<Task> body)
    {
        return new S(Run());
        async PooledValueTask Run() => await body();
    }

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new S(Run());
        async PooledValueTask Run() => await body();
    }

    internal override Subject Sync(Action body)
    {
        return new S(Run());
#pragma warning disable CS1998 // without await: that is the case
        async PooledValueTask Run() => body();
#pragma warning restore CS1998
    }

    private sealed class P(SourceOperation<VoidResult> operation) : Producer
    {
        internal override Subject Task => new S(new PooledValueTask(operation, Token));

        internal override Operation Operation => operation;

        internal override short Token { get; } = operation.Token;

        internal override bool IsValid => operation.CanClaim(Token);

        internal override void SetResult() => Assert.True(TrySetResult());

        internal override bool TrySetResult() => operation.TrySucceed(Token, default);

        internal override bool TrySetException(Exception exception) => operation.TryFail(Token, Failure.Of(exception));

        internal override bool TrySetCanceled() => operation.TryFail(Token, Failure.Canceled);
    }

    private sealed class S(PooledValueTask task) : Subject
    {
        internal override bool IsNull => task.IsNull;

        internal override bool IsCompleted => task.GetAwaiter().IsCompleted;

        internal override Operation? Operation => task._operation;

        internal override void GetResult() => task.GetAwaiter().GetResult();

        internal override void OnCompleted(Action continuation) => task.GetAwaiter().OnCompleted(continuation);

        internal override void UnsafeOnCompleted(Action continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation);

        internal override void Forget() => task.Forget();

        internal override async PooledValueTask Await() => await task;

        internal override async PooledValueTask AwaitConfigured(bool continueOnCapturedContext) =>
            await task.ConfigureAwait(continueOnCapturedContext);

        internal override async Task AwaitInTask() => await task;

        internal override async PooledValueTask AwaitAsValueTask() => await task.AsValueTask();

        internal override Task AsTask() => task.AsValueTask().AsTask();

        internal override ValueTaskState ValueTaskState
        {
            get
            {
                ValueTask valueTask = task;
                return !valueTask.IsCompleted ? ValueTaskState.Pending
                    : valueTask.IsCompletedSuccessfully ? ValueTaskState.Succeeded
                    : valueTask.IsCanceled ? ValueTaskState.Canceled
                    : valueTask.IsFaulted ? ValueTaskState.Faulted
                    : throw new InvalidOperationException("none of the four");
            }
        }

        internal override async Task AwaitPreservedTwice()
        {
            ValueTask preserved = task.AsValueTask().Preserve();
            await preserved;
            await preserved;
        }
    }
}

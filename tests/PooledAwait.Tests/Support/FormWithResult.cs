using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

internal sealed class FormWithResult : Form
{
    internal override Subject Default => new S(default, expected: 0);

    internal override Producer Create(bool continuationsAsynchronously)
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        if (continuationsAsynchronously)
        {
            operation.RunContinuationsAsynchronously();
        }

        return new P(operation);
    }

    internal override Subject AsyncOverTask(Func<Task> body)
    {
        return new S(Run());
        async PooledValueTask<int> Run()
        {
            await body();
            return Value;
        }
    }

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new S(Run());
        async PooledValueTask<int> Run()
        {
            await body();
            return Value;
        }
    }

    internal override Subject Sync(Action body)
    {
        return new S(Run());
#pragma warning disable CS1998 // without await: that is the case
        async PooledValueTask<int> Run()
        {
            body();
            return Value;
        }
#pragma warning restore CS1998
    }

    private sealed class P(SourceOperation<int> operation) : Producer
    {
        internal override Subject Task => new S(new PooledValueTask<int>(operation, 0, Token));

        internal override Operation Operation => operation;

        internal override short Token { get; } = operation.Token;

        internal override bool IsValid => operation.CanClaim(Token);

        internal override void SetResult() => Assert.True(TrySetResult());

        internal override bool TrySetResult() => operation.TrySucceed(Token, Value);

        internal override bool TrySetException(Exception exception) => operation.TryFail(Token, Failure.Of(exception));

        internal override bool TrySetCanceled() => operation.TryFail(Token, Failure.Canceled);
    }

    private sealed class S(PooledValueTask<int> task, int expected = Value) : Subject
    {
        internal override bool IsNull => task.IsNull;

        internal override bool IsCompleted => task.GetAwaiter().IsCompleted;

        internal override Operation? Operation => task._operation;

        internal override void GetResult() => Assert.Equal(expected, task.GetAwaiter().GetResult());

        internal override void OnCompleted(Action continuation) => task.GetAwaiter().OnCompleted(continuation);

        internal override void UnsafeOnCompleted(Action continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation);

        internal override void Forget() => task.Forget();

        internal override async PooledValueTask Await() => Assert.Equal(expected, await task);

        internal override async PooledValueTask AwaitConfigured(bool continueOnCapturedContext) =>
            Assert.Equal(expected, await task.ConfigureAwait(continueOnCapturedContext));

        internal override async Task AwaitInTask() => Assert.Equal(expected, await task);

        internal override async PooledValueTask AwaitAsValueTask() => Assert.Equal(expected, await task.AsValueTask());

        internal override Task AsTask()
        {
            return Check(task.AsValueTask().AsTask());
            Task Check(Task<int> real)
            {
                if (real.IsCompletedSuccessfully)
                {
                    Assert.Equal(expected, real.Result);
                }

                return real;
            }
        }

        internal override ValueTaskState ValueTaskState
        {
            get
            {
                ValueTask<int> valueTask = task;
                return !valueTask.IsCompleted ? ValueTaskState.Pending
                    : valueTask.IsCompletedSuccessfully ? ValueTaskState.Succeeded
                    : valueTask.IsCanceled ? ValueTaskState.Canceled
                    : valueTask.IsFaulted ? ValueTaskState.Faulted
                    : throw new InvalidOperationException("none of the four");
            }
        }

        internal override async Task AwaitPreservedTwice()
        {
            ValueTask<int> preserved = task.AsValueTask().Preserve();
            Assert.Equal(expected, await preserved);
            Assert.Equal(expected, await preserved);
        }
    }
}

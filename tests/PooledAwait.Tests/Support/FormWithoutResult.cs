using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

internal sealed class FormWithoutResult : Form
{
    internal override Subject Default => new SubjectWithoutResult(default);

    internal override Producer Create(bool continuationsAsynchronously)
    {
        SourceOperation<VoidResult> operation = SourceOperation<VoidResult>.Rent();
        if (continuationsAsynchronously)
        {
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return new P(operation);
    }

    internal override Subject AsyncOverTask(Func<Task> body)
    {
        return new SubjectWithoutResult(Run());
        async PooledValueTask Run() => await body();
    }

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new SubjectWithoutResult(Run());
        async PooledValueTask Run() => await body();
    }

    internal override Subject Sync(Action body)
    {
        return new SubjectWithoutResult(Run());
#pragma warning disable CS1998 // without await: that is the case
        async PooledValueTask Run() => body();
#pragma warning restore CS1998
    }

    private sealed class P(SourceOperation<VoidResult> operation) : Producer
    {
        internal override Subject Task => new SubjectWithoutResult(new PooledValueTask(operation, Token));

        internal override Operation Operation => operation;

        internal override short Token { get; } = operation.Token;

        internal override bool IsValid => operation.CanBeginCompletion(Token);

        internal override void SetResult() => Assert.True(TrySetResult());

        internal override bool TrySetResult() => operation.TrySucceed(Token, default);

        internal override bool TrySetException(Exception exception) => operation.TryFail(Token, exception);

        internal override bool TrySetCanceled() => operation.TryFail(Token, Failure.Canceled);
    }
}

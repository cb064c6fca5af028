using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

internal sealed class FormWithResult : Form
{
    internal override Subject Default => new SubjectWithResult(default, expected: 0);

    internal override Producer Create(bool continuationsAsynchronously)
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        if (continuationsAsynchronously)
        {
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return new P(operation);
    }

    internal override Subject AsyncOverTask(Func<Task> body)
    {
        return new SubjectWithResult(Run());
        async PooledValueTask<int> Run()
        {
            await body();
            return Value;
        }
    }

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new SubjectWithResult(Run());
        async PooledValueTask<int> Run()
        {
            await body();
            return Value;
        }
    }

    internal override Subject Sync(Action body)
    {
        return new SubjectWithResult(Run());
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
        internal override Subject Task => new SubjectWithResult(new PooledValueTask<int>(operation, 0, Token));

        internal override Operation Operation => operation;

        internal override short Token { get; } = operation.Token;

        internal override bool IsValid => operation.CanBeginCompletion(Token);

        internal override void SetResult() => Assert.True(TrySetResult());

        internal override bool TrySetResult() => operation.TrySucceed(Token, Value);

        internal override bool TrySetException(Exception exception) => operation.TryFail(Token, exception);

        internal override bool TrySetCanceled() => operation.TryFail(Token, Failure.Canceled);
    }
}

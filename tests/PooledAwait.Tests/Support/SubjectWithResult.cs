using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>A <c>PooledValueTask&lt;int&gt;</c>.</summary>
internal sealed partial class SubjectWithResult(PooledValueTask<int> task, int expected = Form.Value) : Subject
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

    internal override async Task AwaitInTaskConfigured(bool continueOnCapturedContext) =>
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

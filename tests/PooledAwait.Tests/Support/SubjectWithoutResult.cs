using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>A <c>PooledValueTask</c>.</summary>
internal sealed partial class SubjectWithoutResult(PooledValueTask task) : Subject
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

    internal override async Task AwaitInTaskConfigured(bool continueOnCapturedContext) =>
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

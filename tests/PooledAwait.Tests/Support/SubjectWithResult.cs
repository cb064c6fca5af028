using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>A <c>PooledValueTask&lt;int&gt;</c>.</summary>
internal sealed class SubjectWithResult(PooledValueTask<int> task, int expected = Form.Value) : Subject
{
    internal override bool IsNull => task.IsNull;

    internal override bool IsCompleted => task.GetAwaiter().IsCompleted;

    internal override Operation? Operation => task._operation;

    internal override void GetResult() => Assert.Equal(expected, task.GetAwaiter().GetResult());

    internal override void OnCompleted(Action continuation) => task.GetAwaiter().OnCompleted(continuation);

    internal override void UnsafeOnCompleted(Action continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation);

    internal override void Forget() => task.Forget();

    internal override async PooledValueTask Await() => Assert.Equal(expected, await task);

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

    internal override Subject Then(ThenOverload overload, bool captured, Func<PooledValueTask> body)
    {
        Captured state = new(body);
        return (overload, captured) switch
        {
            (ThenOverload.Action, false) => new SubjectWithoutResult(task.Then(result => state.Run(result))),
            (ThenOverload.Action, true) => new SubjectWithoutResult(task.Then(state, static (result, passed) => passed.Run(result))),
            (ThenOverload.Function, false) => new SubjectWithResult(task.Then(result => state.Compute(result))),
            (ThenOverload.Function, true) => new SubjectWithResult(task.Then(state, static (result, passed) => passed.Compute(result))),
            (ThenOverload.Operation, false) => new SubjectWithoutResult(task.Then(result => state.Start(result))),
            (ThenOverload.Operation, true) => new SubjectWithoutResult(task.Then(state, static (result, passed) => passed.Start(result))),
            (ThenOverload.OperationWithResult, false) => new SubjectWithResult(task.Then(result => state.StartWithResult(result))),
            (ThenOverload.OperationWithResult, true) =>
                new SubjectWithResult(task.Then(state, static (result, passed) => passed.StartWithResult(result))),
            _ => throw new ArgumentOutOfRangeException(nameof(overload)),
        };
    }
}

/// <summary>A <c>PooledValueTask</c>.</summary>
internal sealed class SubjectWithoutResult(PooledValueTask task) : Subject
{
    internal override bool IsNull => task.IsNull;

    internal override bool IsCompleted => task.GetAwaiter().IsCompleted;

    internal override Operation? Operation => task._operation;

    internal override void GetResult() => task.GetAwaiter().GetResult();

    internal override void OnCompleted(Action continuation) => task.GetAwaiter().OnCompleted(continuation);

    internal override void UnsafeOnCompleted(Action continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation);

    internal override void Forget() => task.Forget();

    internal override async PooledValueTask Await() => await task;

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

    internal override Subject Then(ThenOverload overload, bool captured, Func<PooledValueTask> body)
    {
        Captured state = new(body);
        return (overload, captured) switch
        {
            (ThenOverload.Action, false) => new SubjectWithoutResult(task.Then(() => state.Run())),
            (ThenOverload.Action, true) => new SubjectWithoutResult(task.Then(state, static passed => passed.Run())),
            (ThenOverload.Function, false) => new SubjectWithResult(task.Then(() => state.Compute())),
            (ThenOverload.Function, true) => new SubjectWithResult(task.Then(state, static passed => passed.Compute())),
            (ThenOverload.Operation, false) => new SubjectWithoutResult(task.Then(() => state.Start())),
            (ThenOverload.Operation, true) => new SubjectWithoutResult(task.Then(state, static passed => passed.Start())),
            (ThenOverload.OperationWithResult, false) => new SubjectWithResult(task.Then(() => state.StartWithResult())),
            (ThenOverload.OperationWithResult, true) => new SubjectWithResult(task.Then(state, static passed => passed.StartWithResult())),
            _ => throw new ArgumentOutOfRangeException(nameof(overload)),
        };
    }
}

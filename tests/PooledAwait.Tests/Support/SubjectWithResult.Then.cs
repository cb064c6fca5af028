using System;

namespace PooledAwait.Tests;

/// <content>All of Then.</content>
internal sealed partial class SubjectWithResult
{
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

    internal override Subject ThenNull(ThenOverload overload, bool captured) => (overload, captured) switch
    {
        (ThenOverload.Action, false) => new SubjectWithoutResult(task.Then((Action<int>)null!)),
        (ThenOverload.Action, true) => new SubjectWithoutResult(task.Then(this, (Action<int, object>)null!)),
        (ThenOverload.Function, false) => new SubjectWithResult(task.Then((Func<int, int>)null!)),
        (ThenOverload.Function, true) => new SubjectWithResult(task.Then(this, (Func<int, object, int>)null!)),
        (ThenOverload.Operation, false) => new SubjectWithoutResult(task.Then((Func<int, PooledValueTask>)null!)),
        (ThenOverload.Operation, true) => new SubjectWithoutResult(task.Then(this, (Func<int, object, PooledValueTask>)null!)),
        (ThenOverload.OperationWithResult, false) => new SubjectWithResult(task.Then((Func<int, PooledValueTask<int>>)null!)),
        (ThenOverload.OperationWithResult, true) => new SubjectWithResult(task.Then(this, (Func<int, object, PooledValueTask<int>>)null!)),
        _ => throw new ArgumentOutOfRangeException(nameof(overload)),
    };

    /// <summary>The captured value: its methods are the continuations, so it matters that it arrives.</summary>
    private sealed class Captured(Func<PooledValueTask> body)
    {
        internal void Run(int result)
        {
            Assert.Equal(Form.Value, result);
            body().GetAwaiter().GetResult();
        }

        internal int Compute(int result)
        {
            Run(result);
            return Form.Value;
        }

        internal PooledValueTask Start(int result)
        {
            Assert.Equal(Form.Value, result);
            return body();
        }

        internal async PooledValueTask<int> StartWithResult(int result)
        {
            await Start(result);
            return Form.Value;
        }
    }
}

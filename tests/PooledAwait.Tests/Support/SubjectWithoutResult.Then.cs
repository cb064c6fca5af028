using System;

namespace PooledAwait.Tests;

/// <content>All of Then.</content>
internal sealed partial class SubjectWithoutResult
{
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

    internal override Subject ThenNull(ThenOverload overload, bool captured) => (overload, captured) switch
    {
        (ThenOverload.Action, false) => new SubjectWithoutResult(task.Then((Action)null!)),
        (ThenOverload.Action, true) => new SubjectWithoutResult(task.Then(this, (Action<object>)null!)),
        (ThenOverload.Function, false) => new SubjectWithResult(task.Then((Func<int>)null!)),
        (ThenOverload.Function, true) => new SubjectWithResult(task.Then(this, (Func<object, int>)null!)),
        (ThenOverload.Operation, false) => new SubjectWithoutResult(task.Then((Func<PooledValueTask>)null!)),
        (ThenOverload.Operation, true) => new SubjectWithoutResult(task.Then(this, (Func<object, PooledValueTask>)null!)),
        (ThenOverload.OperationWithResult, false) => new SubjectWithResult(task.Then((Func<PooledValueTask<int>>)null!)),
        (ThenOverload.OperationWithResult, true) => new SubjectWithResult(task.Then(this, (Func<object, PooledValueTask<int>>)null!)),
        _ => throw new ArgumentOutOfRangeException(nameof(overload)),
    };

    /// <summary>The captured value: its methods are the continuations, so it matters that it arrives.</summary>
    private sealed class Captured(Func<PooledValueTask> body)
    {
        internal void Run()
        {
            body().GetAwaiter().GetResult();
        }

        internal int Compute()
        {
            Run();
            return Form.Value;
        }

        internal PooledValueTask Start()
        {
            return body();
        }

        internal async PooledValueTask<int> StartWithResult()
        {
            await Start();
            return Form.Value;
        }
    }
}

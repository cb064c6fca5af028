using System;
using System.Collections.Generic;
using System.Reflection;
using System.Threading.Tasks;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>What an async method can return.</summary>
public enum MethodForm
{
    /// <summary>PooledValueTask.</summary>
    PooledValueTask,

    /// <summary>PooledValueTask of int.</summary>
    PooledValueTaskWithResult,

    /// <summary>PooledTask.</summary>
    PooledTask,

    /// <summary>PooledTask of int.</summary>
    PooledTaskWithResult,
}

/// <summary>Runs a theory for each kind of method.</summary>
public sealed class AllMethodFormsAttribute : DataAttribute
{
    /// <inheritdoc/>
    public override IEnumerable<object[]> GetData(MethodInfo testMethod) =>
        [[MethodForm.PooledValueTask], [MethodForm.PooledValueTaskWithResult], [MethodForm.PooledTask], [MethodForm.PooledTaskWithResult]];
}

/// <summary>Methods of each form that do the same.</summary>
internal static class Methods
{
    /// <summary>Runs an action, awaits, runs another.</summary>
    internal static Task AwaitUnsafe(MethodForm form, UnsafeAwaitable awaitable, Action<string> log) =>
        Await(form, awaitable, () => log("before"), () => log("after"));

    /// <summary>The same with an awaiter that has OnCompleted alone.</summary>
    internal static Task AwaitSafe(MethodForm form, SafeAwaitable awaitable, Action<string> log) =>
        Await(form, awaitable, () => log("before"), () => log("after"));

    /// <summary>Awaits a task, then runs a body.</summary>
    internal static Task AwaitAndRun(MethodForm form, Task awaited, Action body) => Await(form, awaited, static () => { }, body);

    private static Task Await(MethodForm form, object awaited, Action before, Action after)
    {
        return form switch
        {
            MethodForm.PooledValueTask => InPooledValueTask().AsValueTask().AsTask(),
            MethodForm.PooledValueTaskWithResult => InPooledValueTaskWithResult().AsValueTask().AsTask(),
            MethodForm.PooledTask => InPooledTask().AsTask(),
            MethodForm.PooledTaskWithResult => InPooledTaskWithResult().AsTask(),
            _ => throw new ArgumentOutOfRangeException(nameof(form)),
        };

        async PooledValueTask InPooledValueTask()
        {
            before();
            switch (awaited)
            {
                case UnsafeAwaitable awaitable:
                    await awaitable;
                    break;
                case SafeAwaitable awaitable:
                    await awaitable;
                    break;
                default:
                    await (Task)awaited;
                    break;
            }

            after();
        }

        async PooledValueTask<int> InPooledValueTaskWithResult()
        {
            before();
            switch (awaited)
            {
                case UnsafeAwaitable awaitable:
                    await awaitable;
                    break;
                case SafeAwaitable awaitable:
                    await awaitable;
                    break;
                default:
                    await (Task)awaited;
                    break;
            }

            after();
            return Form.Value;
        }

        async PooledTask InPooledTask()
        {
            before();
            switch (awaited)
            {
                case UnsafeAwaitable awaitable:
                    await awaitable;
                    break;
                case SafeAwaitable awaitable:
                    await awaitable;
                    break;
                default:
                    await (Task)awaited;
                    break;
            }

            after();
        }

        async PooledTask<int> InPooledTaskWithResult()
        {
            before();
            switch (awaited)
            {
                case UnsafeAwaitable awaitable:
                    await awaitable;
                    break;
                case SafeAwaitable awaitable:
                    await awaitable;
                    break;
                default:
                    await (Task)awaited;
                    break;
            }

            after();
            return Form.Value;
        }
    }
}

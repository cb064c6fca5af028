using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Context;

/// <summary>The same program as a method of each form; only the return type differs, and what stands for a gate.</summary>
internal static class Interpreters
{
    internal static async Task InTask(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.Gate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InTask(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async ValueTask InValueTask(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.Gate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InValueTask(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal static async ValueTask InFrameworkPooledValueTask(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.Gate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InFrameworkPooledValueTask(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async PooledValueTask InPooledValueTask(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.PooledGate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledValueTask(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async PooledValueTask InPooledValueTaskOverTasks(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.Gate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledValueTaskOverTasks(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async PooledValueTask InPooledValueTaskOverValueTasks(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.PooledGate(gate.Gate).AsValueTask();
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledValueTaskOverValueTasks(call.Body, trace).AsValueTask();
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async PooledValueTask<int> InPooledValueTaskWithResult(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.PooledGate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledValueTaskWithResult(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }

        return 1;
    }

    internal static async PooledTask InPooledTask(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.PooledGate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledTask(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }
    }

    internal static async PooledTask<int> InPooledTaskWithResult(Step[] steps, Trace trace)
    {
        foreach (Step step in steps)
        {
            switch (step)
            {
                case Step.Await gate:
                    await trace.PooledGate(gate.Gate);
                    break;
                case Step.Yield:
                    await Task.Yield();
                    break;
                case Step.Call call:
                    await InPooledTaskWithResult(call.Body, trace);
                    break;
                default:
                    trace.Do(step);
                    break;
            }
        }

        return 1;
    }
}

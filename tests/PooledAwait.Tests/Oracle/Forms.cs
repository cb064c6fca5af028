using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Oracle;

/// <summary>The forms of async method that run programs; the first is what the others are compared with.</summary>
internal static class Forms
{
    internal static readonly (string Name, Func<Step[], Flow, Task> Run)[] WithResult =
    [
        ("Task<int>", Interpreter_Task.Run),
        ("ValueTask<int>", (steps, flow) => Interpreter_ValueTask.Run(steps, flow).AsTask()),
        ("PooledValueTask<int>", (steps, flow) => Interpreter_PooledValueTask.Run(steps, flow).AsValueTask().AsTask()),
        ("PooledTask<int>", (steps, flow) => Interpreter_PooledTask.Run(steps, flow).AsTask()),
        ("ValueTask<int> with attribute", (steps, flow) => Interpreter_AttributedValueTask.Run(steps, flow).AsTask()),
        ("Task<int> with attribute", Interpreter_AttributedTask.Run),
    ];

    internal static readonly (string Name, Func<Step[], Flow, Task> Run)[] WithoutResult =
    [
        ("Task", Interpreter_VoidTask.Run),
        ("ValueTask", (steps, flow) => Interpreter_VoidValueTask.Run(steps, flow).AsTask()),
        ("PooledValueTask", (steps, flow) => Interpreter_VoidPooledValueTask.Run(steps, flow).AsValueTask().AsTask()),
        ("PooledTask", (steps, flow) => Interpreter_VoidPooledTask.Run(steps, flow).AsTask()),
        ("ValueTask with attribute", (steps, flow) => Interpreter_VoidAttributedValueTask.Run(steps, flow).AsTask()),
        ("Task with attribute", Interpreter_VoidAttributedTask.Run),
    ];
}

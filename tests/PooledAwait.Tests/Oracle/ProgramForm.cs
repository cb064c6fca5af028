using System;

namespace PooledAwait.Tests.Oracle;

/// <summary>A form of async method that runs programs.</summary>
/// <param name="Name">Its return type.</param>
/// <param name="Start">Starts a program.</param>
/// <param name="CompletesTask">Whether the operation that it returns is a Task.</param>
internal sealed record ProgramForm(string Name, Func<Step[], Flow, Root> Start, bool CompletesTask = false)
{
    internal static ProgramForm OfTask { get; } = new("Task<int>", Interpreter_Task.Start, CompletesTask: true);

    internal static ProgramForm OfThePoolingBuilder { get; } = new("the framework's pooling builder", Interpreter_Pooling.Start);

    /// <summary>The other forms of the framework, which await the library's operations too.</summary>
    internal static ProgramForm[] Frameworks { get; } =
    [
        OfTask,
        new("Task", Interpreter_VoidTask.Start, CompletesTask: true),
        new("ValueTask<int>", Interpreter_ValueTask.Start, CompletesTask: true),
        new("ValueTask", Interpreter_VoidValueTask.Start, CompletesTask: true),
    ];

    internal static ProgramForm[] Ours { get; } =
    [
        new("PooledValueTask<int>", Interpreter_PooledValueTask.Start),
        new("PooledValueTask", Interpreter_VoidPooledValueTask.Start),
        new("PooledTask<int>", Interpreter_PooledTask.Start, CompletesTask: true),
        new("PooledTask", Interpreter_VoidPooledTask.Start, CompletesTask: true),
        new("ValueTask<int> with attribute", Interpreter_AttributedValueTask.Start),
        new("ValueTask with attribute", Interpreter_VoidAttributedValueTask.Start),
        new("Task<int> with attribute", Interpreter_AttributedTask.Start, CompletesTask: true),
        new("Task with attribute", Interpreter_VoidAttributedTask.Start, CompletesTask: true),
    ];
}

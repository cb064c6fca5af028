using System.Collections.Generic;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The bodies of Task and ValueTask once more, compiled for runtime-async. .NET has it from 10 on, as a preview.</summary>
internal static partial class RuntimeAsyncLibrary
{
    private const string Note = "Compiled with the feature runtime-async, a preview in .NET 10; its process has DOTNET_RuntimeAsync=1.";

    private static readonly Dictionary<string, string> s_environment = new() { ["DOTNET_RuntimeAsync"] = "1" };

    /// <summary>Methods that return tasks.</summary>
    public static Row TaskRow { get; } = CreateTask();

    /// <summary>Methods that return ValueTasks.</summary>
    public static Row ValueTaskRow { get; } = CreateValueTask();

    private static Row CreateTask()
    {
        Answers? answers = null;
        AnswerTask(ref answers);
        return Create("Task-RuntimeAsync", answers, YieldCategory.Task, YieldCategory.TaskT);
    }

    private static Row CreateValueTask()
    {
        Answers? answers = null;
        AnswerValueTask(ref answers);
        return Create("ValueTask-RuntimeAsync", answers, YieldCategory.ValueTask, YieldCategory.ValueTaskT);
    }

    private static Row Create(string name, Answers? answers, params YieldCategory[] standsFor)
    {
        Library library = answers is null
            ? FrameworkLibrary.Missing(name, "This runtime has no runtime-async: .NET has it from 10 on.")
            : FrameworkLibrary.Describe(name, Note);
        return new Row(name, library, answers, standsFor) { Environment = s_environment };
    }

    // Their bodies are in Work, compiled where the runtime has it.
    static partial void AnswerTask(ref Answers? answers);

    static partial void AnswerValueTask(ref Answers? answers);
}

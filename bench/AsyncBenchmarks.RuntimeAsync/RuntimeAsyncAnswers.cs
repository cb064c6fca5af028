using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.RuntimeAsync;

/// <summary>What the rows of this compilation can do.</summary>
internal static class RuntimeAsyncAnswers
{
    /// <summary>Methods that return tasks.</summary>
    public static Answers Task { get; } = new TaskAnswers();

    /// <summary>Methods that return ValueTasks.</summary>
    public static Answers ValueTask { get; } = new ValueTaskAnswers();
}

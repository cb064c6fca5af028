using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break how a thread's contexts are read, and what a box keeps in the place of the one without values.</content>
internal static partial class Mutants
{
    private const string Fields = "Runtime/PrivateFields.Net.cs";
    private const string Captures = "Core/Contexts.cs";

    private static IReadOnlyList<Mutant> DefaultContexts =>
    [
        new("Flow that is suppressed is captured", Fields, ": PrivateFields.IsFlowSuppressed(context) ? null", ": PrivateFields.IsFlowSuppressed(context) && thread is null ? null", "DefaultContext"),
        new("A context without values is none", Fields, "is not { } context ? DefaultMark", "is not { } context ? null", "DefaultContext"),
        new("The switch is not read", "Runtime/PrivateFields.Net.cs", "|| isOn;", "|| isOn || Switch.Length > 0;", "DefaultContext|RecognizedBox"),
        new("Every context is marked", Captures, "if (ReferenceEquals(context, ThreadContexts.DefaultMark))", "if (context is not null)", "Context"),
        new("No context is marked", Captures, "Volatile.Write(ref _contextOrFailure, ThreadContexts.DefaultMark);", "_contextOrFailure = ThreadContexts.Default;", "DefaultContext"),
        new("Suppressed flow is marked", Captures, "if (ReferenceEquals(context, ThreadContexts.DefaultMark))", "if (context is null || ReferenceEquals(context, ThreadContexts.DefaultMark))", "Context"),
        new("A box with a mark goes on wherever it is", Contexts, "context is null || ReferenceEquals(context, ThreadContexts", "context is null || context is string || ReferenceEquals(context, ThreadContexts", "DefaultContext"),
        new("A mark stands for the loop's context", Contexts, "ThreadContexts.Unmarked(captured)!;", "ThreadContexts.Unmarked(captured is string && own is not null ? own : captured)!;", "DefaultContext"),
    ];
}

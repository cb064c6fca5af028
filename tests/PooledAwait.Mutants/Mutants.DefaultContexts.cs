using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break how the context without values is found, and what a box keeps in its place.</content>
internal static partial class Mutants
{
    private const string Default = "Operations/Contexts/DefaultContext.Net.cs";
    private const string Captures = "Operations/Contexts/Operation.Context.Net.cs";

    private static IReadOnlyList<Mutant> DefaultContexts =>
    [
        new("A thread's first use looks at nothing", "Operations/Contexts/ThreadState.Contexts.Net.cs", "DefaultContext.Learn();", "DefaultContext.Mark.GetHashCode();", "DefaultContext"),
        new("A look leaves the context changed", Default, "            ExecutionContext.Restore(context);\n", string.Empty, "DefaultContext"),
        new("A look leaves its probe", Default, "        s_probe.Value = null;\n", string.Empty, "DefaultContext"),
        new("Any context is the one without values", Default, "if (ReferenceEquals(context, ExecutionContext.Capture()))", "if (context.GetType() is not null)", "DefaultContext"),
        new("What is not known yet is suppressed flow", Default, "s_known = s_unknown;", "s_known = null!;", "DefaultContext"),
        new("Flow that is suppressed is looked at", Default, "ExecutionContext.Capture() is not { } context)", "ExecutionContext.Capture() is var context && s_probe is null)", "DefaultContext"),
        new("Every context is marked", Captures, "if (ReferenceEquals(context, DefaultContext.Known))", "if (context is not null)", "Context"),
        new("No context is marked", Captures, "if (ReferenceEquals(context, DefaultContext.Known))", "if (ReferenceEquals(context, DefaultContext.Mark))", "DefaultContext"),
        new("Suppressed flow is marked", Captures, "if (ReferenceEquals(context, DefaultContext.Known))", "if (context is null || ReferenceEquals(context, DefaultContext.Known))", "Context"),
        new("A first box with a mark goes on wherever it is", Contexts, "context is null || ReferenceEquals(Unmarked(context), _context)", "context is null || context is string || ReferenceEquals(Unmarked(context), _context)", "DefaultContext"),
        new("A later box with a mark goes on wherever it is", Contexts, "context is null || ReferenceEquals(Unmarked(context), ExecutionContext.Capture())", "context is null || context is string || ReferenceEquals(Unmarked(context), ExecutionContext.Capture())", "DefaultContext"),
        new("A mark stands for the loop's context", Contexts, "Cast.To<ExecutionContext>(Unmarked(captured));", "captured is string && own is not null ? own : Cast.To<ExecutionContext>(Unmarked(captured));", "DefaultContext"),
        new("A context is forgotten on the way into it", Contexts, "        Cast.To<Operation>(waiter).PutBackContext(context);\n", string.Empty, "NestingTests"),
    ];
}

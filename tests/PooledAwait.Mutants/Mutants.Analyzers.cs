using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the analyzers and their fixes.</content>
internal static partial class Mutants
{
    private const string Flow = "Flow/ConsumptionFlow.cs";
    private const string Graph = "Flow/FlowGraph.cs";
    private const string Edits = "Edits.cs";
    private const string CallSites = "CallSites.cs";

    private static IReadOnlyList<Mutant> Analyzers =>
    [
        Rule("A path forgets a condition", Flow, "if (known != 0 && known != wanted)", "if (known > 2)", "PA0001"),
        Rule("An exception forgets what was consumed before it", Flow, "if (isInTry && !_graph.ReturnsAVariable(block) && !Raise(world, block.EnclosingRegion))", "if (isInTry && block.Ordinal < 0)", "PA0001"),
        Rule("A pending operation counts as complete", Flow, "if (value && condition is not null)", "if (condition is not null)", "PA0005"),
        Rule("A source gives a new task at each look", Graph, "Property.Name: \"Task\" or \"PooledTask\", Instance: { } source }", "Property.Name: \"Task\", Instance: { } source }", "PA0001"),
        Rule("A call after ConfigureAwait does not block", "Flow/Uses.cs", "\"AsTask\" or \"AsValueTask\" or \"ConfigureAwait\" }:", "\"AsTask\" or \"AsValueTask\" }:", "PA0005"),
        Rule("The project's line is not read", "PooledMethods.cs", "\"build_property.\" + property", "\"build_metadata.\" + property", "PA0006|PA0011"),
        Rule("An interface's method counts as the one that pools", "PooledMethods.cs", "ContainingType.TypeKind: not TypeKind.Interface", "ContainingType.TypeKind: not TypeKind.Error", "PA0001"),
        Rule("A method that keeps the framework's builder counts as pooled", "PooledMethods.cs", "return builder is null || KnownTypes.IsFrameworkPoolingBuilder(builder)", "return !KnownTypes.IsPooledBuilder(builder)", "PA0006"),
        Rule("A struct around a task counts as a place to keep it", "Rules/PA0002StoredAnalyzer.cs", "IsStatic: false, ContainingType.IsValueType: true", "IsStatic: false, ContainingType.IsValueType: false", "PA0002"),
        Rule("One await consumes a Task and the task in it", "Rules/PA0004WrappedInTaskAnalyzer.cs", "awaits++;", "awaits += 2;", "PA0004"),
        Rule("An event handler shall not return void", "Rules/PA0009AsyncVoidAnalyzer.cs", "EndsWith(\"EventArgs\"", "EndsWith(\"EventArguments\"", "PA0009"),
        Rule("Every compilation is for runtime-async", "KnownTypes.cs", "== true && value == \"on\"", "!= true || value == \"on\"", "PA0008|PA0011"),
        Fix("A using directive makes a name ambiguous", Edits, "|| (!found[true].Any() && GivesASecondMeaning(type.ContainingNamespace))", string.Empty, "PA0011"),
        Fix("A caller that keeps its Task is overlooked", CallSites, "                    return false;\n            }\n\n            isCalled = true;", "                    break;\n            }\n\n            isCalled = true;", "PA0012"),
        Fix("A public method returns a task that is not one", CallSites, "        edges.ForEach(call => edits.AppendCall(call, \".AsTask()\"));\n", string.Empty, "PA0012"),
        Fix("Callers in other files are not looked at", CallSites, "edits.Model.Compilation.SyntaxTrees.Select(tree => tree.GetRoot())", "[edits.Root]", "PA0012"),
        Fix("A lambda's attribute is read as an indexer", "Functions.cs", "bool needsParentheses = lambda.Parent is InitializerExpressionSyntax or ConditionalExpressionSyntax;", "bool needsParentheses = false;", "PA0011"),
        Fix("A project changes what another does not compile", "FileEdits.cs", "if (added.All(one => added.All(other => one.Here.AreSharedBy(other.Here))))", "if (added.Count > 0)", "PA0013"),
        Fix("A directive goes that compiled-out text needs", "FileEdits.cs", ".Any(elsewhere.Contains)", ".Any(string.IsNullOrEmpty)", "PA0013"),
        Fix("The builder before the conversion is lost", "../Rules/PA0013RestoreValueTaskFix.cs", " && !TryRestoreBuilder(edits, attribute)", string.Empty, "PA0013"),
        Fix("A method that is not async awaits", "../Rules/PA0005BlockingFix.cs", " || !Functions.IsAsync(node)", string.Empty, "PA0005"),
    ];

    private static Mutant Rule(string name, string file, string original, string broken, string filter) =>
        new(name, file, original, broken, filter) { Target = Target.Analyzers };

    private static Mutant Fix(string name, string file, string original, string broken, string filter) =>
        new(name, file, original, broken, filter) { Target = Target.CodeFixes };
}

using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AsyncBenchmarks.Generators;

/// <summary>
/// Writes the async methods of the scenarios into each library's class. They are one text for all libraries, because C# has no generic
/// parameter for a method's task type: the <c>*.template</c> in the folders of the scenarios. The attributes AsyncMethods and Coordination
/// on a library's class say what differs; each of their properties fills the holes of its name.
/// </summary>
[Generator]
public sealed class BodyGenerator : IIncrementalGenerator
{
    private const string Namespace = "AsyncBenchmarks.Scenarios.";

    // Settings of the projects' .editorconfig don't reach what a generator writes.
    private const string Head = "#nullable enable\n#pragma warning disable CA2012 // ValueTasks are dropped where that is measured\n";

    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValueProvider<ImmutableDictionary<string, string>> templates = context.AdditionalTextsProvider
            .Where(static file => file.Path.EndsWith(".template", StringComparison.Ordinal))
            .Select(static (file, stop) => new KeyValuePair<string, string>(
                Path.GetFileNameWithoutExtension(file.Path), file.GetText(stop)!.ToString()))
            .Collect()
            .Select(static (files, _) => files.ToImmutableDictionary());
        Register("AsyncMethodsAttribute", AsyncMethods);
        Register("CoordinationAttribute", Coordination);

        void Register(string attribute, Func<Request, ImmutableDictionary<string, string>, string> write)
        {
            IncrementalValuesProvider<Request> requests = context.SyntaxProvider.ForAttributeWithMetadataName(
                Namespace + attribute, static (node, _) => node is ClassDeclarationSyntax, Requests).SelectMany(static (all, _) => all);
            context.RegisterSourceOutput(requests.Combine(templates), (output, pair) => output.AddSource(
                $"{pair.Left.Class}.{pair.Left["Task"]}.{attribute}.cs",
                $"{Head}{pair.Left.Usings}\npartial class {pair.Left.Class}\n{{\n{write(pair.Left, pair.Right)}}}\n"));
        }
    }

    private static ImmutableArray<Request> Requests(GeneratorAttributeSyntaxContext context, CancellationToken stop)
    {
        // The usings of the library's own file, with their conditions.
        SyntaxNode root = context.TargetNode.SyntaxTree.GetRoot(stop);
        BaseNamespaceDeclarationSyntax space = root.DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().First();
        string usings = root.ToFullString().Substring(0, space.Name.FullSpan.End) + ";";
        return context.Attributes.Select(attribute => new Request(context.TargetSymbol.Name, usings, attribute)).ToImmutableArray();
    }

    private static string AsyncMethods(Request request, ImmutableDictionary<string, string> templates)
    {
        string task = request["Task"];
        string methods = templates["Yield"];
        methods = request["Then"].Length > 0 ? templates["Continuations"] + methods : methods;
        methods += request["WhenAll"].Length > 0 ? templates["Combinators"] : "";
        methods += request["Limits"] == "True" ? templates["Limits"] : "";
        methods = request["OnlyYield"] == "True" ? methods
            : templates["Nested"] + templates["Border"] + templates["Operations"] + templates["Rounds"] + methods;
        methods = Regex.Replace(methods, @"_DISCARD_(<\w+>)?\((.*)\);", request["Discard"] + ";");
        methods = Regex.Replace(methods, @"_CREATE_(<\w+>)?\((\w+)\)", request.Or("Create", "$2.Create()"));
        methods = Regex.Replace(methods, @"_RESOLVED_(<\w+>)\(RoundTally\.(\w+)\)", request.Or("Resolved", $"new {task}$1(RoundTally.$2)"));
        string builder = request["Builder"];
        methods = builder.Length > 0 ? methods : Regex.Replace(methods, @"\n.*_BUILDER_.*", "");
        string awaiter = request.Or("Awaiter", task + "Awaiter");
        return Fill(
            methods,
            ("SET_RESULT", request.Or("SetResult", "SetResult")),
            ("SET_VOID", request.Or("SetVoid", "SetResult()")),
            ("SET_EXCEPTION", request.Or("SetException", "SetException")),
            ("SET_CANCELED", request.Or("SetCanceled", "SetCanceled")),
            ("COMPLETED", request.Or("Completed", "default")),
            ("THEN", request["Then"]),
            ("WHEN_ALL", request["WhenAll"]),
            ("WHEN_ANY", request["WhenAny"]),
            ("BUILDER", builder),
            ("OPERATION", request.Or("Operation", ".Task")),
            ("CONFIGURED", request["Configured"]),
            ("AWAITER_OF_LONG", request.Or("AwaiterOfLong", awaiter + "<long>")),
            ("AWAITER", awaiter),
            ("BASE", request.Or("Base", task)),
            ("TASK", task));
    }

    private static string Coordination(Request request, ImmutableDictionary<string, string> templates)
    {
        string task = request.Or("Task", "Task");
        string methods = templates["Coordination"];
        methods += request["Types"].Length > 0 ? templates["Signals"] : "";
        methods += request["Channel"].Length > 0 ? templates["Channel"] : "";
        methods = Regex.Replace(methods, @"_DISCARD_\((.*)\);", request.Or("Discard", "_ = $1") + ";");
        return Fill(
            methods,
            ("WAIT", request.Or("Wait", task)),
            ("TYPES", request["Types"]),
            ("RESET", request.Or("Reset", "Reset()")),
            ("CHANNEL", request["Channel"]),
            ("TASK", task));
    }

    private static string Fill(string text, params (string Hole, string Words)[] holes) =>
        holes.Aggregate(text, static (filled, hole) => filled.Replace($"_{hole.Hole}_", hole.Words));

    private sealed class Request(string name, string usings, AttributeData attribute)
    {
        private readonly ImmutableDictionary<string, string> _properties =
            attribute.NamedArguments.ToImmutableDictionary(pair => pair.Key, pair => $"{pair.Value.Value}");

        public string Class => name;

        public string Usings => usings;

        /// <summary>A property; empty where it is not given.</summary>
        public string this[string property] => Or(property, "");

        /// <summary>A property, or the value that replaces it.</summary>
        public string Or(string property, string usual) => _properties.TryGetValue(property, out string? given) ? given : usual;
    }
}

using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledAwait.Analyzers.Tests.Support;

/// <summary>Compares what a rule reports with the marks in a text, and what a fix makes of it with another text.</summary>
internal static class Verify
{
    /// <summary>The rule reports exactly the marked places.</summary>
    public static async Task<ImmutableArray<Diagnostic>> ReportsAsync<TAnalyzer>(
        string marked, string? feature = null, string? properties = null)
        where TAnalyzer : DiagnosticAnalyzer, new()
    {
        var source = new MarkedSource(marked);
        Project project = Sources.CreateProject([source.Text], feature, properties: properties);
        ImmutableArray<Diagnostic> diagnostics = await Sources.AnalyzeAsync(project, new TAnalyzer());
        Assert.Equal(
            source.Spans.Select(span => Show(source.Text, span)),
            diagnostics.Select(diagnostic => Show(source.Text, diagnostic.Location.SourceSpan)));
        return diagnostics;
    }

    /// <summary>The statements of a method's body, in a class with pooled methods to call.</summary>
    public static Task<ImmutableArray<Diagnostic>> ReportsInAsync<TAnalyzer>(
        string statements, string signature = "async PooledValueTask M(bool condition, int count)", string? properties = null)
        where TAnalyzer : DiagnosticAnalyzer, new() => ReportsAsync<TAnalyzer>(InMethod(statements, signature), properties: properties);

    public static string InMethod(string statements, string signature = "async PooledValueTask M(bool condition, int count)") => $$"""
        #pragma warning disable CS1998, CS0162, CS0219, CS4014
        class C
        {
            static async PooledValueTask A() => await Task.Yield();
            static async PooledValueTask<int> B() { await Task.Yield(); return 1; }
            static void Use(PooledValueTask task) => task.Forget();
            static void UseValueTask(ValueTask task) { }
            static void Work() { }
            static bool Try(out PooledValueTask<int> task) { task = B(); return true; }
            static (PooledValueTask First, int Second) Pair() => (A(), 1);
            static async ValueTask Plain() => await Task.Yield();
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            static async ValueTask<int> Attributed() { await Task.Yield(); return 1; }
            PooledValueTask _field;
            List<PooledValueTask> _list = [];

            {{signature}}
            {
        {{Indent(statements, 8)}}
            }
        }
        """;

    /// <summary>Fixing all, and fixing one after the other, both give the expected text; a further fix of all changes nothing.</summary>
    public static async Task FixesAsync<TAnalyzer, TFix>(
        string source,
        string expected,
        int action = 0,
        string globalUsings = Sources.GlobalUsings,
        string? feature = null,
        bool remains = false)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        Project start = Sources.CreateProject([source], feature, globalUsings);
        Project all = await FixAllAsync<TAnalyzer, TFix>(start, action);
        Assert.Equal(expected, await TextAsync(all));
        Sources.AssertCompiles((await all.GetCompilationAsync())!);

        if (!remains)
        {
            Project again = await FixAllAsync<TAnalyzer, TFix>(all, action);
            Assert.Equal(expected, await TextAsync(again));
        }

        Project single = start;
        for (int i = 0; i < 20; i++)
        {
            ImmutableArray<Diagnostic> diagnostics = await Sources.AnalyzeAsync(single, new TAnalyzer());
            Project before = single;
            foreach (Diagnostic diagnostic in diagnostics)
            {
                single = await FixAsync<TFix>(single, diagnostic, action);
                if (single != before)
                {
                    break;
                }
            }

            if (single == before)
            {
                break;
            }
        }

        Assert.Equal(expected, await TextAsync(single));
    }

    /// <summary>
    /// What a fix of all occurrences makes of a file that two projects compile, as two target frameworks do; one of them with the symbol
    /// NEWER. Both get the same text.
    /// </summary>
    public static async Task<string> FixLinkedAsync<TAnalyzer, TFix>(
        string source, string globalUsings = Sources.GlobalUsings, string newerGlobalUsings = Sources.GlobalUsings)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        Project older = Sources.CreateProject([source], globalUsings: globalUsings);
        Project newer = older.Solution.AddProject("Newer", "Newer", LanguageNames.CSharp)
            .WithParseOptions(((CSharpParseOptions)older.ParseOptions!).WithPreprocessorSymbols("NEWER"))
            .WithCompilationOptions(older.CompilationOptions!)
            .WithMetadataReferences(older.MetadataReferences)
            .AddDocument("GlobalUsings.cs", newerGlobalUsings).Project
            .AddDocument("Source0.cs", source, filePath: "/Source0.cs").Project;
        Assert.Single(newer.Documents.Last().GetLinkedDocumentIds());

        Solution all = await FixAllAsync<TAnalyzer, TFix>(newer.Solution);
        string text = await TextAsync(all.GetProject(older.Id)!);
        Assert.Equal(text, await TextAsync(all.GetProject(newer.Id)!));
        Sources.AssertCompiles((await all.GetProject(older.Id)!.GetCompilationAsync())!);
        Sources.AssertCompiles((await all.GetProject(newer.Id)!.GetCompilationAsync())!);
        return text;
    }

    /// <summary>What a fix of all occurrences makes of a project.</summary>
    public static async Task<Project> FixAllAsync<TAnalyzer, TFix>(Project project, int action = 0)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        Solution solution = await FixAllAsync<TAnalyzer, TFix>(project.Solution, action);
        return solution == project.Solution ? project : solution.GetProject(project.Id)!;
    }

    private static async Task<Solution> FixAllAsync<TAnalyzer, TFix>(Solution solution, int action = 0)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        var found = new List<Diagnostic>();
        foreach (Project project in solution.Projects)
        {
            found.AddRange(await Sources.AnalyzeAsync(project, new TAnalyzer()));
        }

        foreach (Diagnostic diagnostic in found)
        {
            Document document = solution.GetDocument(diagnostic.Location.SourceTree)!;
            List<CodeAction> actions = await ActionsAsync<TFix>(document, diagnostic);
            if (actions.Count <= action)
            {
                continue;
            }

            var context = new FixAllContext(
                document,
                new TFix(),
                FixAllScope.Solution,
                actions[action].EquivalenceKey!,
                found.Select(other => other.Id).Distinct(),
                new Known([.. found]),
                CancellationToken.None);
            CodeAction? fix = await new TFix().GetFixAllProvider()!.GetFixAsync(context);
            return fix is null ? solution : await ApplyAsync(solution, fix);
        }

        return solution;
    }

    public static async Task<string> TextAsync(Project project, int document = 1) =>
        (await project.Documents.ElementAt(document).GetTextAsync()).ToString();

    private static async Task<Project> FixAsync<TFix>(Project project, Diagnostic diagnostic, int action)
        where TFix : CodeFixProvider, new()
    {
        List<CodeAction> actions = await ActionsAsync<TFix>(project.GetDocument(diagnostic.Location.SourceTree)!, diagnostic);
        if (actions.Count <= action)
        {
            return project;
        }

        Solution solution = await ApplyAsync(project.Solution, actions[action]);
        return solution == project.Solution ? project : solution.GetProject(project.Id)!;
    }

    private static async Task<List<CodeAction>> ActionsAsync<TFix>(Document document, Diagnostic diagnostic)
        where TFix : CodeFixProvider, new()
    {
        var actions = new List<CodeAction>();
        await new TFix()
            .RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (fix, _) => actions.Add(fix), CancellationToken.None));
        return actions;
    }

    private static async Task<Solution> ApplyAsync(Solution solution, CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        foreach (Document document in changed.Projects.SelectMany(project => project.Documents))
        {
            if ((await document.GetTextAsync()).ToString() != (await solution.GetDocument(document.Id)!.GetTextAsync()).ToString())
            {
                return changed;
            }
        }

        return solution;
    }

    private static string Show(string text, TextSpan span) =>
        $"line {text.AsSpan(0, span.Start).Count('\n') + 1}: {text.Substring(span.Start, span.Length)}";

    private static string Indent(string text, int spaces) =>
        string.Join('\n', text.Split('\n').Select(line => line.Length == 0 ? line : new string(' ', spaces) + line));

    /// <summary>Gives a fix of all occurrences what was found.</summary>
    private sealed class Known(ImmutableArray<Diagnostic> diagnostics) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(diagnostics.Where(diagnostic => project.GetDocument(diagnostic.Location.SourceTree) is not null));

        public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(
            Document document, CancellationToken cancellationToken)
        {
            SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
            return diagnostics.Where(diagnostic => diagnostic.Location.SourceTree == tree);
        }

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}

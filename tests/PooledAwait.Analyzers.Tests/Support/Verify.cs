using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.Analyzers.Tests.Support;

/// <summary>Compares what a rule reports with the marks in a text, and what a fix makes of it with another text.</summary>
internal static class Verify
{
    /// <summary>The rule reports exactly the marked places.</summary>
    public static async Task<ImmutableArray<Diagnostic>> ReportsAsync<TAnalyzer>(string marked, string? feature = null)
        where TAnalyzer : DiagnosticAnalyzer, new()
    {
        var source = new MarkedSource(marked);
        Project project = Sources.CreateProject([source.Text], feature);
        ImmutableArray<Diagnostic> diagnostics = await Sources.AnalyzeAsync(project, new TAnalyzer());
        Assert.Equal(
            source.Spans.Select(span => Show(source.Text, span)),
            diagnostics.Select(diagnostic => Show(source.Text, diagnostic.Location.SourceSpan)));
        return diagnostics;
    }

    /// <summary>The statements of a method's body, in a class with pooled methods to call.</summary>
    public static Task<ImmutableArray<Diagnostic>> ReportsInAsync<TAnalyzer>(
        string statements, string signature = "async PooledValueTask M(bool condition, int count)")
        where TAnalyzer : DiagnosticAnalyzer, new() => ReportsAsync<TAnalyzer>(InMethod(statements, signature));

    public static string InMethod(string statements, string signature = "async PooledValueTask M(bool condition, int count)") => $$"""
        #pragma warning disable CS1998, CS0162, CS0219, CS4014
        class C
        {
            static async PooledValueTask A() => await Task.Yield();
            static async PooledValueTask<int> B() { await Task.Yield(); return 1; }
            static void Use(PooledValueTask task) => task.Forget();
            static void UseValueTask(ValueTask task) { }
            static void Work() { }
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

    /// <summary>What a fix of all occurrences makes of a project.</summary>
    public static async Task<Project> FixAllAsync<TAnalyzer, TFix>(Project project, int action = 0)
        where TAnalyzer : DiagnosticAnalyzer, new()
        where TFix : CodeFixProvider, new()
    {
        ImmutableArray<Diagnostic> diagnostics = await Sources.AnalyzeAsync(project, new TAnalyzer());
        foreach (Diagnostic diagnostic in diagnostics)
        {
            Document document = project.GetDocument(diagnostic.Location.SourceTree)!;
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
                diagnostics.Select(found => found.Id).Distinct(),
                new Known(diagnostics),
                CancellationToken.None);
            CodeAction? fix = await new TFix().GetFixAllProvider()!.GetFixAsync(context);
            return fix is null ? project : await ApplyAsync(project, fix);
        }

        return project;
    }

    public static async Task<string> TextAsync(Project project, int document = 1) =>
        (await project.Documents.ElementAt(document).GetTextAsync()).ToString();

    private static async Task<Project> FixAsync<TFix>(Project project, Diagnostic diagnostic, int action)
        where TFix : CodeFixProvider, new()
    {
        List<CodeAction> actions = await ActionsAsync<TFix>(project.GetDocument(diagnostic.Location.SourceTree)!, diagnostic);
        return actions.Count > action ? await ApplyAsync(project, actions[action]) : project;
    }

    private static async Task<List<CodeAction>> ActionsAsync<TFix>(Document document, Diagnostic diagnostic)
        where TFix : CodeFixProvider, new()
    {
        var actions = new List<CodeAction>();
        await new TFix()
            .RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (fix, _) => actions.Add(fix), CancellationToken.None));
        return actions;
    }

    private static async Task<Project> ApplyAsync(Project project, CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        Project changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.GetProject(project.Id)!;
        foreach (Document document in changed.Documents)
        {
            if ((await document.GetTextAsync()).ToString() != (await project.GetDocument(document.Id)!.GetTextAsync()).ToString())
            {
                return changed;
            }
        }

        return project;
    }

    private static string Show(string text, TextSpan span) =>
        $"line {text.AsSpan(0, span.Start).Count('\n') + 1}: {text.Substring(span.Start, span.Length)}";

    private static string Indent(string text, int spaces) =>
        string.Join('\n', text.Split('\n').Select(line => line.Length == 0 ? line : new string(' ', spaces) + line));

    /// <summary>Gives a fix of all occurrences what was found.</summary>
    private sealed class Known(ImmutableArray<Diagnostic> diagnostics) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(diagnostics);

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

using System.Globalization;

namespace PooledAwait.Analyzers.Tests.Support;

/// <summary>Makes a project of source text, with the running framework and the library, and runs rules over it.</summary>
internal static class Sources
{
    /// <summary>What tests need not write; a file of its own, so that a fix which adds a using directive is not disturbed.</summary>
    public const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Runtime.CompilerServices;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using PooledAwait;
        """;

    private static readonly ImmutableArray<MetadataReference> s_references =
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
        .Split(Path.PathSeparator)
        .Where(path => Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal)
            || Path.GetFileName(path) is "netstandard.dll" or "mscorlib.dll" or "PooledAwait.Net.dll")
        .Select(path => (MetadataReference)MetadataReference.CreateFromFile(path))
        .ToImmutableArray();

    /// <summary>A method that only a source generator would write: a host that runs none sees an error.</summary>
    public const string Generated = "FromASourceGenerator";

    public static Project CreateProject(
        IEnumerable<string> sources,
        string? feature = null,
        string globalUsings = GlobalUsings,
        bool referenceLibrary = true,
        string? properties = null)
    {
        CSharpParseOptions parseOptions = new(LanguageVersion.Preview);
        if (feature is not null)
        {
            parseOptions = parseOptions.WithFeatures([new(feature, "on")]);
        }

        // A rule that is off by default is on here, and so is a preview feature of the framework.
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable)
            .WithSpecificDiagnosticOptions(
            [
                new(Rule.ConfigureAwait, ReportDiagnostic.Warn),
                new("SYSLIB5007", ReportDiagnostic.Suppress),
            ]);
        var references = referenceLibrary ? s_references
            : s_references.Where(reference => !reference.Display!.Contains("PooledAwait", StringComparison.Ordinal));
        Project project = new AdhocWorkspace()
            .AddProject("Project", LanguageNames.CSharp)
            .WithParseOptions(parseOptions)
            .WithCompilationOptions(options)
            .AddMetadataReferences(references)
            .AddDocument("GlobalUsings.cs", globalUsings).Project;
        if (properties is not null)
        {
            // As MSBuild writes a property that a package makes visible to the compiler.
            string config = "is_global = true\nbuild_property." + properties.Replace("=", " = ", StringComparison.Ordinal);
            project = project.AddAnalyzerConfigDocument(
                "Project.globalconfig", SourceText.From(config), filePath: "/Project.globalconfig").Project;
        }

        int number = 0;
        foreach (string source in sources)
        {
            project = project.AddDocument($"Source{number}.cs", source, filePath: $"/Source{number++}.cs").Project;
        }

        return project;
    }

    /// <summary>Compiles, which must succeed, and gives what a rule reports.</summary>
    public static async Task<ImmutableArray<Diagnostic>> AnalyzeAsync(Project project, DiagnosticAnalyzer analyzer)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        AssertCompiles(compilation);
        var options = new CompilationWithAnalyzersOptions(
            project.AnalyzerOptions,
            onAnalyzerException: null,
            concurrentAnalysis: true,
            logAnalyzerExecutionTime: false,
            reportSuppressedDiagnostics: false);
        ImmutableArray<Diagnostic> diagnostics = await compilation.WithAnalyzers([analyzer], options).GetAnalyzerDiagnosticsAsync();
        // AD0001: the rule itself threw.
        Assert.DoesNotContain(diagnostics, diagnostic => diagnostic.Id == "AD0001");
        return [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceTree!.FilePath, StringComparer.Ordinal)
            .ThenBy(diagnostic => diagnostic.Location.SourceSpan)];
    }

    public static void AssertCompiles(Compilation compilation)
    {
        Diagnostic[] errors = [.. compilation.GetDiagnostics().Where(
            diagnostic => diagnostic.Severity == DiagnosticSeverity.Error
                && !diagnostic.GetMessage(CultureInfo.InvariantCulture).Contains(Generated, StringComparison.Ordinal))];
        Assert.True(errors.Length == 0, string.Join(Environment.NewLine, errors.Select(error => error.ToString())));
    }
}

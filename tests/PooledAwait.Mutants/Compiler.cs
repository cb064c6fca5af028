using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace PooledAwait.Mutants;

/// <summary>Compiles the library in this process, as MSBuild does: one file differs from mutant to mutant.</summary>
internal sealed class Compiler
{
    private readonly CSharpCompilation _original;

    /// <summary>Tests read them: without them a mutant would be killed by what it lacks.</summary>
    private readonly IEnumerable<ResourceDescription> _resources;

    /// <summary>Asks MSBuild, without compiling, for the compiler's arguments.</summary>
    /// <param name="root">The repository or its copy, where the projects that the library refers to have been built.</param>
    internal Compiler(string root)
    {
        int? code = DotNet.Run(
            root,
            out string output,
            "build", Program.Library, "-c", "Release", "-f", "net10.0", "-nodeReuse:false",
            "-t:PrepareResources;Compile", "-p:BuildProjectReferences=false",
            "-p:ProvideCommandLineArgs=true", "-p:SkipCompilerExecution=true", "-p:NonExistentFile=so-that-nothing-is-up-to-date",
            "-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:GenerateDocumentationFile=false",
            "-getItem:CscCommandLineArgs");
        if (code != 0)
        {
            throw new InvalidOperationException("MSBuild does not say how it compiles the library: " + output);
        }

        using JsonDocument answer = JsonDocument.Parse(output);
        IEnumerable<string> items = answer.RootElement.GetProperty("Items").GetProperty("CscCommandLineArgs").EnumerateArray()
            .Select(static item => item.GetProperty("Identity").GetString()!);
        CSharpCommandLineArguments arguments =
            CSharpCommandLineParser.Default.Parse(items, Path.Combine(root, Program.Library), sdkDirectory: null);
        _resources = arguments.ManifestResources;
        _original = CSharpCompilation.Create(
            Path.GetFileName(Program.Library),
            arguments.SourceFiles.Select(file => Parse(File.ReadAllText(file.Path), file.Path, arguments.ParseOptions)),
            arguments.MetadataReferences.Select(static reference => MetadataReference.CreateFromFile(reference.Reference)),
            arguments.CompilationOptions.WithStrongNameProvider(new DesktopStrongNameProvider()));
    }

    /// <summary>Compiles the library with other sources.</summary>
    /// <param name="sources">The files that differ, with the text in their place.</param>
    /// <param name="target">Where the assembly goes; null if only its errors are of interest.</param>
    /// <param name="errors">The errors, if there are any.</param>
    internal bool TryCompile(IReadOnlyDictionary<string, string> sources, string? target, out string errors)
    {
        CSharpCompilation mutant = _original;
        foreach ((string path, string source) in sources)
        {
            SyntaxTree original = mutant.SyntaxTrees.Single(tree => Path.GetFullPath(tree.FilePath) == Path.GetFullPath(path));
            mutant = mutant.ReplaceSyntaxTree(original, Parse(source, path, (CSharpParseOptions)original.Options));
        }

        IEnumerable<Diagnostic> found = target is null
            ? mutant.GetDiagnostics()
            : mutant.Emit(target, manifestResources: _resources).Diagnostics;
        errors = string.Join('\n', found.Where(static each => each.Severity == DiagnosticSeverity.Error));
        return errors.Length == 0;
    }

    private static SyntaxTree Parse(string source, string path, CSharpParseOptions options) =>
        CSharpSyntaxTree.ParseText(SourceText.From(source, System.Text.Encoding.UTF8), options, path);
}

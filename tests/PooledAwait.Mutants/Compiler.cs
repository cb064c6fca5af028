using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace PooledAwait.Mutants;

/// <summary>Compiles the library without MSBuild, which would take most of a mutant's time.</summary>
internal sealed class Compiler
{
    private const string Library = "src/PooledAwait.Net";

    private readonly string _folder;
    private readonly string _compiler;
    private readonly string _arguments;

    /// <summary>Asks MSBuild, without compiling, for the compiler and its arguments.</summary>
    /// <param name="copy">The repository's copy, which is built.</param>
    /// <param name="target">Where the library goes.</param>
    internal Compiler(string copy, string target)
    {
        int? code = DotNet.Run(
            copy,
            out string output,
            "build", Library, "-c", "Release", "-f", "net10.0", "--no-restore", "-nodeReuse:false",
            "-t:PrepareResources;Compile", "-p:BuildProjectReferences=false",
            "-p:ProvideCommandLineArgs=true", "-p:SkipCompilerExecution=true", "-p:NonExistentFile=so-that-nothing-is-up-to-date",
            "-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:GenerateDocumentationFile=false",
            "-getItem:CscCommandLineArgs", "-getProperty:RoslynTargetsPath");
        if (code != 0)
        {
            throw new InvalidOperationException("MSBuild does not say how it compiles the library: " + output);
        }

        using JsonDocument answer = JsonDocument.Parse(output);
        string roslyn = answer.RootElement.GetProperty("Properties").GetProperty("RoslynTargetsPath").GetString()!;
        _compiler = Path.Combine(roslyn, "bincore", "csc.dll");
        IEnumerable<string> arguments = answer.RootElement.GetProperty("Items").GetProperty("CscCommandLineArgs").EnumerateArray()
            .Select(static item => item.GetProperty("Identity").GetString()!)
            .Where(static argument => !IsReplaced(argument));
        _folder = Path.Combine(copy, Library);
        _arguments = Path.Combine(copy, "compile.rsp");
        File.WriteAllLines(_arguments, [.. arguments, $"/out:\"{target}\""]);
    }

    internal bool TryCompile(out string output) => DotNet.Run(_folder, out output, _compiler, "/noconfig", "@" + _arguments) == 0;

    /// <summary>Whether a mutant is compiled without an argument: its output goes elsewhere.</summary>
    private static bool IsReplaced(string argument) =>
        ((string[])["/noconfig", "/out:", "/refout:"]).Any(option => argument.StartsWith(option, StringComparison.Ordinal));
}

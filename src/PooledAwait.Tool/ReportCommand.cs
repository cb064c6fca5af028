using System.CommandLine;
using PooledAwait.Build;
using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool;

/// <summary>The build's report, without a project.</summary>
internal static class ReportCommand
{
    internal static Command Create(TextWriter output)
    {
        Argument<string[]> paths = new("folder or assemblies")
        {
            Description = "A bin or publish folder, or assemblies in such a folder.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string> to = new("--to")
        {
            Description = "Where the report goes, once with .md and once with .json.",
            HelpName = "file",
            DefaultValueFactory = static _ => "PooledAwaitReport",
        };
        Command command = new("report", "Says what would become of each async method, as dotnet build -t:PooledAwaitReport does.")
        {
            paths, to,
        };
        command.SetAction(arguments => Run(arguments.GetValue(paths)!, arguments.GetValue(to)!, output));
        return command;
    }

    private static void Run(string[] paths, string to, TextWriter output)
    {
        (ProgramFolder? program, string[] assemblies, string[] references) = Find(paths);
        Report report = new();
        List<string> lines = [];
        string copies = Directory.CreateTempSubdirectory("pooledawait").FullName;
        try
        {
            DeployedAssemblies deployed = new(references, program?.Name ?? Path.GetFileNameWithoutExtension(assemblies[0]), link: true);
            foreach (string assembly in DeployedAssemblies.Ordered(assemblies))
            {
                try
                {
                    lines.Add(deployed.AddTo(report, assembly, null, program?.OriginOf(assembly) == Origin.Own, copies));
                }
                catch (RefusedException refusal)
                {
                    lines.Add($"{Path.GetFileNameWithoutExtension(assembly)}: can't be pooled: {refusal.Message}.");
                }
            }
        }
        finally
        {
            Directory.Delete(copies, recursive: true);
        }

        string file = Path.GetFullPath(to);
        report.Write(file);
        foreach (string line in lines)
        {
            output.WriteLine(line);
        }

        output.WriteLine($"The report is in {file}.md and {file}.json.");
    }

    private static (ProgramFolder? Program, string[] Assemblies, string[] References) Find(string[] paths)
    {
        if (paths is [string folder]
            && (Directory.Exists(folder) || Path.GetExtension(folder).ToUpperInvariant() is not (".DLL" or ".EXE")))
        {
            ProgramFolder program = ProgramFolder.Open(folder);
            string[] deployed = [.. program.Deployed.Where(static path => Path.GetFileNameWithoutExtension(path) != ProgramFolder.Library)];
            return (program, deployed, [program.LibraryPath, .. deployed, .. program.FrameworkAssemblies()]);
        }

        foreach (string path in paths)
        {
            string? problem =
                !File.Exists(path) ? "isn't there"
                : Binary.KindOf(path) is BinaryKind.Assembly or BinaryKind.Composite or BinaryKind.MixedMode ? null
                : "is not an assembly of .NET";
            if (problem is not null)
            {
                throw new BadInputException($"'{path}' {problem}. Name a folder with a program, or its assemblies (.dll).");
            }
        }

        string[] beside = [.. paths.Select(static path => Path.GetDirectoryName(Path.GetFullPath(path))!).Distinct()];
        string library = ProgramFolder.PathOfLibrary(Environment.Version.Major);
        return (null, paths, [library, .. beside.SelectMany(static one => Directory.EnumerateFiles(one, "*.dll"))]);
    }
}

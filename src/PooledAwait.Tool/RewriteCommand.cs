using System.CommandLine;
using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using Mono.Cecil;
using PooledAwait.Build;
using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool;

/// <summary>Makes a copy of a folder in which some assemblies have pooled variants.</summary>
internal static class RewriteCommand
{
    private const string LibraryFile = ProgramFolder.Library + ".dll";

    private static readonly JsonSerializerOptions s_indented = new() { WriteIndented = true };

    internal static Command Create(TextWriter output)
    {
        Argument<string> folder = new("folder") { Description = "A bin or publish folder with one program. It stays as it is." };
        Option<string[]> assemblies = new("--assemblies")
        {
            Description = "The assemblies to pool, as in PooledAwaitAssembly: Npgsql,Dapper",
            HelpName = "names",
            AllowMultipleArgumentsPerToken = true,
        };
        Option<bool> own = new("--own") { Description = "Pool the program and its projects, as PooledAwaitMethods does." };
        Option<string> to = new("--to") { Description = "The new folder.", HelpName = "folder", Required = true };
        Command command = new("rewrite", "Makes a copy of a program in which calls that are awaited at once are pooled.")
        {
            folder, assemblies, own, to,
        };
        command.SetAction((arguments, stop) =>
        {
            string[] names =
            [
                .. (arguments.GetValue(assemblies) ?? []).SelectMany(static text => text.Split(',', ';'))
                    .Select(static name => name.Trim()).Where(static name => name.Length > 0),
            ];
            Run(arguments.GetValue(folder)!, names, arguments.GetValue(own), arguments.GetValue(to)!, output, stop);
            return Task.CompletedTask;
        });
        return command;
    }

    private static void Run(string folder, string[] names, bool own, string to, TextWriter output, CancellationToken stop)
    {
        ProgramFolder program = ProgramFolder.Open(folder);
        string target = Path.TrimEndingDirectorySeparator(Path.GetFullPath(to));
        if (Path.Exists(target))
        {
            throw new BadInputException($"'{target}' exists. Name a new folder, or delete that one.");
        }

        if (target.StartsWith(program.Folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
        {
            throw new BadInputException($"'{target}' would be inside the folder that is copied. Name one beside it.");
        }

        if (program.Version < 8)
        {
            throw new BadInputException($"{program.Name} is for .NET {program.Version}. Build it for .NET 8 or newer.");
        }

        Dictionary<string, string> chosen = Choose(program, names, own);
        if (program.IsSelfContained && FindMissing(program.LibraryPath, program.Folder) is { } missing)
        {
            throw new BadInputException(
                $"{program.Name} was trimmed: it has no '{missing}', which pooled methods need. Publish without PublishTrimmed.");
        }

        string? above = NearestThatExists(target);
        try
        {
            Copy(program.Folder, target, [], stop);
            List<string> lines = Rewrite(program, chosen, target, stop);
            AddLibrary(program, target);
            foreach (string line in lines)
            {
                output.WriteLine(line);
            }
        }
        catch
        {
            RemoveBelow(above, target);
            throw;
        }

        output.WriteLine($"The copy is in {target}; to undo, delete it. Compare the two under the same load:");
        output.WriteLine($"  pooledawait measure -- {program.Start}");
        output.WriteLine($"  pooledawait measure -- {program.Start.Replace(program.Folder, target, StringComparison.Ordinal)}");
    }

    /// <summary>The assemblies to rewrite, by their paths in the folder; each can be.</summary>
    private static Dictionary<string, string> Choose(ProgramFolder program, string[] names, bool own)
    {
        string[] deployed = [.. program.Deployed];
        Dictionary<string, string> chosen = new(StringComparer.OrdinalIgnoreCase);
        foreach (string path in deployed.Where(
            path => own && program.OriginOf(path) == Origin.Own && !IsNamed(path, ProgramFolder.Library)))
        {
            chosen.Add(Path.GetRelativePath(program.Folder, path), path);
        }

        foreach (string name in names)
        {
            string[] found = [.. deployed.Where(path => IsNamed(path, name))];
            if (found.Length == 0)
            {
                IEnumerable<string?> all = deployed.Select(Path.GetFileNameWithoutExtension).Distinct().Order(StringComparer.Ordinal);
                throw new BadInputException(
                    $"{program.Name} does not deploy '{name}'. Write an assembly's name without '.dll'; the framework's can't be "
                    + $"rewritten. It deploys {string.Join(", ", all)}.");
            }

            foreach (string path in found)
            {
                chosen[Path.GetRelativePath(program.Folder, path)] = path;
            }
        }

        if (chosen.Count == 0)
        {
            throw new BadInputException("Nothing is named. Write --assemblies with some names, or --own, or both.");
        }

        foreach (string path in chosen.Values)
        {
            string? problem = Binary.KindOf(path) switch
            {
                BinaryKind.Composite =>
                    "is part of a composite ReadyToRun image, which has its native code. Publish without PublishReadyToRunComposite",
                BinaryKind.MixedMode => "has native code of its own (mixed mode). Leave it out",
                BinaryKind.Assembly => Redirector.IsEditable(File.ReadAllBytes(path))
                    ? "is compiled without optimization. Publish with -c Release"
                    : null,
                _ => "is not an assembly of .NET. Leave it out",
            };
            if (problem is not null)
            {
                throw new BadInputException($"'{path}' {problem}.");
            }
        }

        return chosen;
    }

    private static List<string> Rewrite(ProgramFolder program, Dictionary<string, string> chosen, string target, CancellationToken stop)
    {
        // Assemblies for several platforms have one name; a key for each name lets the order be that of the references.
        Dictionary<string, string> byName = new(StringComparer.OrdinalIgnoreCase);
        foreach ((string file, string path) in chosen)
        {
            string name = Path.GetFileNameWithoutExtension(path);
            byName[byName.ContainsKey(name) ? file : name] = path;
        }

        List<string> lines = [];
        string[] references = [program.LibraryPath, .. program.Deployed, .. program.FrameworkAssemblies()];
        DeployedAssemblies deployed = new(references, program.Name, link: true);
        deployed.LinkRewritten(program.Deployed.Except(chosen.Values));
        foreach (string path in DeployedAssemblies.Ordered(byName, static path => path))
        {
            stop.ThrowIfCancellationRequested();
            string name = Path.GetFileNameWithoutExtension(path);
            string copy = Path.Combine(target, Path.GetRelativePath(program.Folder, path));
            try
            {
                (byte[] assembly, byte[]? symbols, Redirection redirection) =
                    deployed.Redirect(path, Forms.Awaited, program.OriginOf(path) == Origin.Own);
                File.WriteAllBytes(copy, assembly);
                string symbolFile = Path.ChangeExtension(copy, ".pdb");
                if (symbols is not null)
                {
                    File.WriteAllBytes(symbolFile, symbols);
                }
                else
                {
                    File.Delete(symbolFile);
                }

                lines.Add($"{name}: {redirection}.");
                lines.AddRange(redirection.Notes.Select(note => $"{name}: {note}."));
            }
            catch (RefusedException refusal)
            {
                throw new BadInputException($"'{path}' can't be rewritten: {refusal.Message}. Leave it out.");
            }

            deployed.Link(copy);
        }

        return lines;
    }

    /// <summary>Puts the library into the copy, and into the list of what the host loads.</summary>
    private static void AddLibrary(ProgramFolder program, string target)
    {
        string library = program.LibraryPath;
        File.Copy(library, Path.Combine(target, LibraryFile), overwrite: true);
        string dependencies = Path.Combine(target, Path.GetFileName(program.DependenciesFile));
        if (!File.Exists(dependencies))
        {
            return;
        }

        JsonObject root = JsonNode.Parse(File.ReadAllText(dependencies))!.AsObject();
        JsonObject libraries = root["libraries"]!.AsObject();
        JsonObject assets = root["targets"]![(string)root["runtimeTarget"]!["name"]!]!.AsObject();
        AssemblyName name = AssemblyName.GetAssemblyName(library);
        string entry = libraries.Select(static one => one.Key)
            .FirstOrDefault(static one => one.StartsWith(ProgramFolder.Library + "/", StringComparison.OrdinalIgnoreCase))
            ?? $"{ProgramFolder.Library}/{name.Version}";
        assets[entry] = new JsonObject
        {
            ["runtime"] = new JsonObject
            {
                [LibraryFile] = new JsonObject
                {
                    ["assemblyVersion"] = name.Version!.ToString(),
                    ["fileVersion"] = FileVersionInfo.GetVersionInfo(library).FileVersion,
                },
            },
        };
        libraries[entry] ??= new JsonObject { ["type"] = "reference", ["serviceable"] = false, ["sha512"] = "" };
        File.WriteAllText(dependencies, root.ToJsonString(s_indented));
    }

    /// <summary>A member that the library uses, and the framework in a folder doesn't have.</summary>
    private static string? FindMissing(string library, string folder)
    {
        using FolderResolver resolver = new(folder);
        using ModuleDefinition module = ModuleDefinition.ReadModule(library, new ReaderParameters { AssemblyResolver = resolver });
        return module.GetMemberReferences().FirstOrDefault(static member => !IsThere(member))?.FullName;

        static bool IsThere(MemberReference member)
        {
            try
            {
                return member.Resolve() is not null;
            }
            catch (AssemblyResolutionException)
            {
                return false;
            }
        }
    }

    /// <summary>Copies a folder. Links are followed, so that nothing in the copy leads back to the original.</summary>
    private static void Copy(string source, string target, HashSet<string> above, CancellationToken stop)
    {
        string real = new DirectoryInfo(source).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? source;
        if (!above.Add(real))
        {
            throw new BadInputException($"'{source}' is a link to a folder that it is in. Remove the link.");
        }

        Directory.CreateDirectory(target);
        foreach (string file in Directory.EnumerateFiles(source))
        {
            stop.ThrowIfCancellationRequested();
            File.Copy(file, Path.Combine(target, Path.GetFileName(file)));
        }

        foreach (string folder in Directory.EnumerateDirectories(source))
        {
            Copy(folder, Path.Combine(target, Path.GetFileName(folder)), above, stop);
        }

        above.Remove(real);
    }

    private static bool IsNamed(string path, string name) =>
        string.Equals(Path.GetFileNameWithoutExtension(path), name, StringComparison.OrdinalIgnoreCase);

    private static string? NearestThatExists(string? folder)
    {
        while (folder is not null && !Directory.Exists(folder))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder;
    }

    /// <summary>Deletes what was made for a folder that isn't wanted any more: the folder, and those that lead to it.</summary>
    private static void RemoveBelow(string? above, string folder)
    {
        string made = folder;
        while (Path.GetDirectoryName(made) is { } parent && parent != above)
        {
            made = parent;
        }

        if (Directory.Exists(made))
        {
            Directory.Delete(made, recursive: true);
        }
    }

    /// <summary>Finds assemblies in one folder only.</summary>
    private sealed class FolderResolver(string folder) : IAssemblyResolver
    {
        private readonly Dictionary<string, AssemblyDefinition> _assemblies = [];

        public AssemblyDefinition Resolve(AssemblyNameReference name) => Resolve(name, new ReaderParameters());

        public AssemblyDefinition Resolve(AssemblyNameReference name, ReaderParameters parameters)
        {
            if (!_assemblies.TryGetValue(name.Name, out AssemblyDefinition? assembly))
            {
                string path = Path.Combine(folder, name.Name + ".dll");
                assembly = File.Exists(path)
                    ? AssemblyDefinition.ReadAssembly(path, new ReaderParameters { AssemblyResolver = this })
                    : throw new AssemblyResolutionException(name);
                _assemblies.Add(name.Name, assembly);
            }

            return assembly;
        }

        public void Dispose()
        {
            foreach (AssemblyDefinition assembly in _assemblies.Values)
            {
                assembly.Dispose();
            }
        }
    }
}

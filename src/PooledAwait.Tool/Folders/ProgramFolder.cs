using System.Runtime.InteropServices;
using System.Text.Json.Nodes;

namespace PooledAwait.Tool.Folders;

/// <summary>Where an assembly comes from.</summary>
internal enum Origin
{
    /// <summary>A project of the program.</summary>
    Own,

    /// <summary>A package, or a file that a project refers to.</summary>
    ThirdParty,

    /// <summary>The framework.</summary>
    Framework,
}

/// <summary>A program in a bin or publish folder: what the build knows from MSBuild is in its deps.json and runtimeconfig.json.</summary>
internal sealed class ProgramFolder
{
    internal const string Library = "PooledAwait.Net";

    private readonly Dictionary<string, Origin> _origins = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<string> _assemblies = [];

    private ProgramFolder(string path, string name)
    {
        Folder = path;
        Name = name;
        if (File.Exists(DependenciesFile))
        {
            ReadDependencies();
        }
        else
        {
            _origins[name] = Origin.Own;
            _assemblies.AddRange(Directory.EnumerateFiles(path, "*.dll"));
        }

        JsonNode options = JsonNode.Parse(File.ReadAllText(Path.Combine(path, name + ".runtimeconfig.json")))!["runtimeOptions"]!;
        IsSelfContained = options["includedFrameworks"] is not null;
        Frameworks =
        [
            .. ((options["frameworks"] ?? options["includedFrameworks"])?.AsArray() ?? [options["framework"]?.DeepClone()])
                .OfType<JsonObject>().Select(static one => ((string)one["name"]!, (string)one["version"]!)),
        ];
    }

    internal string Folder { get; }

    /// <summary>The name of the program's assembly.</summary>
    internal string Name { get; }

    internal bool IsSelfContained { get; }

    /// <summary>The shared frameworks that it needs, or those that lie in the folder.</summary>
    internal IReadOnlyList<(string Name, string Version)> Frameworks { get; }

    /// <summary>The major version of .NET that it is for.</summary>
    internal int Version => Frameworks.Where(static one => one.Name == "Microsoft.NETCore.App")
        .Concat(Frameworks).Select(static one => int.Parse(one.Version.Split('.')[0], Invariant)).FirstOrDefault();

    /// <summary>The assemblies that are not the framework's. One may be there several times, for several platforms.</summary>
    internal IEnumerable<string> Deployed => _assemblies.Where(path => OriginOf(path) != Origin.Framework);

    /// <summary>The build of the library that its copies get.</summary>
    internal string LibraryPath => PathOfLibrary(Version);

    internal string DependenciesFile => Path.Combine(Folder, Name + ".deps.json");

    /// <summary>How the program is started.</summary>
    internal string Start => IsSelfContained
        ? Path.Combine(Folder, Name + (OperatingSystem.IsWindows() ? ".exe" : ""))
        : "dotnet " + Path.Combine(Folder, Name + ".dll");

    private static IFormatProvider Invariant => System.Globalization.CultureInfo.InvariantCulture;

    /// <summary>Reads a folder, which must have one program.</summary>
    internal static ProgramFolder Open(string path)
    {
        if (File.Exists(path))
        {
            path = Path.GetDirectoryName(Path.GetFullPath(path))!;
        }

        if (!Directory.Exists(path))
        {
            throw new BadInputException($"There is no folder '{path}'. Name the folder that 'dotnet publish -c Release' has written.");
        }

        string[] programs = [.. ProgramsIn(path)];
        return programs.Length switch
        {
            1 => new ProgramFolder(Path.TrimEndingDirectorySeparator(Path.GetFullPath(path)), programs[0]),
            0 => throw new BadInputException(WhatIsThere(path)),
            _ => throw new BadInputException(
                $"'{path}' has {programs.Length} programs: {string.Join(", ", programs)}. Publish each into a folder of its own."),
        };
    }

    /// <summary>The library for a version of .NET, as it comes with this tool. Rewritten assemblies refer to it.</summary>
    internal static string PathOfLibrary(int version) =>
        Path.Combine(AppContext.BaseDirectory, "library", version >= 10 ? "net10.0" : "net8.0", Library + ".dll");

    /// <summary>The program that an assembly is.</summary>
    internal static ProgramFolder Of(string assembly) =>
        new(Path.GetDirectoryName(Path.GetFullPath(assembly))!, Path.GetFileNameWithoutExtension(assembly));

    /// <summary>The origin of an assembly that lies in the folder.</summary>
    internal Origin OriginOf(string path) =>
        _origins.TryGetValue(Path.GetFileNameWithoutExtension(path), out Origin origin) ? origin : Origin.ThirdParty;

    /// <summary>Where the framework's assemblies are: in the folder, or shared.</summary>
    internal IEnumerable<string> FrameworkAssemblies()
    {
        if (IsSelfContained)
        {
            return _assemblies.Where(path => OriginOf(path) == Origin.Framework);
        }

        string shared = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../.."));
        return Frameworks.Append(("Microsoft.NETCore.App", "0.0")).SelectMany(
            framework => FolderOf(Path.Combine(shared, framework.Item1), framework.Item2) is { } folder
                ? Directory.EnumerateFiles(folder, "*.dll")
                : []);
    }

    /// <summary>The folder of a framework's version, or of the nearest newer one, or of any.</summary>
    private static string? FolderOf(string framework, string wanted)
    {
        if (!Directory.Exists(framework))
        {
            return null;
        }

        Version least = ParseVersion(wanted);
        (Version Version, string Folder)[] found =
            [.. Directory.EnumerateDirectories(framework).Select(static one => (ParseVersion(Path.GetFileName(one)), one)).Order()];
        return found.Where(one => one.Version.Major == least.Major && one.Version >= least).Select(static one => one.Folder).LastOrDefault()
            ?? found.Where(one => one.Version >= least).Select(static one => one.Folder).FirstOrDefault()
            ?? found.Select(static one => one.Folder).LastOrDefault();

        static Version ParseVersion(string text) => System.Version.TryParse(text.Split('-')[0], out Version? version) ? version : new();
    }

    private static IEnumerable<string> ProgramsIn(string path)
    {
        const string Extension = ".runtimeconfig.json";
        return Directory.EnumerateFiles(path, "*" + Extension).Select(static file => Path.GetFileName(file)[..^Extension.Length])
            .Where(name => File.Exists(Path.Combine(path, name + ".dll"))).Order(StringComparer.Ordinal);
    }

    /// <summary>Says what a folder without a program has instead.</summary>
    private static string WhatIsThere(string path)
    {
        foreach (string file in Directory.EnumerateFiles(path).Order(StringComparer.Ordinal))
        {
            string? found = Binary.KindOf(file) switch
            {
                BinaryKind.FrameworkProgram =>
                    "is for .NET Framework. Build it for .NET 8 or newer, or use the package in its project.",
                BinaryKind.SingleFile =>
                    "is a single-file program. Publish it as a folder, with -p:PublishSingleFile=false.",
                BinaryKind.NativeAot =>
                    "is compiled with NativeAOT, and has no assemblies. Publish with -p:PublishAot=false.",
                _ => null,
            };
            if (found is not null)
            {
                return $"'{file}' {found}";
            }
        }

        return $"'{path}' has no .NET program: there is no file that ends with .runtimeconfig.json beside a .dll of that name. "
            + "Name the folder that 'dotnet publish -c Release' has written.";
    }

    private void ReadDependencies()
    {
        JsonObject root = JsonNode.Parse(File.ReadAllText(DependenciesFile))!.AsObject();
        JsonObject libraries = root["libraries"]!.AsObject();
        JsonObject target = root["targets"]![(string)root["runtimeTarget"]!["name"]!]!.AsObject();
        foreach ((string library, JsonNode? assets) in target)
        {
            Origin origin = (string?)libraries[library]?["type"] switch
            {
                "project" => Origin.Own,
                "runtimepack" => Origin.Framework,
                _ => Origin.ThirdParty,
            };
            foreach ((string asset, JsonNode? details) in Assets(assets!, "runtime").Concat(Assets(assets!, "runtimeTargets")))
            {
                if (!asset.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || (string?)details?["assetType"] == "native")
                {
                    continue;
                }

                // What is for one platform keeps its path; everything else is in the folder itself.
                string path = Path.Combine(Folder, details?["rid"] is null ? Path.GetFileName(asset) : asset);
                if (File.Exists(path))
                {
                    _origins[Path.GetFileNameWithoutExtension(path)] = origin;
                    _assemblies.Add(path);
                }
            }
        }

        static IEnumerable<KeyValuePair<string, JsonNode?>> Assets(JsonNode library, string kind) =>
            library[kind]?.AsObject() ?? Enumerable.Empty<KeyValuePair<string, JsonNode?>>();
    }
}

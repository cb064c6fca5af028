using System.Text;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace PooledAwait.Build;

/// <summary>The build step: writes a redirected copy of each chosen assembly, unless the existing copy was made from the same files with
/// the same settings.</summary>
public sealed class RedirectAwaits : Task
{
    private readonly List<ITaskItem> _originals = [];
    private readonly List<ITaskItem> _redirected = [];
    private readonly List<ITaskItem> _editable = [];
    private readonly Report _report = new();
    private DeployedAssemblies _deployed = null!;

    /// <summary>The assemblies to choose from, with files beside them: the symbols of a chosen assembly go with it.</summary>
    [Required]
    public ITaskItem[] Assemblies { get; set; } = [];

    /// <summary>The names of assemblies, each with its <c>Methods</c>.</summary>
    [Required]
    public ITaskItem[] Choices { get; set; } = [];

    /// <summary>Where copies go.</summary>
    public string Folder { get; set; } = string.Empty;

    /// <summary>The assemblies that those refer to.</summary>
    public ITaskItem[] References { get; set; } = [];

    /// <summary>Assemblies that are deployed with those. Variants of the ones that were rewritten before are called, and so are those of a
    /// program's <see cref="Assemblies"/> that nobody has chosen.</summary>
    public ITaskItem[] Linkable { get; set; } = [];

    /// <summary>Whether the assemblies are deployed together, so that one may call variants of another. Only .NET lets it.</summary>
    public bool Link { get; set; }

    /// <summary>The key pair that signs; empty for none.</summary>
    public string KeyFile { get; set; } = string.Empty;

    /// <summary>Where to look for a key file that the source names, as the compiler does.</summary>
    public string[] KeyFolders { get; set; } = [];

    /// <summary>Whether assemblies that are compiled without optimization are rewritten.</summary>
    public bool Editable { get; set; }

    /// <summary>If set, nothing is rewritten. What would become of all <see cref="Assemblies"/> is written to this path, once with .md and
    /// once with .json.</summary>
    public string ReportFile { get; set; } = string.Empty;

    /// <summary>The chosen assemblies that stay as they are, because they are compiled without optimization.</summary>
    [Output]
    public ITaskItem[] Kept => [.. _editable];

    /// <summary>The program that deploys third-party assemblies; empty if the project's own assembly is rewritten.</summary>
    public string Program { get; set; } = string.Empty;

    /// <summary>The files that have copies now.</summary>
    [Output]
    public ITaskItem[] Originals => [.. _originals];

    /// <summary>The copies. Their metadata says by which name they were chosen.</summary>
    [Output]
    public ITaskItem[] Redirected => [.. _redirected];

    public override bool Execute()
    {
        _deployed = new DeployedAssemblies(References.Select(static reference => reference.ItemSpec), Program, Link);
        IEnumerable<ITaskItem> unchosen = Program.Length > 0 && Link ? Assemblies.Where(file => ChoiceOf(file) is null) : [];
        _deployed.LinkRewritten(Linkable.Concat(unchosen).Select(static item => item.ItemSpec));
        foreach ((ITaskItem assembly, ITaskItem? choice) in Ordered())
        {
            string path = SourceOf(assembly);
            try
            {
                if (ReportFile.Length > 0)
                {
                    bool isOfAProject =
                        Path.GetFileNameWithoutExtension(path) == Program || assembly.GetMetadata("PooledAwaitCompiled").Length > 0;
                    Forms? forms = choice is null ? null : Builder.Parse(choice.GetMetadata("Methods"));
                    string line = _deployed.AddTo(_report, path, forms, isOfAProject, Path.Combine(Folder, "report"));
                    Log.LogMessage(MessageImportance.High, "{0}", line);
                }
                else
                {
                    Replace(assembly, path, choice!);
                }
            }
            catch (RefusedException refusal) when (ReportFile.Length > 0 || IsImplicit(choice!))
            {
                // Nobody has named what comes with a reference to a project; mostly it was rewritten in its own build.
                Log.LogMessage(
                    ReportFile.Length > 0 ? MessageImportance.High : MessageImportance.Low,
                    "{0}: can't be pooled: {1}.",
                    Path.GetFileNameWithoutExtension(path),
                    refusal.Message);
            }
            catch (RefusedException refusal)
            {
                Error("PA1003", $"'{path}' can't be rewritten: {refusal.Message}. Remove it from the project file.");
            }
            catch (FormatException bad)
            {
                Error("PA1001", bad.Message);
            }
        }

        if (ReportFile.Length > 0)
        {
            _report.Write(ReportFile);
            Log.LogMessage(MessageImportance.High, "The report is in {0}.md and {0}.json.", Path.GetFullPath(ReportFile));
        }

        return !Log.HasLoggedErrors;
    }

    /// <summary>The chosen assemblies, for a report all of them.</summary>
    private IReadOnlyList<(ITaskItem Assembly, ITaskItem? Choice)> Ordered()
    {
        Dictionary<string, (ITaskItem Assembly, ITaskItem? Choice)> chosen = new(StringComparer.OrdinalIgnoreCase);
        foreach (ITaskItem assembly in Assemblies.Where(static file => !IsSymbols(file)))
        {
            ITaskItem? choice = ChoiceOf(assembly);
            if (choice is not null || ReportFile.Length > 0)
            {
                // One assembly may be there for several platforms.
                string name = Path.GetFileNameWithoutExtension(assembly.ItemSpec);
                chosen[assembly.GetMetadata("DestinationSubDirectory") + name] = (assembly, choice);
            }
        }

        return DeployedAssemblies.Ordered(chosen, static one => SourceOf(one.Assembly));
    }

    private ITaskItem? ChoiceOf(ITaskItem assembly) => Choices.FirstOrDefault(
        one => string.Equals(one.ItemSpec, Path.GetFileNameWithoutExtension(assembly.ItemSpec), StringComparison.OrdinalIgnoreCase)
            && one.GetMetadata("Methods").Length > 0);

    /// <summary>What is rewritten: of a project that is rewritten in its own build as well, what the compiler has made.</summary>
    private static string SourceOf(ITaskItem assembly) =>
        assembly.GetMetadata("PooledAwaitCompiled") is { Length: > 0 } compiled && File.Exists(compiled) && !IsCopyChanged(compiled)
            ? compiled
            : assembly.ItemSpec;

    /// <summary>Whether another tool, such as Fody, has changed the copy that a project's own build has made of what was compiled, which
    /// lacks that change.</summary>
    private static bool IsCopyChanged(string compiled)
    {
        string copy = Path.Combine(Path.GetDirectoryName(compiled)!, "PooledAwait", Path.GetFileName(compiled));
        return File.Exists(copy) && File.GetLastWriteTimeUtc(copy) > File.GetLastWriteTimeUtc(StampOf(copy));
    }

    /// <summary>Whether an assembly is chosen because its project is referred to.</summary>
    private static bool IsImplicit(ITaskItem choice) => choice.GetMetadata("IsImplicit") == "true";

    private void Replace(ITaskItem assembly, string path, ITaskItem choice)
    {
        if (!Editable && Redirector.IsEditable(File.ReadAllBytes(path)))
        {
            _editable.Add(choice);
            Log.LogMessage(
                IsImplicit(choice) ? MessageImportance.Low : MessageImportance.High,
                "{0}: not pooled, because it is compiled without optimization, so that dotnet watch and debuggers can change its"
                + " methods while they run. To pool it, build with -c Release or set Optimize.",
                choice.ItemSpec);
            return;
        }

        string copy = Copy(assembly);
        RedirectTo(copy, path, choice.GetMetadata("Methods"), IsImplicit(choice));
        Add(assembly, copy, choice);
        _deployed.Link(copy);
        foreach (ITaskItem symbols in Assemblies.Where(file => IsSymbols(file)
            && IsSame(file.ItemSpec, SymbolsOf(assembly.ItemSpec)) && File.Exists(Copy(file))))
        {
            Add(symbols, Copy(symbols), choice);
        }
    }

    private void RedirectTo(string copy, string path, string methods, bool isOfAProject)
    {
        // What the copy depends on. A build that finds the same does nothing.
        string stamp = StampOf(copy);
        string[] files =
        [
            path, SymbolsOf(path), KeyFile, .. _deployed.Linked,
            .. Program.Length == 0 ? [] : References.Select(static reference => reference.ItemSpec),
        ];
        string[] inputs =
        [
            typeof(RedirectAwaits).Module.ModuleVersionId.ToString(), methods, Program,
            .. files.Select(
                static file => File.Exists(file) ? $"{file} {new FileInfo(file).Length} {File.GetLastWriteTimeUtc(file).Ticks}" : ""),
        ];
        byte[] stampContent = Encoding.UTF8.GetBytes(string.Join("\n", inputs));
        if (File.Exists(copy) && SharedFile.Has(stamp, stampContent))
        {
            return;
        }

        Forms forms = Builder.Parse(methods);
        if (forms == Forms.None)
        {
            throw new FormatException(
                $"Nothing says what to pool in '{path}'. Write Awaited, or Task, ValueTask or Task;ValueTask to pool more.");
        }

        (byte[] redirected, byte[]? newSymbols, Redirection redirection) = _deployed.Redirect(
            path, forms, isOfAProject, KeyFile.Length == 0 ? null : File.ReadAllBytes(KeyFile), KeyFolders);
        Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
        File.Delete(stamp);
        SharedFile.Write(copy, redirected);
        if (newSymbols is null)
        {
            File.Delete(SymbolsOf(copy));
        }
        else
        {
            SharedFile.Write(SymbolsOf(copy), newSymbols);
        }

        SharedFile.Write(stamp, stampContent);
        string name = Path.GetFileNameWithoutExtension(path);
        bool isWorthALine = !isOfAProject || redirection.Methods.Count > 0;
        Log.LogMessage(isWorthALine ? MessageImportance.High : MessageImportance.Low, "{0}: {1}.", name, redirection);
        foreach (string note in redirection.Notes)
        {
            Log.LogMessage(MessageImportance.High, "{0}: {1}.", name, note);
        }
    }

    private string Copy(ITaskItem file) =>
        Path.Combine(Folder, file.GetMetadata("DestinationSubDirectory"), Path.GetFileName(file.ItemSpec));

    private void Add(ITaskItem original, string copy, ITaskItem choice)
    {
        _originals.Add(original);
        TaskItem item = new(original) { ItemSpec = copy };
        item.SetMetadata("PooledAwaitName", choice.ItemSpec);
        _redirected.Add(item);
    }

    private static string StampOf(string copy) => copy + ".stamp";

    private static string SymbolsOf(string path) => Path.ChangeExtension(path, ".pdb");

    private static bool IsSame(string path, string other) => string.Equals(
        Path.GetFullPath(path),
        Path.GetFullPath(other),
        Path.DirectorySeparatorChar == '\\' ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

    private static bool IsSymbols(ITaskItem file) => Path.GetExtension(file.ItemSpec).ToUpperInvariant() is not (".DLL" or ".EXE");

    private void Error(string code, string message) =>
        Log.LogError(null, code, null, null, 0, 0, 0, 0, "{0}", message);
}

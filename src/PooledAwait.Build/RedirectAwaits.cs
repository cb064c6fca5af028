using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace PooledAwait.Build;

/// <summary>
/// The build's step: writes a redirected copy of each chosen assembly, unless the one that is there is of the same files and settings.
/// </summary>
public sealed class RedirectAwaits : Task
{
    private readonly List<ITaskItem> _originals = [];
    private readonly List<ITaskItem> _redirected = [];

    /// <summary>The assemblies to choose from, and files beside them: where the assembly is chosen, its symbols go with it.</summary>
    [Required]
    public ITaskItem[] Assemblies { get; set; } = [];

    /// <summary>The names of assemblies, each with its <c>Methods</c>.</summary>
    [Required]
    public ITaskItem[] Choices { get; set; } = [];

    /// <summary>Where copies go.</summary>
    public string Folder { get; set; } = string.Empty;

    /// <summary>The assemblies that those refer to.</summary>
    public ITaskItem[] References { get; set; } = [];

    /// <summary>The key pair that signs; empty for none.</summary>
    public string KeyFile { get; set; } = string.Empty;

    /// <summary>Where the compiler looks for a key file that the source names.</summary>
    public string[] KeyFolders { get; set; } = [];

    /// <summary>Only counts the async methods of all <see cref="Assemblies"/>.</summary>
    public bool Count { get; set; }

    /// <summary>The files of which there are copies now.</summary>
    [Output]
    public ITaskItem[] Originals => [.. _originals];

    /// <summary>The copies, with the metadata of their originals; where those are, and under which name they were chosen.</summary>
    [Output]
    public ITaskItem[] Redirected => [.. _redirected];

    /// <inheritdoc/>
    public override bool Execute()
    {
        foreach (ITaskItem assembly in Assemblies.Where(static file => !IsSymbols(file)))
        {
            string path = assembly.ItemSpec;
            string name = Path.GetFileNameWithoutExtension(path);
            try
            {
                if (Count)
                {
                    string original = assembly.GetMetadata("PooledAwaitOriginal");
                    Redirection count = Redirector.Count(File.ReadAllBytes(original.Length == 0 ? path : original));
                    Log.LogMessage(MessageImportance.High, "{0}: {1}", name, count);
                }
                else if (Choices.FirstOrDefault(one => string.Equals(one.ItemSpec, name, StringComparison.OrdinalIgnoreCase)) is { } choice)
                {
                    Replace(assembly, choice);
                }
            }
            catch (RefusedException) when (Count)
            {
                // A native library among the others.
            }
            catch (RefusedException refusal)
            {
                Error("PA1003", $"'{path}' can't be redirected: {refusal.Message}. Remove its line.");
            }
            catch (FormatException bad)
            {
                Error("PA1001", bad.Message);
            }
        }

        return !Log.HasLoggedErrors;
    }

    private void Replace(ITaskItem assembly, ITaskItem choice)
    {
        string copy = Copy(assembly);
        RedirectTo(copy, assembly.ItemSpec, choice.GetMetadata("Methods"));
        Add(assembly, copy, choice);
        foreach (ITaskItem symbols in Assemblies.Where(file => IsSymbols(file) && file.ItemSpec == SymbolsOf(assembly.ItemSpec)))
        {
            if (File.Exists(Copy(symbols)))
            {
                Add(symbols, Copy(symbols), choice);
            }
        }
    }

    private void RedirectTo(string copy, string path, string methods)
    {
        // What the copy depends on, and then what was said of it. A build that finds the same does nothing.
        string stamp = copy + ".stamp";
        string[] inputs =
        [
            typeof(RedirectAwaits).Module.ModuleVersionId.ToString(), methods,
            .. ((string[])[path, SymbolsOf(path), KeyFile]).Select(
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
            throw new FormatException($"No kind of async method is named for '{path}'. Write Task, ValueTask or Task;ValueTask.");
        }

        byte[]? symbols = File.Exists(SymbolsOf(path)) ? File.ReadAllBytes(SymbolsOf(path)) : null;
        string[] references = [.. References.Select(static reference => reference.ItemSpec)];
        (byte[] redirected, byte[]? newSymbols, Redirection redirection) = Redirector.Redirect(
            File.ReadAllBytes(path), symbols, forms, references, KeyFile.Length == 0 ? null : File.ReadAllBytes(KeyFile),
            KeyFolders);

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
        Log.LogMessage(MessageImportance.High, "{0}: pooled {1} async methods of {2}.", name, redirection.Redirected, redirection);
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
        item.SetMetadata("PooledAwaitOriginal", original.ItemSpec);
        _redirected.Add(item);
    }

    private static string SymbolsOf(string path) => Path.ChangeExtension(path, ".pdb");

    private static bool IsSymbols(ITaskItem file) => Path.GetExtension(file.ItemSpec) is not (".dll" or ".exe");

    private void Error(string code, string message) =>
        Log.LogError(null, code, null, null, 0, 0, 0, 0, "{0}", message);
}

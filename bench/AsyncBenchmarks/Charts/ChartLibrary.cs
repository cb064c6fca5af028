using System.ComponentModel;
using System.Security.Cryptography;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Charts;

/// <summary>
/// ECharts, which draws the charts. It is in no reliable NuGet package, and this repository keeps no code of others.
/// So npm restores it once, in the version and with the digests of the lock file, and it stays in the artifacts.
/// </summary>
/// <param name="Text">The library; null when it could not be had.</param>
/// <param name="Missing">Why not, and what to do.</param>
internal sealed record ChartLibrary(string? Text, string? Missing)
{
    private const string Version = "6.1.0";
    private const string FileName = "echarts.common.min.js";

    // Of that version's dist/echarts.common.min.js, however it came here.
    private const string Sha256 = "61F13280ABA3161F77FC801BF5F9C786F55F10432153A0683FC5CC0700B013D5";

    /// <summary>Finds it, or has npm restore it.</summary>
    /// <param name="definition">The folder with package.json and its lock file.</param>
    /// <param name="store">Where it is kept.</param>
    /// <param name="npm">How npm is called.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task<ChartLibrary> FindAsync(string definition, string store, string npm, CancellationToken cancellationToken)
    {
        string kept = Path.Combine(store, FileName);
        if (await ReadAsync(kept, cancellationToken) is { } found)
        {
            return new ChartLibrary(found, null);
        }

        // A folder of its own: another command may be restoring too, and tests do so in one process.
        string folder = Path.Combine(store, $"npm-{Guid.NewGuid():n}");
        string? failure;
        try
        {
            failure = await RestoreAsync(definition, folder, npm, cancellationToken);
            string restored = Path.Combine(folder, "node_modules", "echarts", "dist", FileName);
            if (failure is null && await ReadAsync(restored, cancellationToken) is { } text)
            {
                File.Move(restored, kept, overwrite: true);
                return new ChartLibrary(text, null);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        return new ChartLibrary(
            null,
            $"Charts need ECharts {Version}, and it could not be had: {failure ?? "what npm restored is not that version"}. "
                + "Install Node.js, whose npm restores it once; or put dist/" + FileName
                + $" of the npm package echarts {Version} at {kept}; then write the report again.");
    }

    private static async Task<string?> ReadAsync(string path, CancellationToken cancellationToken)
    {
        if (!File.Exists(path))
        {
            return null;
        }

        string text = await File.ReadAllTextAsync(path, cancellationToken);
        byte[] digest = SHA256.HashData(await File.ReadAllBytesAsync(path, cancellationToken));
        return Convert.ToHexString(digest) == Sha256 ? text : null;
    }

    private static async Task<string?> RestoreAsync(string definition, string folder, string npm, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.GetFiles(definition, "package*.json"))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)), overwrite: true);
        }

        try
        {
            // "ci" takes what the lock file says or nothing; no package's scripts are run.
            ProgramCommand command = new(npm, "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel",
                "error");
            await using ChildProcess process = ChildProcess.Start(command.ToStartInfo());
            while (await process.ReadLineAsync(cancellationToken) is not null)
            {
                // A process whose output is not read may never end.
            }

            return await process.WaitForExitAsync(cancellationToken) == 0 ? null : "npm failed: "
                + process.LastWords.ReplaceLineEndings(" ");
        }
        catch (Win32Exception)
        {
            return "npm is not installed";
        }
    }
}

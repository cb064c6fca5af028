using System.Diagnostics;
using System.Reflection;

namespace PooledAwait.Smoke;

/// <summary>This project's other variant.</summary>
internal static class Page
{
    private const string Variant = "-p:TestVariant=page";

    private static readonly string s_project = typeof(Page).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "Project").Value!;

    /// <summary>Restores the project.</summary>
    /// <param name="stop">Stops it.</param>
    /// <returns>Null, or which packages the feeds don't have, or which feed can't be reached.</returns>
    /// <exception cref="InvalidOperationException">It can't be restored for another reason.</exception>
    public static async Task<string?> FindMissingPackagesAsync(CancellationToken stop)
    {
        (int code, string output) = await RunAsync(stop, "restore", s_project, Variant);
        if (code == 0)
        {
            return null;
        }

        // No such package; no such version; no such feed; no such SDK.
        string[] reasons = ["NU1101", "NU1102", "NU1103", "NU1301", "NETSDK1147", "MSB4236"];
        string[] lines = [.. output.Split('\n').Where(line => reasons.Any(line.Contains)).Select(line => line.Trim()).Distinct()];
        return lines.Length > 0 ? string.Join('\n', lines) : throw new InvalidOperationException("The page can't be restored.\n" + output);
    }

    /// <summary>Publishes the project.</summary>
    /// <param name="stop">Stops it.</param>
    /// <returns>The folder to be served.</returns>
    /// <exception cref="InvalidOperationException">It does not build.</exception>
    public static async Task<string> PublishAsync(CancellationToken stop)
    {
        string folder = Path.Combine(s_project, "bin", "page", "publish");
        (int code, string output) = await RunAsync(stop, "publish", s_project, Variant, "--no-restore", "-c", "Release", "-o", folder);
        return code == 0 ? Path.Combine(folder, "wwwroot") : throw new InvalidOperationException("The page does not build.\n" + output);
    }

    private static async Task<(int Code, string Output)> RunAsync(CancellationToken stop, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true })!;
        try
        {
            string output = await process.StandardOutput.ReadToEndAsync(stop);
            await process.WaitForExitAsync(stop);
            return (process.ExitCode, output);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}

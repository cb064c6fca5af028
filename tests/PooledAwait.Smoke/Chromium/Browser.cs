using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Smoke;

/// <summary>The system's Chromium with one page, without a window, and with a profile that goes when it is disposed.</summary>
internal sealed class Browser : IDisposable
{
    private readonly DirectoryInfo _profile = Directory.CreateTempSubdirectory("smoke-browser-");
    private readonly Process _process;

    private Browser(string program, string address)
    {
        string[] arguments =
        [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--user-data-dir=" + _profile.FullName, address,
        ];

        // What it says of itself is about the desktop that isn't there.
        _process = new() { StartInfo = new(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true } };
        try
        {
            _process.Start();
        }
        catch (Win32Exception exception)
        {
            _profile.Delete();
            throw new InvalidOperationException(
                $"'{program}' can't be started as a browser: install Chromium, or correct CHROMIUM.", exception);
        }

        _process.BeginErrorReadLine();
        _process.BeginOutputReadLine();
    }

    /// <summary>Where the browser is: what CHROMIUM names, or the first on PATH; null where none is installed.</summary>
    public static string? Path { get; } = Environment.GetEnvironmentVariable("CHROMIUM") is { Length: > 0 } chosen ? chosen : Find();

    public bool HasExited => _process.HasExited;

    /// <exception cref="InvalidOperationException">The browser is not installed, or can't be started.</exception>
    public static Browser Open(string address) => new(Path ?? throw new InvalidOperationException("Chromium is not installed."), address);

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        _profile.Delete(recursive: true);
    }

    private static string? Find() => (
        from folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(System.IO.Path.PathSeparator)
        from name in (string[])["chromium", "chromium-browser", "google-chrome"]
        select System.IO.Path.Combine(folder, name)).FirstOrDefault(File.Exists);
}

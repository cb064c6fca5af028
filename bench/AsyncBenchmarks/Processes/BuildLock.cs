using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace AsyncBenchmarks.Processes;

/// <summary>
/// Lets one command of this working copy build at a time: two builds would write the same files. A build whose command was
/// killed goes on without it, and is waited for too.
/// </summary>
internal sealed class BuildLock : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    // Systems tell a process's start to some hundredths of a second.
    private static readonly TimeSpan s_sameStart = TimeSpan.FromSeconds(1);

    private readonly FileStream _file;

    private BuildLock(FileStream file)
    {
        _file = file;
    }

    /// <summary>Waits for its turn; to be disposed when the build is through.</summary>
    public static async Task<BuildLock> EnterAsync(CancellationToken cancellationToken)
    {
        string path = Path.Combine(Directory.CreateDirectory(Repository.Artifacts).FullName, "build.lock");
        while (true)
        {
            try
            {
                FileStream file = new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
                await WaitForOrphanAsync(file, cancellationToken);
                return new BuildLock(file);
            }
            catch (IOException)
            {
                await Task.Delay(s_interval, cancellationToken);
            }
        }
    }

    /// <summary>Records the building process, so that the next command waits for it if this one is killed.</summary>
    public void Owner(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            Write(FormattableString.Invariant($"{processId} {process.StartTime.ToFileTimeUtc()}"));
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // The process has already ended, so that no command has to wait for it.
        }
    }

    public void Dispose()
    {
        Write("");
        _file.Dispose();
    }

    private void Write(string text)
    {
        _file.SetLength(0);
        using StreamWriter writer = new(_file, leaveOpen: true);
        writer.Write(text);
    }

    private static async Task WaitForOrphanAsync(FileStream file, CancellationToken cancellationToken)
    {
        using StreamReader reader = new(file, leaveOpen: true);
        string[] owner = (await reader.ReadToEndAsync(cancellationToken)).Split(' ');
        if (owner.Length != 2
            || !int.TryParse(owner[0], CultureInfo.InvariantCulture, out int id)
            || !long.TryParse(owner[1], CultureInfo.InvariantCulture, out long started))
        {
            return;
        }

        try
        {
            // Its number may belong to another process by now.
            using Process process = Process.GetProcessById(id);
            if ((process.StartTime.ToUniversalTime() - DateTime.FromFileTimeUtc(started)).Duration() < s_sameStart)
            {
                await process.WaitForExitAsync(cancellationToken);
            }
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has ended.
        }
    }
}

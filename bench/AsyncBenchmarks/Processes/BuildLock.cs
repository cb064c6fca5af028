namespace AsyncBenchmarks.Processes;

/// <summary>Lets one command of this working copy build at a time: two builds would write the same files.</summary>
internal static class BuildLock
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    /// <summary>Waits for its turn; to be disposed when the build is through.</summary>
    public static async Task<IDisposable> EnterAsync(CancellationToken cancellationToken)
    {
        string path = Path.Combine(Directory.CreateDirectory(Repository.Artifacts).FullName, "build.lock");
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
            {
                await Task.Delay(s_interval, cancellationToken);
            }
        }
    }
}

namespace PooledAwait.Tests;

/// <summary>A new folder, deleted with what is in it when it's disposed of.</summary>
internal sealed class TemporaryFolder(string prefix) : IDisposable
{
    internal string Path { get; } = Directory.CreateTempSubdirectory(prefix).FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

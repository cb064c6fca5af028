using System.Threading;

namespace PooledAwait.Build;

/// <summary>A file that several builds of one project may write at the same time. Equal input gives equal bytes, so that all of them write
/// the same, and the first one that finishes is enough.</summary>
public static class SharedFile
{
    private const int Attempts = 50;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Whether a file has this content.</summary>
    public static bool Has(string path, byte[] content)
    {
        try
        {
            return File.Exists(path) && File.ReadAllBytes(path).SequenceEqual(content);
        }
        catch (IOException)
        {
            // Another build is replacing it.
            return false;
        }
    }

    /// <summary>Writes a whole file, unless it already has this content. A build that is stopped leaves no partial file.</summary>
    public static void Write(string path, byte[] content)
    {
        string part = $"{path}.{Guid.NewGuid():N}";
        for (int attempt = 1; !Has(path, content); attempt++)
        {
            try
            {
                File.WriteAllBytes(part, content);
                if (File.Exists(path))
                {
                    File.Replace(part, path, null);
                }
                else
                {
                    File.Move(part, path);
                }
            }
            catch (IOException) when (attempt < Attempts)
            {
                // Another build came first, or reads it, which keeps Windows from replacing it.
                Thread.Sleep(s_pause);
            }
            finally
            {
                File.Delete(part);
            }
        }
    }
}

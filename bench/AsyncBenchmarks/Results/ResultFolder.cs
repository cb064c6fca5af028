using System.Globalization;

namespace AsyncBenchmarks.Results;

/// <summary>The folder that a run's files go to.</summary>
public sealed class ResultFolder
{
    private ResultFolder(string path)
    {
        Path = path;
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Makes a folder named after the time, beside those of earlier runs.</summary>
    /// <param name="parent">The folder of all runs.</param>
    /// <param name="started">When the run began.</param>
    public static ResultFolder Create(string parent, DateTimeOffset started)
    {
        string name = started.UtcDateTime.ToString("yyyy-MM-dd'T'HH-mm-ss", CultureInfo.InvariantCulture);
        string path = System.IO.Path.Combine(parent, name);

        // Two runs that begin in one second, in two processes, get two folders.
        using Mutex mutex = new(initiallyOwned: false, "AsyncBenchmarks.ResultFolder");
        mutex.WaitOne();
        try
        {
            for (int i = 2; Directory.Exists(path); i++)
            {
                path = System.IO.Path.Combine(parent, FormattableString.Invariant($"{name}-{i}"));
            }

            Directory.CreateDirectory(path);
            return new ResultFolder(path);
        }
        finally
        {
            mutex.ReleaseMutex();
        }
    }

    /// <summary>Opens the given folder, and creates it if it doesn't exist.</summary>
    /// <param name="path">Where it is.</param>
    public static ResultFolder Open(string path)
    {
        Directory.CreateDirectory(path);
        return new ResultFolder(path);
    }

    /// <summary>The path of a file in it.</summary>
    /// <param name="file">The file's name.</param>
    public string PathOf(string file) => System.IO.Path.Combine(Path, file);

    /// <summary>Writes a file so that at any moment, whatever happens to us, either the old one or the new one is there whole.</summary>
    /// <param name="file">The file's name.</param>
    public void Write(string file, string text)
    {
        string path = PathOf(file);
        string draft = path + ".new";
        File.WriteAllText(draft, text);
        File.Move(draft, path, overwrite: true);
    }
}

namespace AsyncBenchmarks.Results;

internal sealed class ResultFolder(string path)
{
    public string Path => path;

    /// <summary>Makes a folder named after the time, to the millisecond, beside those of earlier runs.</summary>
    public static ResultFolder Create(string parent, DateTimeOffset started) => Open(System.IO.Path.Combine(
        parent, started.UtcDateTime.ToString("yyyy-MM-dd'T'HH-mm-ss.fff", CultureInfo.InvariantCulture)));

    public static ResultFolder Open(string path)
    {
        Directory.CreateDirectory(path);
        return new ResultFolder(path);
    }

    public string PathOf(string file) => System.IO.Path.Combine(Path, file);

    /// <summary>Writes a file so that at any moment, whatever happens to us, either the old one or the new one is there whole.</summary>
    public void Write(string file, string text)
    {
        string draft = PathOf(file) + ".new";
        File.WriteAllText(draft, text);
        File.Move(draft, PathOf(file), overwrite: true);
    }
}

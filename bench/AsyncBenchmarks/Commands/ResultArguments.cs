using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Reads the results that a command is given; what is wrong with them is a wrong argument.</summary>
internal static class ResultArguments
{
    public static ResultSource Read(string path) => Explain(() => ResultSource.Read(path));

    /// <summary>Reads and merges.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="names">A machine's name for each of them, or none.</param>
    public static MergedResults ReadAndMerge(IReadOnlyList<string> paths, IReadOnlyList<string> names)
    {
        if (names.Count > 0 && names.Count != paths.Count)
        {
            throw new UsageException(
                $"--name: {names.Count} given for {paths.Count} results. Give one for each, in the same order, or none.");
        }

        return Explain(() => Merging.Merge(
        [
            .. paths.Select((path, index) => names.Count > 0 ? ResultSource.Read(path).Named(names[index]) : ResultSource.Read(path)),
        ]));
    }

    /// <summary>A folder to write to.</summary>
    public static ResultFolder Folder(string path)
    {
        try
        {
            return ResultFolder.Open(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} can't be written to: {exception.Message}");
        }
    }

    private static T Explain<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (InvalidDataException exception)
        {
            throw new UsageException(exception.Message);
        }
    }
}

namespace AsyncBenchmarks.Results;

/// <summary>Results and the file or folder they were read from.</summary>
/// <param name="Path">The file or folder, as it was asked for.</param>
/// <param name="Results">Its results.</param>
public sealed record ResultSource(string Path, MergedResults Results)
{
    /// <summary>The file of a run, or of several merged.</summary>
    public const string RunFile = "results.json";

    /// <summary>The file of a race.</summary>
    public const string RaceFile = "race.json";

    /// <summary>Reads a file, or what a folder has of the files that commands write.</summary>
    /// <exception cref="InvalidDataException">There are no results; the message says what to do.</exception>
    public static ResultSource Read(string path)
    {
        if (File.Exists(path))
        {
            return new ResultSource(path, ReadFile(path));
        }

        if (!Directory.Exists(path))
        {
            throw new InvalidDataException($"{path} does not exist. Name a {RunFile} or {RaceFile}, or the folder that a run wrote.");
        }

        string[] files = [.. new[] { RunFile, RaceFile }.Select(file => System.IO.Path.Combine(path, file)).Where(File.Exists)];
        return files.Length > 0
            ? new ResultSource(path, Merging.Merge([.. files.Select(file => new ResultSource(file, ReadFile(file)))]))
            : throw new InvalidDataException(
                $"{path} has neither {RunFile} nor {RaceFile}. Name a folder that \"run\", \"race\" or \"merge\" wrote.");
    }

    /// <summary>The same results under another machine's name.</summary>
    /// <exception cref="InvalidDataException">They are of several machines.</exception>
    public ResultSource Named(string machine) => Results.Machines.Count == 1
        ? this with { Results = Results with { Machines = [Results.Machines[0] with { Name = machine }] } }
        : throw new InvalidDataException(
            $"{Path} has results of {Results.Machines.Count} machines: one name does not fit them all. Merge what it was made of.");

    private static MergedResults ReadFile(string path)
    {
        try
        {
            return ResultFile.ReadAny(File.ReadAllText(path));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{path}: {exception.Message}", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new InvalidDataException($"{path} can't be read: {exception.Message}", exception);
        }
    }
}

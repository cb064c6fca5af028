using System.IO;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AsyncBenchmarks.Results;

/// <summary>Results as JSON.</summary>
public static class ResultFile
{
    /// <summary>The format that this version writes and reads.</summary>
    public const int Format = 1;

    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        // Names such as Task<T> stay readable; the file is never part of a page.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>A run as a JSON text.</summary>
    public static string Write(RunResults results) => JsonSerializer.Serialize(results, s_options);

    /// <summary>Races as a JSON text.</summary>
    public static string Write(RaceResults results) => JsonSerializer.Serialize(results, s_options);

    /// <summary>Reads a run that <see cref="Write(RunResults)"/> wrote.</summary>
    /// <exception cref="InvalidDataException">The text is something else; the message says what.</exception>
    public static RunResults ReadRun(string json)
    {
        try
        {
            RunResults results = JsonSerializer.Deserialize<RunResults>(json, s_options)
                ?? throw new InvalidDataException("The file has no results.");
            return results.Format == Format
                ? results
                : throw new InvalidDataException($"The file has format {results.Format}; this version reads format {Format}.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException("The file is not a run of this suite: " + exception.Message, exception);
        }
    }
}

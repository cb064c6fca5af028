using System.IO;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AsyncBenchmarks.Results;

/// <summary>Results as JSON.</summary>
public static class ResultFile
{
    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        // Names such as Task<T> stay readable; the file is never part of a page.
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>The results as a JSON text.</summary>
    public static string Write(RunResults results) => JsonSerializer.Serialize(results, s_options);

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <exception cref="InvalidDataException">The text is something else; the message says what.</exception>
    public static RunResults Read(string json)
    {
        try
        {
            RunResults results = JsonSerializer.Deserialize<RunResults>(json, s_options)
                ?? throw new InvalidDataException("The file has no results.");
            return results.Format == 1
                ? results
                : throw new InvalidDataException($"The file has format {results.Format}; this version reads format 1.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException("The file is not a result file of this suite: " + exception.Message, exception);
        }
    }
}

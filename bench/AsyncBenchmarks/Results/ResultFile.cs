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
        // A null where none may be is found when the file is read, not when a report stumbles over it.
        RespectNullableAnnotations = true,
        // Names such as Task<T> stay readable; the file is never part of a page.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    /// <summary>Results as a JSON text: of a run, of races, of several machines.</summary>
    public static string Write<T>(T results)
        where T : class => JsonSerializer.Serialize(results, s_options);

    /// <summary>Reads a run that <see cref="Write"/> wrote.</summary>
    /// <exception cref="InvalidDataException">The text is something else; the message says what.</exception>
    public static RunResults ReadRun(string json) => Read<RunResults>(json, "a run");

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <exception cref="InvalidDataException">The text is something else; the message says what.</exception>
    public static MergedResults ReadAny(string json)
    {
        if (Has(json, "machines"))
        {
            return Read<MergedResults>(json, "a merge");
        }

        if (Has(json, "races"))
        {
            RaceResults race = Read<RaceResults>(json, "a race");
            return Alone(race.Origin, [], [race]);
        }

        RunResults run = ReadRun(json);
        return Alone(run.Origin, [run], []);
    }

    private static MergedResults Alone(Origin origin, RunResults[] runs, RaceResults[] races) => new()
    {
        Machines = [new MachineResults { Name = MachineName.Of(origin.Machine), Runs = runs, Races = races }],
    };

    private static bool Has(string json, string property)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(json);
            return document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty(property, out _);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static T Read<T>(string json, string kind)
        where T : class
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(json);
            if (document.RootElement.ValueKind == JsonValueKind.Object
                && document.RootElement.TryGetProperty("format", out JsonElement format)
                && format.ValueKind == JsonValueKind.Number
                && format.TryGetInt32(out int number)
                && number != Format)
            {
                throw new InvalidDataException($"The file has format {number}; this version reads format {Format}.");
            }

            return document.Deserialize<T>(s_options) ?? throw new InvalidDataException("The file has no results.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"The file is not {kind} of this suite: " + exception.Message, exception);
        }
    }
}

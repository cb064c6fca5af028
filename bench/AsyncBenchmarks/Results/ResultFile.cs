using System.Collections;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace AsyncBenchmarks.Results;

/// <summary>Results as JSON.</summary>
public static class ResultFile
{
    /// <summary>The format that this version writes and reads.</summary>
    public const int Format = 2;

    private static readonly JsonSerializerOptions s_options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        // A null where none may be is found when the file is read, not when a report stumbles over it.
        RespectNullableAnnotations = true,
        // Names such as Task<T> stay readable; the file is never part of a page.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase), new NamedValues() },
    };

    private static readonly JsonSerializerOptions s_compact = new(s_options)
    {
        WriteIndented = false,
        Converters = { new RoundedNumber() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { LeaveOut } },
    };

    /// <summary>The same results as a short JSON text, for publishing: no indentation, numbers to four digits.</summary>
    public static string WriteCompact(MergedResults results) => JsonSerializer.Serialize(results.Compact(), s_compact);

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

        return Alone(ReadRun(json));
    }

    /// <summary>The results of a run as those of one machine.</summary>
    public static MergedResults Alone(RunResults run) => Alone(run.Origin, [run], []);

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

    // The values of a row that the file leaves out.
    private static void LeaveOut(JsonTypeInfo type)
    {
        if (type.Type == typeof(CaseResult) || type.Type == typeof(Measurement) || type.Type == typeof(RaceRow))
        {
            foreach (JsonPropertyInfo property in type.Properties.Where(property => !property.IsRequired))
            {
                property.ShouldSerialize = (row, value) =>
                    value is not (null or "" or false or 0.0 or CaseOutcome.Measured or ICollection { Count: 0 })
                    && !(property.Name == "library" && value is string library && library == ((CaseResult)row).Row)
                    && !(property.Name == "case" && value is string name && row is CaseResult of && name == of.OwnName);
            }
        }
    }

    /// <summary>Parameters as one object, in their order.</summary>
    private sealed class NamedValues : JsonConverter<IReadOnlyList<KeyValuePair<string, string>>>
    {
        public override IReadOnlyList<KeyValuePair<string,
            string>> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            [.. JsonSerializer.Deserialize<Dictionary<string, string>>(ref reader)!];

        public override void Write(Utf8JsonWriter writer, IReadOnlyList<KeyValuePair<string, string>> value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            foreach ((string name, string text) in value)
            {
                writer.WriteString(name, text);
            }

            writer.WriteEndObject();
        }
    }

    private sealed class RoundedNumber : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(double.Parse(value.ToString("G4", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture));
    }
}

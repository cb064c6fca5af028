using System.Collections;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Results;

internal static partial class ResultFile
{
    /// <summary>The format that this version writes and reads.</summary>
    public const int Format = 3;

    public const string Name = "results.json";

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

    private static readonly JsonSerializerOptions s_compact = new(s_options)
    {
        WriteIndented = false,
        Converters = { new RoundedNumber() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { LeaveOut } },
    };

    /// <summary>
    /// A run as a short text, for publishing: no indentation, numbers to four digits, no rows of what is missing, and no folder of this
    /// machine in its command.
    /// </summary>
    public static string WriteCompact(RunResults run)
    {
        CaseResult[] rows = [.. run.Cases.Except(run.RowsOfMissing())];
        HashSet<string> scenarios = [.. rows.Select(row => row.Scenario)];
        return JsonSerializer.Serialize(
            run with
            {
                // What is published is not continued.
                Origin = run.Origin with { Arguments = [], Command = Places().Replace(run.Origin.Command, "FOLDER") },
                Scenarios = [.. run.Scenarios.Where(scenario => scenarios.Contains(scenario.Name))],
                Cases = rows,
            },
            s_compact);
    }

    public static string Write<T>(T results)
        where T : class => JsonSerializer.Serialize(results, s_options);

    /// <exception cref="InvalidDataException">The text is something else; the message says what.</exception>
    public static RunResults Read(string json)
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

            return document.Deserialize<RunResults>(s_options) ?? throw new InvalidDataException("The file has no results.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException("The file is not a run of this suite: " + exception.Message, exception);
        }
    }

    /// <summary>A number with the digits that a published file has.</summary>
    internal static double Round(double value) =>
        double.Parse(value.ToString("G4", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    // The values of a row that the file leaves out.
    private static void LeaveOut(JsonTypeInfo type)
    {
        if (type.Type == typeof(CaseResult) || type.Type == typeof(Measurement))
        {
            foreach (JsonPropertyInfo property in type.Properties.Where(property => !property.IsRequired))
            {
                property.ShouldSerialize = (row, value) =>
                    value is not (null or "" or 0.0 or CaseOutcome.Measured or ICollection { Count: 0 })
                    && !(property.Name == "library" && value is string library && library == ((CaseResult)row).Row);
            }
        }
    }

    /// <summary>The values of <see cref="Library.RestoreSettings"/>, as <see cref="Commands.Cli.Start"/> writes them.</summary>
    [GeneratedRegex("(?<=-p:Restore[A-Za-z]+=).*?(?= -p:| --project)")]
    private static partial Regex Places();

    private sealed class RoundedNumber : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(Round(value));
    }
}

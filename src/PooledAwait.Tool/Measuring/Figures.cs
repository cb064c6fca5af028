using System.Globalization;
using System.Text.Json;
using Microsoft.Diagnostics.Tracing.Etlx;
using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool.Measuring;

/// <summary>A part of all allocated bytes.</summary>
/// <param name="Part">From 0 to 1.</param>
/// <param name="Uncertainty">What the number of samples leaves open: half of a 95 % interval.</param>
internal readonly record struct Share(double Part, double Uncertainty)
{
    /// <summary>The share of some samples in all.</summary>
    internal static Share Of(Tally part, Tally all)
    {
        const double Deviations = 1.96, RuleOfThree = 3;
        if (all.Bytes == 0)
        {
            return default;
        }

        double share = part.Bytes / all.Bytes;

        // Of none seen, as many may have been missed as 3 samples, with a probability of 5 %.
        double variance = ((1 - (2 * share)) * part.Squares) + (share * share * all.Squares);
        return new(share, part.Samples == 0 ? RuleOfThree / all.Samples : Deviations * Math.Sqrt(Math.Max(0, variance)) / all.Bytes);
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Part,6:0.0%} ± {Uncertainty:0.0%}");
}

/// <summary>An assembly's part in async machinery.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Origin">Where it comes from.</param>
/// <param name="Machinery">All of its async machinery.</param>
/// <param name="CanGo">What could be pooled of it at most.</param>
internal sealed record AssemblyFigures(string Name, Origin Origin, Share Machinery, Share CanGo);

/// <summary>What a recording says.</summary>
internal sealed class Figures
{
    private const int Methods = 15, Column = 34;

    private static readonly Kind[] s_kinds = [Kind.Box, Kind.Result, Kind.Delegate, Kind.Operation];

    private const string Own = "your own methods";

    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
    };

    private Figures()
    {
    }

    internal string Program { get; private init; } = "";

    internal double Seconds { get; private init; }

    internal double BytesPerSecond { get; private init; }

    internal int Samples { get; private init; }

    internal int Lost { get; private init; }

    internal IReadOnlyList<int> Collections { get; private init; } = [];

    internal IReadOnlyList<double> Pauses { get; private init; } = [];

    /// <summary>All async machinery.</summary>
    internal Share Machinery { get; private init; }

    /// <summary>What is the framework's own, and can't be pooled.</summary>
    internal Share Framework { get; private init; }

    /// <summary>What could be pooled at most.</summary>
    internal Share CanGo { get; private init; }

    internal IReadOnlyList<(Kind Kind, Share Share)> ByKind { get; private init; } = [];

    internal IReadOnlyList<AssemblyFigures> ByAssembly { get; private init; } = [];

    internal IReadOnlyList<(string Name, string Assembly, Share Share)> ByMethod { get; private init; } = [];

    /// <summary>What the figures mean, in a sentence.</summary>
    internal string Verdict
    {
        get
        {
            const double Worthwhile = 0.01, Named = 0.005;

            // If none of 150 samples is async machinery, it may still be 2 % of the bytes.
            const int Few = 150;
            if (Samples < Few)
            {
                return "The program allocated too little to say what could go. Measure it under load, or for longer.";
            }

            if (CanGo.Part < Worthwhile)
            {
                return "Less than 1 % of the bytes could go: not worth your time.";
            }

            (string What, double Part)[] parts =
            [
                .. ByAssembly.GroupBy(static one => one.Origin == Origin.Own ? Own : one.Name)
                    .Select(static group => (group.Key, group.Sum(static one => one.CanGo.Part)))
                    .Where(static one => one.Item2 >= Named).OrderByDescending(static one => one.Item2),
            ];
            string? first = parts.Select(static part => part.What).FirstOrDefault(static what => what != Own);
            IEnumerable<string> texts = parts.Select(
                part => $"{Percent(part.Part)} {(part.What == first ? "by naming " : "")}{part.What}");
            return $"At most {Percent(CanGo.Part)} of the bytes could go{(parts.Length == 0 ? "" : ": ")}{string.Join(", ", texts)}.";
        }
    }

    internal static Figures Of(Recording recording, string program)
    {
        Modules modules = new(recording.Modules);
        Dictionary<CallStackIndex, IReadOnlyList<Frame>> stacks = recording.Tallies.Keys.Select(static key => key.Stack).Distinct()
            .ToDictionary(static stack => stack, recording.StackOf);
        Attribution attribution = new(modules, modules.Foretell(
            stacks.Values.SelectMany(static stack => stack).Where(static frame => frame.IsMoveNext).Select(static frame => frame.Module)
                .Distinct()));
        Dictionary<Purpose, Tally> purposes = [];
        foreach (((string type, CallStackIndex stack), Tally tally) in recording.Tallies)
        {
            Purpose purpose = attribution.Of(type, stacks[stack]);
            purposes[purpose] = purposes.GetValueOrDefault(purpose).Add(tally);
        }

        Tally all = Sum(purposes);
        KeyValuePair<Purpose, Tally>[] machinery = [.. purposes.Where(static one => one.Key.Kind != Kind.None)];
        double seconds = recording.Duration.TotalSeconds;
        return new()
        {
            Program = modules.ProgramName ?? program,
            Seconds = seconds,
            BytesPerSecond = all.Bytes / seconds,
            Samples = all.Samples,
            Lost = recording.Lost,
            Collections = recording.Collections,
            Pauses = recording.Pauses,
            Machinery = Share.Of(Sum(machinery), all),
            Framework = Share.Of(Sum(machinery.Where(one => modules.OriginOf(one.Key.Module) == Origin.Framework)), all),
            CanGo = Share.Of(Sum(machinery.Where(static one => one.Key.CanGo)), all),
            ByKind = [.. s_kinds.Select(kind => (kind, Share.Of(Sum(machinery.Where(one => one.Key.Kind == kind)), all)))],
            ByAssembly =
            [
                .. machinery.GroupBy(static one => one.Key.Module).Select(group => new AssemblyFigures(
                    Modules.NameOf(group.Key), modules.OriginOf(group.Key), Share.Of(Sum(group), all),
                    Share.Of(Sum(group.Where(static one => one.Key.CanGo)), all)))
                    .OrderByDescending(static one => one.Machinery.Part),
            ],
            ByMethod =
            [
                .. machinery.Where(static one => one.Key.Method.Length > 0).GroupBy(static one => (one.Key.Method, one.Key.Module))
                    .Select(group => (group.Key.Method, Modules.NameOf(group.Key.Module), Share.Of(Sum(group), all)))
                    .OrderByDescending(static one => one.Item3.Part).Take(Methods),
            ],
        };
    }

    internal string ToText()
    {
        StringWriter text = new(CultureInfo.InvariantCulture);
        text.WriteLine($"{Program}, {Seconds:0.#} s, {Samples:N0} samples");
        text.WriteLine($"  allocated      {BytesPerSecond / 1e6:N1} MB a second");
        text.WriteLine($"  collections    {Collections[0]} of generation 0, {Collections[1]} of 1, {Collections[2]} of 2");
        double paused = Pauses.Sum(), longest = Pauses.DefaultIfEmpty().Max();
        text.WriteLine($"  paused         {paused:0.0} ms, {paused / (Seconds * 1000):0.00%} of the time; {longest:0.0} ms at most");
        if (Lost > 0)
        {
            text.WriteLine($"  lost           {Lost:N0} events, which the program wrote faster than they were read");
        }

        text.WriteLine();
        text.WriteLine($"Async machinery: {Machinery.ToString().TrimStart()} of the bytes (95 % interval)");
        text.WriteLine();
        foreach ((Kind kind, Share share) in ByKind)
        {
            text.WriteLine($"  {NameOf(kind).PadRight(Column)}{share}");
        }

        text.WriteLine();
        AssemblyFigures[] assemblies = [.. ByAssembly.Where(static one => one.Machinery.Part >= 0.001)];
        int width = assemblies.Select(static one => one.Name.Length + 2).Append(Column).Max();
        text.WriteLine($"  {"assembly".PadRight(width)}of the bytes     could go at most");
        foreach (AssemblyFigures one in assemblies)
        {
            string canGo = one.Origin == Origin.Framework ? "the framework's own" : one.CanGo.ToString().TrimStart();
            text.WriteLine($"  {one.Name.PadRight(width)}{one.Machinery,-17}{canGo}");
        }

        text.WriteLine();
        width = ByMethod.Select(static one => one.Name.Length + 2).Append(Column).Max();
        text.WriteLine($"  {"method".PadRight(width)}of the bytes");
        foreach ((string name, _, Share share) in ByMethod)
        {
            text.WriteLine($"  {name.PadRight(width)}{share}");
        }

        text.WriteLine();
        text.WriteLine($"The framework's own, which can't be pooled: {Framework.ToString().TrimStart()}");
        text.WriteLine(Verdict);
        return text.ToString();
    }

    internal string ToJson() => JsonSerializer.Serialize(
        new
        {
            Program,
            Seconds,
            Samples,
            LostEvents = Lost,
            BytesPerSecond,
            Collections,
            PauseMilliseconds = new { Sum = Pauses.Sum(), Longest = Pauses.DefaultIfEmpty().Max() },
            Machinery = ToJson(Machinery),
            Framework = ToJson(Framework),
            CouldGoAtMost = ToJson(CanGo),
            Kinds = ByKind.Select(static one => new { Kind = NameOf(one.Kind), Share = ToJson(one.Share) }),
            Assemblies = ByAssembly.Select(static one => new
            {
                one.Name,
                Origin = one.Origin switch { Origin.Own => "own", Origin.ThirdParty => "third-party", _ => "framework" },
                Share = ToJson(one.Machinery),
                CouldGoAtMost = ToJson(one.CanGo),
            }),
            Methods = ByMethod.Select(static one => new { one.Name, one.Assembly, Share = ToJson(one.Share) }),
            Verdict,
        },
        s_json);

    private static object ToJson(Share share) => new { share.Part, share.Uncertainty };

    private static Tally Sum(IEnumerable<KeyValuePair<Purpose, Tally>> purposes) =>
        purposes.Aggregate(default(Tally), static (sum, one) => sum.Add(one.Value));

    private static string Percent(double part) => string.Create(CultureInfo.InvariantCulture, $"{part * 100:0} %");

    private static string NameOf(Kind kind) => kind switch
    {
        Kind.Box => "state machine boxes",
        Kind.Result => "Tasks that only carry results",
        Kind.Delegate => "delegates of awaits",
        _ => "operations and continuations",
    };
}

namespace AsyncBenchmarks.Runner;

/// <summary>
/// A case as a runtime supports it: not every runtime supports every case of the host. One line of the runner's catalog; also
/// compiled into the host.
/// </summary>
/// <param name="KnownFailure">Why the work may fail, if that is known; null when it should work.</param>
/// <param name="Broken">Why the work can't even be made, though it should; null when it can.</param>
internal sealed record CatalogLine(
    string CaseId, string? NotAvailable, string? KnownFailure, string? Broken, int OperationsPerRun, bool NeedsPreparation)
{
    private const char Separator = '\t';
    private const int Parts = 6;
    private const string Yes = "yes";

    public static CatalogLine Of(Case described)
    {
        Availability availability = described.Availability;
        CatalogLine line = new(described.Id, availability.NotAvailable, availability.KnownFailure, null, 1, false);
        try
        {
            return availability.Create?.Invoke() is not { } workload ? line : line with
            {
                OperationsPerRun = workload.OperationsPerRun,
                NeedsPreparation = workload.NeedsPreparation,
            };
        }
#pragma warning disable CA1031 // Any exception is this case's failure, and must not hide the other cases.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            return line with { Broken = exception.GetType().Name + ": " + exception.Message };
        }
    }

    public static void WriteAll(TextWriter lines)
    {
        foreach (Case each in Catalog.Cases)
        {
            lines.WriteLine(Of(each).Format());
        }
    }

    public string Format() => string.Join(
        Separator.ToString(),
        CaseId,
        OneLine(NotAvailable),
        OneLine(KnownFailure),
        OneLine(Broken),
        OperationsPerRun.ToString(CultureInfo.InvariantCulture),
        NeedsPreparation ? Yes : "");

    public static CatalogLine? Parse(string line)
    {
        string[] parts = line.Split(Separator);
        return parts.Length == Parts && int.TryParse(parts[4], NumberStyles.None, CultureInfo.InvariantCulture, out int operations)
            ? new CatalogLine(
                parts[0], NullIfEmpty(parts[1]), NullIfEmpty(parts[2]), NullIfEmpty(parts[3]), operations, parts[5] == Yes)
            : null;
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;

    public static string OneLine(string? text) => string.Concat((text ?? "").Select(c => char.IsControl(c) ? ' ' : c));
}

using System.CommandLine;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>Writes results to where the repository shows them: its folder <c>results</c>, and the marked tables of its documents.</summary>
internal static class Publication
{
    /// <summary>Throws where the results would name a commit that they are not of.</summary>
    public static void RequireNoChanges(Origin origin)
    {
        if (origin.Commit is null || origin.Commit.EndsWith(Commit.Changes, StringComparison.Ordinal))
        {
            throw new UsageException(
                "publish: the working copy has changes besides results/ and the documents with tables. Commit them: results name one.");
        }
    }

    /// <summary>
    /// The chosen cases; where no scenario is chosen, those that the marked tables show of the machine. A machine without tables gets
    /// those beside README's first.
    /// </summary>
    public static IReadOnlyList<Case> Shown(CaseSelection selection, ParseResult arguments, string machine)
    {
        IReadOnlyList<Case> all = selection.Cases(arguments, quickOnly: false);
        if (selection.HasScenarios(arguments))
        {
            return all;
        }

        ILookup<string, MarkedTable> tables = MarkedTable.Documents
            .SelectMany(document => MarkedTable.Find(File.ReadAllText(document)))
            .ToLookup(table => table.Folder.Split('/')[^1]);
        IEnumerable<MarkedTable> shown = tables.Contains(machine) ? tables[machine] : tables.First();
        return [.. all.Where(each => shown.Any(table => table.Shows(each.Title)))];
    }

    /// <summary>Writes both; a table that shows something that was not measured keeps its results.</summary>
    public static void Write(Terminal terminal, RunResults results, string machine)
    {
        string version = results.Origin.Libraries.First(RunPage.IsOurs).Version!.Split('+')[0];
        string path = $"results/{version}/{machine}";
        ResultFolder folder = ResultArguments.Folder(Path.Combine(Repository.Root, path));
        string json = ResultFile.WriteCompact(ResultFile.Alone(results));
        folder.Write(ResultSource.RunFile, json);
        // As the file has them, with four digits: the tables are compared with that.
        MergedResults merged = ResultFile.ReadAny(json);
        ReportFiles.Write(terminal, RunPage.Create(merged), folder, isCompact: true);
        foreach (string document in MarkedTable.Documents)
        {
            string text = File.ReadAllText(document);
            string updated = MarkedTable.Update(text, table => table.Fits(merged.Machines[0]) ? (path, merged.Machines[0]) : null);
            File.WriteAllText(document, updated);
            terminal.WriteLine((updated == text ? "Nothing to change: " : "Tables: ") + document);
        }
    }
}

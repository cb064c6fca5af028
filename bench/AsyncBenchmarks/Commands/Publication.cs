namespace AsyncBenchmarks.Commands;

/// <summary>Writes results to where the repository shows them: its folder <c>results</c>, and the marked tables of its documents.</summary>
internal static class Publication
{
    /// <summary>Throws if the results would name a commit that they were not measured with.</summary>
    public static void RequireNoChanges(Origin origin)
    {
        if (origin.Commit is null || origin.Commit.EndsWith(Commit.Changes, StringComparison.Ordinal))
        {
            throw new UsageException(
                "publish: the working copy has changes besides results/ and the documents with tables. Commit them: results name one.");
        }
    }

    /// <summary>What was published of the machine last; of a new machine, the results over all cells.</summary>
    public static RunResults Last(string machine)
    {
        string[] files = [.. Directory.GetFiles(Path.Combine(Repository.Root, "results"), ResultFile.Name, SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(Path.GetDirectoryName(file)) == machine)];
        return files.Length > 0 ? files.Select(file => ResultFile.Read(File.ReadAllText(file))).MaxBy(run => run.Origin.Started)!
            : Read(MarkedTable.Documents.SelectMany(static document => MarkedTable.Find(File.ReadAllText(document)))
                .First(static table => table.Kind == MarkedTable.Summary).Folder)[0].Run;
    }

    /// <summary>Whether a case was published; on a runtime that wasn't, whether it was on any.</summary>
    public static bool Has(RunResults last, Runtime runtime, Case of)
    {
        CaseResult[] own = [.. last.Cases.Where(row => row.Runtime == runtime.Id)];
        return (own.Length > 0 ? own : last.Cases).Any(row => row.Title == of.Title);
    }

    /// <summary>Writes both; a table that shows something that was not measured keeps its results.</summary>
    public static void Write(Terminal terminal, RunResults results, string machine)
    {
        string version = results.Origin.Libraries.First(RunPage.IsOurs).Version!.Split('+')[0];
        string path = $"results/{version}/{machine}";
        ResultFolder folder = ResultFolder.Open(Path.Combine(Repository.Root, path));
        string json = ResultFile.WriteCompact(results);
        folder.Write(ResultFile.Name, json);
        // As the file has them, with four digits: the tables are compared with that.
        RunResults published = ResultFile.Read(json);
        RunPage.Write(published, folder, [.. Catalog.Scenarios.Where(scenario => scenario.IsQuick).Select(scenario => scenario.Name)]);
        foreach (string document in MarkedTable.Documents)
        {
            string text = File.ReadAllText(document);
            string updated = MarkedTable.Update(text, path, published, Read);
            File.WriteAllText(document, updated);
            foreach (MarkedTable table in MarkedTable.Find(updated).Where(table => table.Kind == CompactTable.Kind && table.Folder == path))
            {
                if (new CompactTable(table, published).Draw() is { } picture)
                {
                    folder.Write(CompactTable.PictureFile, picture + "\n");
                }
            }

            terminal.WriteLine((updated == text ? "Nothing to change: " : "Tables: ") + document);
        }
    }

    /// <summary>The results of a folder below the repository; if it has no results file, those of the folders in it.</summary>
    public static IReadOnlyList<(string Machine, RunResults Run)> Read(string folder)
    {
        string path = Path.Combine(Repository.Root, folder);
        string[] folders = File.Exists(Path.Combine(path, ResultFile.Name)) ? [path]
            : [.. Directory.GetDirectories(path).Order(StringComparer.Ordinal)];
        return
        [
            // A machine's folder with a longer name, such as that of its servers, has other work.
            .. folders
                .Where(each => !folders.Any(other => each.StartsWith(other + "-", StringComparison.Ordinal)))
                .Select(each => (Path.GetFileName(each), ResultFile.Read(File.ReadAllText(Path.Combine(each, ResultFile.Name))))),
        ];
    }
}

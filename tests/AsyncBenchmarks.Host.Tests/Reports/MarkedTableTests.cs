namespace AsyncBenchmarks.Host.Tests.Reports;

/// <summary>The marked tables of the documents, which <c>publish</c> writes, against the published results that they name.</summary>
public partial class MarkedTableTests
{
    private static readonly RunResults s_run = Sample.Run() with
    {
        Cases = [Sample.Raced("Task", 1) with { Again = new RatioEstimate(1.02, 0.97, 1.05) }, Sample.Raced("Ours", 0.5)],
    };

    private static readonly RunResults s_pairs = s_run with
    {
        Cases = [.. s_run.Cases, OfOne(Sample.Raced("Task", 1)), OfOne(Sample.Raced("Ours", 2)), OfOne(Sample.Raced("Other", 2.5))],
    };

    public static TheoryData<string> Documents => [.. MarkedTable.Documents.Select(path => Path.GetRelativePath(Repository.Root, path))];

    [Theory]
    [MemberData(nameof(Documents))]
    public void The_tables_of_a_document_are_those_of_the_published_results(string document)
    {
        string text = Read(document);
        ILookup<string, MarkedTable> tables = MarkedTable.Find(text).ToLookup(table => table.Folder);
        HashSet<string> explained = [];

        Assert.NotEmpty(tables);
        Assert.All(MarkedTable.Find(text), table => Assert.Contains(
            table.Write(
                Publication.Read(table.Folder), table.Kind == "results" && explained.Add(table.Folder) ? tables[table.Folder] : []),
            text));
    }

    [Fact]
    public void A_figure_in_a_sentence_is_that_of_its_case()
    {
        string text = Update(
            "It takes <!-- figure: old; net10.0; Yield, N=1; Ours; ratio -->9<!-- end --> and "
            + "<!-- figure: old; net10.0; Yield, N=1; Ours; bytes -->9<!-- end -->.\n",
            s_pairs);

        Assert.Equal(
            "It takes <!-- figure: new; net10.0; Yield, N=1; Ours; ratio -->2.00<!-- end --> and "
            + "<!-- figure: new; net10.0; Yield, N=1; Ours; bytes -->112 B<!-- end -->.\n",
            text);
    }

    [Fact]
    public void A_summary_has_the_mean_of_a_pair_for_each_machine_and_runtime()
    {
        RunResults both = s_run with { Cases = [.. s_run.Cases, .. s_run.Cases.Select(row => row with { Runtime = "net11.0" })] };
        MarkedTable table = MarkedTable.Find(Mark("summary: all; net10.0, net11.0; Ours : Task; Ours : Other")).Single();

        string text = table.Write([("one", s_pairs), ("other", both)], []);

        Assert.Contains("\n| rows | one, .NET 10 | other, .NET 10 | other, .NET 11 |\n", text, StringComparison.Ordinal);
        Assert.Contains("\n| Ours : Task | 1.00 | 0.50 | 0.50 |\n| Ours : Other | 0.80 | – | – |\n", text, StringComparison.Ordinal);
        Assert.Contains("the cells that both have: 1 to 2.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Losses_are_the_cells_in_which_the_other_is_ahead_by_more_than_the_interval_the_worst_first()
    {
        RatioEstimate? slow = Sample.Raced("Ours", 4).Ratio;
        RunResults other = s_pairs with
        {
            Cases = [.. s_pairs.Cases.Select(row => row.Row == "Ours" ? row with { Ratio = slow } : row)],
        };
        MarkedTable table = MarkedTable.Find(Mark("losses: all; net10.0; Ours : Task; Ours : Other")).Single();
        MarkedTable none = MarkedTable.Find(Mark("losses: all; net10.0; Other : Ours")).Single();

        string text = table.Write([("one", s_pairs), ("other", other)], []);

        Assert.Contains(
            "\n| case | slower | than | one, .NET 10 | other, .NET 10 |\n| --- | --- | --- | ---: | ---: |\n"
            + "| Yield, N=1 | Ours | Task | 2.00 | 4.00 |\n| Yield, Category=Task\\<T> | Ours | Task | 0.50 | 4.00 |\n"
            + "| Yield, N=1 | Ours | Other | 0.80 | 1.60 |\n",
            text,
            StringComparison.Ordinal);
        Assert.Contains("\nNone.\n", none.Write([("one", s_run)], []), StringComparison.Ordinal);
    }

    [Fact]
    public void Publish_measures_what_the_machine_had_and_on_a_new_machine_all_cells()
    {
        string first = MarkedTable.Find(Read("docs/performance.md")).First(table => table.Kind == MarkedTable.Summary).Folder;
        string other = MarkedTable.Find(Read("docs/performance.md"))
            .First(table => table.Kind == MarkedTable.Results && table.Folder != first).Folder;

        Assert.Equal(Started(first), Publication.Last("another").Origin.Started);
        Assert.Equal(Started(other), Publication.Last(Path.GetFileName(other)).Origin.Started);

        static DateTimeOffset Started(string folder) => Publication.Read(folder)[0].Run.Origin.Started;
    }

    [Fact]
    public async Task Changed_tables_and_results_do_not_mark_the_commit()
    {
        CancellationToken cancel = CancellationToken.None;
        DirectoryInfo clone = Directory.CreateTempSubdirectory();
        try
        {
            Change("README.md", "docs/performance.md", "results/r.json", "docs/other.md");
            await GitAsync("init", "-q");
            await GitAsync("add", ".");
            await GitAsync("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
            string? commit = await Commit.DescribeAsync(clone.FullName, cancel);
            Assert.Matches("^[0-9a-f]{12}$", commit);

            Change("README.md", "docs/performance.md", "results/r.json", "results/new.json");
            Assert.Equal(commit, await Commit.DescribeAsync(clone.FullName, cancel));

            Change("docs/other.md");
            Assert.Equal(commit + Commit.Changes, await Commit.DescribeAsync(clone.FullName, cancel));
        }
        finally
        {
            clone.Delete(recursive: true);
        }

        void Change(params string[] files)
        {
            foreach (string file in files)
            {
                FileInfo path = new(Path.Combine(clone.FullName, file));
                path.Directory!.Create();
                File.AppendAllText(path.FullName, "text");
            }
        }

        async Task GitAsync(params string[] arguments)
        {
            using Process git = Process.Start(new ProcessStartInfo("git", ["-C", clone.FullName, .. arguments]))!;
            await git.WaitForExitAsync(cancel);
            Assert.Equal(0, git.ExitCode);
        }
    }

    [Fact]
    public void A_table_of_something_that_was_not_measured_stays()
    {
        string text = "<!-- results: old; net10.0; Nothing -->\nfigures\n<!-- end of results -->\n";

        Assert.Equal(text, Update(text));
    }

    private static string Read(string document) => File.ReadAllText(Path.Combine(Repository.Root, document)).ReplaceLineEndings("\n");

    private static CaseResult OfOne(CaseResult row) => row with { Parameters = new() { ["N"] = "1" } };

    private static string Mark(string what) => $"<!-- {what} -->\n<!-- end of results -->\n";

    private static string Update(string document, RunResults? run = null) =>
        MarkedTable.Update(document, "new", run ?? s_run, _ => throw new InvalidOperationException());
}

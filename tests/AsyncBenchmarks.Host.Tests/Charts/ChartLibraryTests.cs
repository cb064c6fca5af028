using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Charts;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Charts;

public sealed class ChartLibraryTests : IDisposable
{
    private readonly string _store = Directory.CreateTempSubdirectory("charts").FullName;

    public void Dispose() => Directory.Delete(_store, recursive: true);

    [Fact]
    public async Task Without_npm_it_says_what_to_install()
    {
        ChartLibrary library = await FindAsync("there-is-no-such-program");

        Assert.Null(library.Text);
        Assert.Contains("npm is not installed", library.Missing);
        Assert.Contains("Install Node.js", library.Missing);
        Assert.Contains(Path.Combine(_store, "echarts.common.min.js"), library.Missing);
    }

    [Fact]
    public async Task What_is_not_the_pinned_version_is_not_used()
    {
        await File.WriteAllTextAsync(Path.Combine(_store, "echarts.common.min.js"), "var echarts = {};");

        Assert.Null((await FindAsync("there-is-no-such-program")).Text);
    }

    [Fact]
    public async Task A_restore_that_restores_something_else_is_not_used()
    {
        // It succeeds and does nothing.
        ChartLibrary library = await FindAsync("true");

        Assert.Null(library.Text);
        Assert.Contains("not that version", library.Missing);
    }

    [Fact]
    public void The_lock_file_pins_digests_and_names_no_place()
    {
        string text = File.ReadAllText(Path.Combine(Definition, "package-lock.json"));

        Assert.Contains("\"integrity\": \"sha512-", text);
        Assert.DoesNotContain("resolved", text);
        Assert.DoesNotContain("http", text);
    }

    private static string Definition => Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", "Charts");

    private Task<ChartLibrary> FindAsync(string npm) => ChartLibrary.FindAsync(Definition, _store, npm, CancellationToken.None);
}

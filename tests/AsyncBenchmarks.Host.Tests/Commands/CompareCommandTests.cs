using System;
using System.IO;
using System.Threading.Tasks;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

public sealed class CompareCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("compare").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_result_and_itself_are_exit_code_0_and_plain_text()
    {
        (int exitCode, string output, _) = await HostProcess.RunAsync("compare", Published.Folder, Published.Folder);

        Assert.Equal(0, exitCode);
        Assert.Contains("0 slower, 0 faster, 0 with more bytes, 0 with fewer.", output);
        Assert.DoesNotContain('\u001b', output);
    }

    [Fact]
    public async Task More_bytes_are_exit_code_1()
    {
        string before = Write("before", 64);
        string after = Write("after", 65);

        (int exitCode, string output, _) = await HostProcess.RunAsync("compare", before, after);

        Assert.Equal(1, exitCode);
        Assert.Matches(@"\| Yield/Ours/Category=Task<T> on net10.0 \|.* 64 B -> 65 B \|.* more bytes", output);
    }

    [Fact]
    public async Task A_run_and_a_race_have_nothing_in_common()
    {
        Published.WriteApart(_folder);

        (int exitCode, _, string errors) = await HostProcess.RunAsync(
            "compare", Path.Combine(_folder, "results.json"), Path.Combine(_folder, "race.json"));

        Assert.Equal(2, exitCode);
        Assert.Contains("no case with numbers in common", errors);
        Assert.Contains("results.json: a run of AsyncAwait, ContinueWith", errors);
        Assert.Contains("race.json: races of AsyncAwait, Pending=False", errors);
    }

    private string Write(string name, long allocated)
    {
        Measurement measured = Sample.Measured(100) with { Allocated = allocated };
        string path = Path.Combine(_folder, name + ".json");
        File.WriteAllText(path, ResultFile.Write(Sample.Run() with { Cases = [Sample.Row("Ours", false, measured)] }));
        return path;
    }
}

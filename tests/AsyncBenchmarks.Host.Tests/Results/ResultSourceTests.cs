using System;
using System.IO;
using System.Linq;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public sealed class ResultSourceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("results").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_folder_has_its_run_and_its_race_on_one_machine()
    {
        Published.WriteApart(_folder);

        MachineResults machine = Assert.Single(ResultSource.Read(_folder).Results.Machines);

        Assert.Equal("AMD EPYC (family 25, model 17), 2 cores, 24 GB, Debian GNU/Linux 12 (bookworm), x64", machine.Name);
        Assert.Single(machine.Runs);
        Assert.Equal(2, machine.Races.Single().Races.Count);
    }

    [Theory]
    [InlineData("results.json", 1, 0)]
    [InlineData("race.json", 0, 1)]
    public void A_file_is_what_it_is(string file, int runs, int races)
    {
        Published.WriteApart(_folder);

        MachineResults machine = ResultSource.Read(Path.Combine(_folder, file)).Results.Machines.Single();

        Assert.Equal((runs, races), (machine.Runs.Count, machine.Races.Count));
    }

    [Fact]
    public void What_does_not_exist_is_refused_with_what_would() =>
        Refuses(Path.Combine(_folder, "nowhere"), "does not exist. Name a results.json");

    [Fact]
    public void A_folder_without_results_is_refused() => Refuses(_folder, "neither results.json nor race.json");

    [Fact]
    public void A_file_that_is_no_result_is_refused_by_its_name()
    {
        string file = Path.Combine(_folder, "results.json");
        File.WriteAllText(file, "[]");

        Refuses(file, "results.json: The file is not a run of this suite");
    }

    private static void Refuses(string path, string words) =>
        Assert.Contains(words, Assert.Throws<InvalidDataException>(() => ResultSource.Read(path)).Message);
}

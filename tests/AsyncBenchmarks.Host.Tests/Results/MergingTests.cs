using System.IO;
using System.Linq;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public class MergingTests
{
    [Fact]
    public void Rows_keep_their_machine()
    {
        MergedResults merged = Merging.Merge([Sample.Source("a", "one"), Sample.Source("b", "other")]);

        Assert.Equal(["one", "other"], merged.Machines.Select(machine => machine.Name));
        Assert.All(merged.Machines, machine => Assert.Equal(4, machine.Runs.Single().Cases.Count));
    }

    [Fact]
    public void Different_cases_of_one_machine_are_one_machines()
    {
        MergedResults other = Sample.Source("b", "one").Results;
        RunResults elsewhere = other.Machines[0].Runs[0];
        elsewhere = elsewhere with { Cases = [.. elsewhere.Cases.Select(row => row with { Runtime = "mono" })] };
        ResultSource second = new("b", other with { Machines = [other.Machines[0] with { Runs = [elsewhere] }] });

        MachineResults machine = Assert.Single(Merging.Merge([Sample.Source("a", "one"), second]).Machines);

        Assert.Equal(2, machine.Runs.Count);
    }

    [Fact]
    public void The_same_case_twice_on_one_machine_is_refused_with_what_to_do()
    {
        string message = Assert.Throws<InvalidDataException>(
            () => Merging.Merge([Sample.Source("first.json", "one"), Sample.Source("second.json", "one")])).Message;

        Assert.Contains("first.json and second.json both have Yield/Task/Category=Task<T> on net10.0", message);
        Assert.Contains("Leave one of them out", message);
        Assert.Contains("--name", message);
    }

    [Fact]
    public void What_was_merged_is_written_and_read_back()
    {
        MergedResults merged = Merging.Merge([Sample.Source("a", "one"), Sample.Source("b", "other")]);
        string written = ResultFile.Write(merged);

        Assert.Equal(written, ResultFile.Write(ResultFile.ReadAny(written)));
    }

    [Fact]
    public void A_name_for_several_machines_is_refused()
    {
        ResultSource both = new("both", Merging.Merge([Sample.Source("a", "one"), Sample.Source("b", "other")]));

        Assert.Contains("2 machines", Assert.Throws<InvalidDataException>(() => both.Named("third")).Message);
    }
}

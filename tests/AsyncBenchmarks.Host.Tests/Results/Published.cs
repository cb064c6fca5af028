using System.IO;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Host.Tests.Results;

/// <summary>Results of a real run and real races, as they are published.</summary>
internal static class Published
{
    public static string Folder { get; } = Path.Combine(Repository.Root, "results", "2.0.0-preview.1", "epyc");

    public static MachineResults Machine => ResultSource.Read(Folder).Results.Machines[0];

    /// <summary>The run, and the first of the races, as the commands have written them.</summary>
    public static void WriteApart(string folder)
    {
        File.WriteAllText(Path.Combine(folder, "results.json"), ResultFile.Write(Machine.Runs[0]));
        File.WriteAllText(Path.Combine(folder, "race.json"), ResultFile.Write(Machine.Races[0]));
    }
}

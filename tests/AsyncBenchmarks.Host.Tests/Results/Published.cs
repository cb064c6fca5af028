using System.IO;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Host.Tests.Results;

/// <summary>Results of a real run and a real race, as they are published.</summary>
internal static class Published
{
    public static string Folder { get; } = Path.Combine(Repository.Root, "results", "2.0.0-preview.1", "epyc-genoa");

    /// <summary>The run, and the first race of the folder beside it, which is of the same machine.</summary>
    public static MachineResults Machine { get; } = Read(Folder) with { Races = [Read(Folder + "-servers").Races[0]] };

    /// <summary>Both, as the commands have written them.</summary>
    public static void WriteApart(string folder)
    {
        File.WriteAllText(Path.Combine(folder, "results.json"), ResultFile.Write(Machine.Runs[0]));
        File.WriteAllText(Path.Combine(folder, "race.json"), ResultFile.Write(Machine.Races[0]));
    }

    private static MachineResults Read(string folder) => ResultSource.Read(folder).Results.Machines[0];
}

using System.Threading.Tasks;
using AsyncBenchmarks.Commands;
using AsyncBenchmarks.Lab.LowerBounds;

namespace AsyncBenchmarks.Lab;

/// <summary>
/// The lab's command: the suite's host with the lower bounds in its catalog, a runner that has them too, and the lab's instruments.
/// </summary>
internal static class Program
{
    private static Task<int> Main(string[] args)
    {
        Cli.Start = "dotnet run -c Release --project lab/AsyncBenchmarks.Lab --";
        Repository.Runner = System.IO.Path.Combine(
            Repository.Root, "lab", "AsyncBenchmarks.Lab.Runner", "AsyncBenchmarks.Lab.Runner.csproj");
        HandWrittenRow.AddToCatalog();
        return Cli.RunAsync(
            Cli.Create(
                "Instruments for tuning PooledAwait. lab/README.md explains them.",
                terminal => [new RaceCommand().Create(terminal), new CountCommand().Create(terminal), ListCommand.Create(terminal),
                    StepCommand.Create()]),
            args);
    }
}

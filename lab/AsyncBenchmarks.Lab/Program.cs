using System.Threading.Tasks;
using AsyncBenchmarks.Commands;

namespace AsyncBenchmarks.Lab;

/// <summary>The lab's command.</summary>
internal static class Program
{
    private static Task<int> Main(string[] args)
    {
        Cli.Start = "dotnet run -c Release --project lab/AsyncBenchmarks.Lab --";
        return Cli.RunAsync(
            Cli.Create(
                "Instruments for tuning PooledAwait. lab/README.md explains them.",
                terminal => [new RaceCommand().Create(terminal), new CountCommand().Create(terminal), ListCommand.Create(terminal), StepCommand.Create()]),
            args);
    }
}

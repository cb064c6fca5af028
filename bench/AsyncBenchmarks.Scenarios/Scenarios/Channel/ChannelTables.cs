using System.Linq;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Numbers through a channel.</summary>
internal static class ChannelTables
{
    public static ScenarioTable Channel { get; } = new(
        new Scenario(
            "Channel",
            "Async methods write numbers into a channel, and others read them; per number.",
            ["Shape"],
            ["Shape: how many write, how many read, how many numbers the channel holds. Task has System.Threading.Channels."])
        {
            UsesThreads = true,
        },
        ScenarioSize.Of<ChannelShape>(
            [
                .. from methods in new[] { (Writers: 1, Readers: 1), (Writers: 1, Readers: 8), (Writers: 8, Readers: 8) }
                   from capacity in new[] { 1, 128, 0 }
                   select new ChannelShape(methods.Writers, methods.Readers, capacity),
            ],
            (row, shape) => row.Channel(shape)));
}

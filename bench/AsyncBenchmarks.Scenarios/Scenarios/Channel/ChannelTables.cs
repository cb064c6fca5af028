namespace AsyncBenchmarks.Scenarios;

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

/// <summary>
/// Async methods write numbers into a channel, each on a thread of the pool, and others read them, each its share. The channel is empty
/// afterwards. Per number.
/// </summary>
internal abstract class ChannelWorkload(ChannelShape shape) : Workload
{
    private readonly int _items = Haste.Choose(16_000, 800);

    public override int OperationsPerRun => _items;

    /// <summary>How many numbers the channel holds; 0 for any number.</summary>
    protected int Capacity => shape.Capacity;

    protected Entries Entries { get; } = new() { AreShared = true };

    public override void Run()
    {
        Entries.Expect((long)_items * (_items - 1) / 2, shape.Readers + shape.Writers);
        for (int i = 0; i < shape.Readers; i++)
        {
            Read(_items / shape.Readers);
        }

        int each = _items / shape.Writers;
        for (int i = 0; i < shape.Writers; i++)
        {
            Write(i * each, each);
        }

        Entries.Demand();
    }

    /// <summary>Starts an async method that reads so many numbers; it waits at once.</summary>
    protected abstract void Read(int count);

    /// <summary>Starts an async method that writes so many numbers, on a thread of the pool.</summary>
    protected abstract void Write(int first, int count);
}

namespace PooledAwait.Tests.Soak;

/// <summary>
/// Long loops in a heap of 64 MB, in a process of its own: they end by running out of memory if a round leaves something.
/// </summary>
public sealed partial class SmallHeapTests
{
    /// <summary>What the heap may have grown by from the first tenth of a loop to its end: caches, and the pools' own arrays.</summary>
    private const long Bound = 4 * 1024 * 1024;

    [Theory]
    [InlineData("whenany", 1_000_000)]
    [InlineData("waitasync", 1_000_000)]
    [InlineData("threads", 2_000)]
    [InlineData("dropped", 100_000)]
    [Trait(FlowMode.Needs, FlowMode.Processes)]
    public void Rounds_InSmallHeap_RunToTheEndWithoutGrowth(string loop, int rounds)
    {
        string output = DotNetCommand.RunProgram(
            ["loop", loop, rounds.ToString(CultureInfo.InvariantCulture)], ("DOTNET_GCHeapHardLimit", "4000000"));

        Match figures = Figures().Match(output);
        Assert.True(figures.Success, output);
        Assert.Equal(rounds, int.Parse(figures.Groups[1].Value, CultureInfo.InvariantCulture));
        Assert.InRange(long.Parse(figures.Groups[2].Value, CultureInfo.InvariantCulture), long.MinValue, Bound);
    }

    [GeneratedRegex(@"^(\d+) rounds, grown by (-?\d+) bytes")]
    private static partial Regex Figures();
}

using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Allocation;

/// <summary>What a method allocates before the runtime has optimized it, and after: in a process of its own, with tiers.</summary>
public sealed partial class TieringTests
{
    private const int Kinds = 6, Calls = 1000;

    // While the runtime compiles, it may allocate for itself on the thread that calls, once: 6 kB were seen.
    private const int LeastIfEachCallAllocates = 24 * Calls;

    [Fact]
    public void SuspendingMethods_AllocateNothing_NeitherAtFirstNorLater()
    {
        string output = DotNetCommand.RunProgram(
            ["tiers", Calls.ToString(CultureInfo.InvariantCulture)], ("DOTNET_TieredCompilation", "1"));

        Match[] figures = [.. Figures().Matches(output).Cast<Match>()];
        Assert.True(figures.Length == Kinds, output);
        Assert.All(figures, static figure =>
        {
            Assert.InRange(Bytes(figure, 1), 0, LeastIfEachCallAllocates - 1);
            Assert.Equal(0, Bytes(figure, 2));
        });

        static int Bytes(Match figure, int window) => int.Parse(figure.Groups[window].Value, CultureInfo.InvariantCulture);
    }

    [GeneratedRegex(@"^.+: (\d+) bytes at first, (\d+) bytes later", RegexOptions.Multiline)]
    private static partial Regex Figures();
}

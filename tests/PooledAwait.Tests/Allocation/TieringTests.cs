using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Allocation;

/// <summary>What a method allocates before the runtime has optimized it, and after: in a process of its own, with tiers.</summary>
public sealed partial class TieringTests
{
    private const int Kinds = 6;

    [Fact]
    public void SuspendingMethods_AllocateNothing_NeitherAtFirstNorLater()
    {
        string output = DotNetCommand.RunProgram(["tiers", "1000"], ("DOTNET_TieredCompilation", "1"));

        Match[] figures = [.. Figures().Matches(output).Cast<Match>()];
        Assert.True(figures.Length == Kinds, output);
        Assert.All(figures, static figure => Assert.Equal(
            [0, 0], figure.Groups.Values.Skip(1).Select(static group => int.Parse(group.Value, CultureInfo.InvariantCulture))));
    }

    [GeneratedRegex(@"^.+: (\d+) bytes at first, (\d+) bytes later", RegexOptions.Multiline)]
    private static partial Regex Figures();
}

using System;
using System.Globalization;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Allocation;

/// <summary>What a method allocates before the runtime has optimized it, and after: in a process of its own, with tiers.</summary>
public sealed partial class TieringTests
{
    [Fact]
    public void SuspendingMethod_AllocatesAtFirstAndNothingOnceItIsHot()
    {
        string program = System.IO.Path.Combine(AppContext.BaseDirectory, "PooledAwait.Tests.SmallHeap.dll");

        string output = DotNetCommand.Run(AppContext.BaseDirectory, "exec", program, "tiers", "1000");

        Match figures = Figures().Match(output);
        Assert.True(figures.Success, output);
        Assert.InRange(int.Parse(figures.Groups[1].Value, CultureInfo.InvariantCulture), 1, int.MaxValue);
        Assert.Equal(0, int.Parse(figures.Groups[2].Value, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"^(\d+) bytes at first, (\d+) bytes once hot")]
    private static partial Regex Figures();
}

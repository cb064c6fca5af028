using System.Collections.Generic;
using AsyncBenchmarks.Charts;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Charts;

public class ChartEngineTests
{
    [Fact]
    public void Each_text_is_drawn_by_the_function_of_the_scripts()
    {
        IReadOnlyList<string> drawn = ChartEngine.Draw(
            ["var library = '<';", "function draw(text) { return library + text + '>'; }"], "draw", ["a", "b"], out string? failure);

        Assert.Null(failure);
        Assert.Equal(["<a>", "<b>"], drawn);
    }

    [Fact]
    public void A_failure_keeps_what_was_drawn_before_it()
    {
        IReadOnlyList<string> drawn = ChartEngine.Draw(
            ["function draw(text) { if (text === 'b') { throw new Error('no b'); } return text; }"], "draw", ["a", "b", "c"],
                out string? failure);

        Assert.Equal(["a"], drawn);
        Assert.Contains("no b", failure);
    }
}

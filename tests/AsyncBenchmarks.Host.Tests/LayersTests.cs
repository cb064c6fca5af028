using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace AsyncBenchmarks.Host.Tests;

/// <summary>Data flows one way: from measuring to results to reports.</summary>
public class LayersTests
{
    [Theory]
    [InlineData("Statistics")]
    [InlineData("Results", "Statistics")]
    [InlineData("Reports", "Results")]
    [InlineData("Processes")]
    [InlineData("Runtimes", "Processes")]
    [InlineData("Racing", "Results", "Statistics", "Processes", "Runner", "Scenarios")]
    public void A_layer_uses_only_what_is_below_it(string layer, params string[] below)
    {
        string folder = Path.Combine(Repository.Root, "bench", "AsyncBenchmarks", layer);

        IEnumerable<string> used = Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories)
            .SelectMany(File.ReadLines)
            .Select(line => Regex.Match(line, @"^using (?:AsyncBenchmarks\.(\w+)|(BenchmarkDotNet)\b)"))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Success ? match.Groups[1].Value : match.Groups[2].Value)
            .Distinct();

        Assert.Empty(used.Except(below));
    }
}

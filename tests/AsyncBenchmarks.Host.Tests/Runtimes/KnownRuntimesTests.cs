using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Host.Tests.Runtimes;

public class KnownRuntimesTests
{
    [Fact]
    public void Those_of_NET_need_nothing_installed() =>
        Assert.All(["net10.0", "net11.0", "net9.0", "net8.0"], static id => Assert.Null(Find(id).Missing));

    [Fact]
    public void Mono_is_missing_exactly_where_it_is_not_installed()
    {
        string? missing = Find("mono").Missing;

        Assert.Equal(Executables.IsThere("mono"), missing is null);
        Assert.True(missing is null || missing.Contains("apt install", StringComparison.Ordinal));
    }

    private static Runtime Find(string id) => KnownRuntimes.All.First(runtime => runtime.Id == id);
}

using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Host.Tests.Runtimes;

public class KnownRuntimesTests
{
    [Fact]
    public void The_runtime_of_the_sdk_is_always_there() => Assert.Null(KnownRuntimes.Default.Missing);

    [Fact]
    public void Others_of_NET_need_nothing_installed() =>
        Assert.All(["net11.0", "net9.0", "net8.0"], id => Assert.Null(KnownRuntimes.Find(id)!.Missing));

    [Fact]
    public void Mono_is_missing_exactly_where_it_is_not_installed()
    {
        string? missing = KnownRuntimes.Find("mono")!.Missing;

        Assert.Equal(Executables.IsThere("mono"), missing is null);
        Assert.True(missing is null || missing.Contains("apt install", StringComparison.Ordinal));
    }

    [Fact]
    public void NET_Framework_is_part_of_Windows() =>
        Assert.True(OperatingSystem.IsWindows() || KnownRuntimes.Find("net48")!.Missing == ".NET Framework 4.8 is part of Windows only.");
}

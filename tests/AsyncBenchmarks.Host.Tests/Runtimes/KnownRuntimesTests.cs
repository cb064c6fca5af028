using System;
using System.Linq;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Runtimes;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Runtimes;

public class KnownRuntimesTests
{
    [Fact]
    public void The_runtime_of_the_sdk_is_always_there() => Assert.Null(KnownRuntimes.Default.Missing);

    [Fact]
    public void Older_ones_need_nothing_installed() =>
        Assert.All(["net9.0", "net8.0"], id => Assert.Null(KnownRuntimes.Find(id)!.Missing));

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

    [Fact]
    public void Names_differ() => Assert.Equal(KnownRuntimes.All.Count, KnownRuntimes.All.Select(runtime => runtime.Id).Distinct().Count());

    [Fact]
    public void A_program_that_nobody_has_is_not_there() => Assert.False(Executables.IsThere("no-such-program"));

    [Fact]
    public void The_sdk_is_there() => Assert.True(Executables.IsThere("dotnet"));
}

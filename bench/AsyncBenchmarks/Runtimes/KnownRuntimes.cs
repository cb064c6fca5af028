namespace AsyncBenchmarks.Runtimes;

/// <summary>All runtimes that the suite can measure on, whether this machine has them or not.</summary>
internal static class KnownRuntimes
{
    /// <summary>In the order of the tables.</summary>
    public static IReadOnlyList<Runtime> All { get; } =
    [
        new Net10(),
        new SelfContainedRuntime("net11.0", ".NET 11")
        {
            Options = ["-p:Net11=true"],
        },
        new SelfContainedRuntime("net9.0", ".NET 9"),
        new SelfContainedRuntime("net8.0", ".NET 8"),
        new NativeAot(),
        new Mono(),
        new NetFramework48(),
    ];

    /// <summary>The runtime without a <c>--runtime</c> option.</summary>
    public static Runtime Default => All[0];

    /// <summary>The one with that name on the command line; null if there is none.</summary>
    public static Runtime? Find(string id) =>
        All.FirstOrDefault(runtime => string.Equals(runtime.Id, id, StringComparison.OrdinalIgnoreCase));
}

namespace AsyncBenchmarks.Libraries;

/// <summary>Npgsql as its package is, and the copies that the line <c>PooledAwaitAssembly</c> makes of it.</summary>
internal sealed class NpgsqlLibrary : Row
{
    private NpgsqlLibrary(string name, string note)
        : base(Library.OfPackage("Npgsql", name, note)) => OnlyIn = ["PostgreSql"];

    public static Row AsItIs { get; } = new NpgsqlLibrary("Npgsql", "The package as it is.") { IsBaseline = true };

    public static Row Awaited { get; } = new NpgsqlLibrary("Npgsql-Awaited", "The package with Methods=\"Awaited\", which is the default.");

    public static Row WithBoth { get; } = new NpgsqlLibrary("Npgsql-Task-ValueTask", "The package with Methods=\"Task;ValueTask\".");

#if NET10_0_OR_GREATER
    // The package's own file lies beside the program, each copy in a folder with the row's name.
    public override Availability? PostgreSql(PostgreSqlWork work) =>
        Library.NotFound is not null ? Nothing
        : !RuntimeFeature.IsDynamicCodeSupported ? Availability.No("NativeAOT can't load the copies of Npgsql.dll.")
        : LocalServer.PostgreSql.Missing is { } missing ? Availability.No(missing)
        : Availability.Of(() => (Workload)CopiesContext.Create(
            IsBaseline ? "" : Name, ["AsyncBenchmarks.PostgreSql", "Npgsql"], "AsyncBenchmarks.PostgreSql.NpgsqlWorkload",
            work.Command, work.Callers));
#else
    public override Availability? PostgreSql(PostgreSqlWork work) => Nothing;
#endif
}

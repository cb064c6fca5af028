#if NET10_0_OR_GREATER
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
#endif
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>Npgsql as its package is, and the copies that the line <c>PooledAwaitAssembly</c> makes of it.</summary>
internal sealed class NpgsqlLibrary : Row
{
    private NpgsqlLibrary(string name, string note)
        : base(Library.OfPackage("Npgsql", name, note)) => OnlyIn = ["PostgreSql"];

    public static Row AsItIs { get; } = new NpgsqlLibrary("Npgsql", "The package as it is.") { IsBaseline = true };

    public static Row WithTask { get; } = new NpgsqlLibrary("Npgsql-Task", "The package with Methods=\"Task\".");

    public static Row WithBoth { get; } = new NpgsqlLibrary("Npgsql-Task-ValueTask", "The package with Methods=\"Task;ValueTask\".");

#if NET10_0_OR_GREATER
    public override Availability? PostgreSql(PostgreSqlWork work) =>
        Library.NotFound is not null ? Nothing
        : !RuntimeFeature.IsDynamicCodeSupported ? Availability.No("NativeAOT can't load the copies of Npgsql.dll.")
        : LocalServer.PostgreSql.Missing is { } missing ? Availability.No(missing)
        : Availability.Of(() => Create(work));

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A native program has returned before.")]
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The same.")]
    private Workload Create(PostgreSqlWork work)
    {
        // The package's own file lies beside the program, each copy in a folder with the row's name.
        Type workload = NpgsqlContext.Of(IsBaseline ? "" : Name).LoadFromAssemblyName(new AssemblyName(NpgsqlContext.Callers))
            .GetType("AsyncBenchmarks.PostgreSql.NpgsqlWorkload", throwOnError: true)!;
        return (Workload)Activator.CreateInstance(workload, work.Command, work.Callers)!;
    }

    /// <summary>
    /// One of the files with the code that calls it. A process measures one row; the tests have them all in one, so that each needs a
    /// context of its own.
    /// </summary>
    private sealed class NpgsqlContext(string folder) : AssemblyLoadContext("Npgsql/" + folder)
    {
        public const string Callers = "AsyncBenchmarks.PostgreSql";

        private static readonly ConcurrentDictionary<string, NpgsqlContext> s_contexts = new();

        public static NpgsqlContext Of(string folder) => s_contexts.GetOrAdd(folder, static folder => new NpgsqlContext(folder));

        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A native program makes no context.")]
        protected override Assembly? Load(AssemblyName assemblyName) => assemblyName.Name switch
        {
            Callers => LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, Callers + ".dll")),
            "Npgsql" => LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, folder, "Npgsql.dll")),
            _ => null,
        };
    }
#else
    public override Availability? PostgreSql(PostgreSqlWork work) => Nothing;
#endif
}

using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>The programs of scenario Services, compiled as usual or for runtime-async, and what the property makes of them.</summary>
internal sealed class ServiceLibrary : Row
{
#if NET10_0_OR_GREATER
    private static string? Missing => null;
#else
    private static string? Missing => "The suite builds these programs for .NET 10 and 11 only.";
#endif

    private ServiceLibrary(Library library)
        : base(library) => OnlyIn = ["Services"];

    public static Row Plain { get; } = new ServiceLibrary(Library.OfRuntime("Service", Missing, "The programs as they are compiled."))
    {
        IsBaseline = true,
    };

    public static Row Awaited { get; } = Rewritten("Service-Awaited", "The same with <PooledAwaitMethods>Awaited</PooledAwaitMethods>.");

    public static Row WithAssemblies { get; } = Rewritten(
        "Service-Awaited-Assemblies",
        "And with PooledAwaitAssembly for Npgsql and Dapper, or for Npgsql, EF Core, its relational layer and Npgsql's provider.");

    public static Row RuntimeAsync { get; } = new ServiceLibrary(
        Library.OfRuntime("Service-RuntimeAsync", Missing, "The programs, compiled with the feature runtime-async; packages as they are."));

#if NET10_0_OR_GREATER
    public override Availability? Services(ServedProgram program) =>
        Library.NotFound is not null ? Nothing
        : !RuntimeFeature.IsDynamicCodeSupported ? Availability.No("NativeAOT can't load the rewritten copies.")
        : (LoadClient.Missing ?? (program == ServedProgram.Proxy ? null : LocalServer.Services.Missing)) is { } missing
            ? Availability.No(missing)
        : this == WithAssemblies && program == ServedProgram.Proxy ? Availability.No("The proxy calls nothing but the framework.")
#if !NET11_0_OR_GREATER
        : this == RuntimeAsync ? Availability.No("Measured on .NET 11, whose runtime-async is no preview.")
#endif
        : Availability.Of(() => new ServicesWorkload(program, () => Create(program)));

    private IServedProgram Create(ServedProgram program) => (IServedProgram)CopiesContext.Create(
        IsBaseline ? "" : Name,
        [
            this == RuntimeAsync ? "AsyncBenchmarks.RuntimeAsync" : "AsyncBenchmarks.Services", "Npgsql", "Dapper",
            "Microsoft.EntityFrameworkCore", "Microsoft.EntityFrameworkCore.Relational", "Npgsql.EntityFrameworkCore.PostgreSQL",
        ],
        $"AsyncBenchmarks.Services.{program}Program");
#else
    public override Availability? Services(ServedProgram program) => Nothing;
#endif

    private static ServiceLibrary Rewritten(string name, string note) => new(
        Missing is null ? Library.OfRepository(typeof(PooledValueTask), name, note) : Library.OfRuntime(name, Missing));
}

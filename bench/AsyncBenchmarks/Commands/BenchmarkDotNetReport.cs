using System.Reflection;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace AsyncBenchmarks.Commands;

/// <summary>Measures cases with BenchmarkDotNet, each in its own process, and lets it write its report.</summary>
internal static class BenchmarkDotNetReport
{
    /// <returns>The exit code.</returns>
    public static int Write(IReadOnlyList<Case> cases, ResultFolder folder)
    {
        ImmutableConfig config = ImmutableConfigBuilder.Create(ManualConfig.CreateEmpty()
            .AddLogger(ConsoleLogger.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddExporter(MarkdownExporter.GitHub, JsonExporter.Full)
            // It builds everything again, in a folder of its own.
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(folder.Path));
        BenchmarkCase[] benchmarks =
        [
            .. cases.Where(each => each is { RunsOnce: false, Availability.Create: not null }).Select(each => ToBenchmark(each, config)),
        ];
        Summary[] summaries = BenchmarkRunner.Run(
            [.. benchmarks.GroupBy(each => each.Descriptor.Type).Select(of => new BenchmarkRunInfo([.. of], of.Key, config))]);
        return summaries.All(summary => summary.Reports.Length > 0 && summary.Reports.All(report => report.Success))
            ? ExitCode.Success : ExitCode.Failure;
    }

    private static BenchmarkCase ToBenchmark(Case of, ImmutableConfig config)
    {
        Workload workload = of.Availability.Create!();
        Type type = workload.NeedsPreparation ? typeof(PreparedCaseBenchmark) : typeof(CaseBenchmark);
        Descriptor descriptor = new(
            type,
            Method(nameof(CaseBenchmark.Run)),
            globalSetupMethod: Method(nameof(CaseBenchmark.Setup)),
            globalCleanupMethod: Method(nameof(CaseBenchmark.Cleanup)),
            iterationSetupMethod: workload.NeedsPreparation ? Method(nameof(PreparedCaseBenchmark.Prepare)) : null,
            operationsPerInvoke: workload.OperationsPerRun);
        Job job = of.Environment.Aggregate(
            workload.NeedsPreparation ? Job.Default.WithInvocationCount(1).WithUnrollFactor(1) : Job.Default,
            (with, variable) => with.WithEnvironmentVariable(variable.Key, variable.Value));
        ParameterDefinition id = new(nameof(CaseBenchmark.Id), false, [of.Id], isArgument: false, typeof(string), priorityInCategory: 0);
        return BenchmarkCase.Create(
            descriptor, job, new ParameterInstances([new ParameterInstance(id, of.Id, SummaryStyle.Default)]), config);

        MethodInfo Method(string name) => type.GetMethod(name)!;
    }
}

/// <summary>What BenchmarkDotNet's programs run: a case, by one virtual call.</summary>
public class CaseBenchmark
{
    private Workload? _workload;

    /// <summary>The case, set by BenchmarkDotNet.</summary>
    public string Id { get; set; } = "";

    /// <summary>The case's work, made by <see cref="Setup"/>.</summary>
    protected Workload Workload => _workload!;

    /// <summary>Makes the work.</summary>
    public void Setup()
    {
        _workload = Catalog.Find(Id)!.Availability.Create!();
        _workload.Setup();
    }

    /// <summary>The measured part.</summary>
    public void Run() => _workload!.Run();

    /// <summary>Takes the work down.</summary>
    public void Cleanup() => Workload.Cleanup();
}

/// <summary>The same for work that is prepared before every run.</summary>
public class PreparedCaseBenchmark : CaseBenchmark
{
    /// <summary>Before every run; not measured.</summary>
    public void Prepare() => Workload.Prepare();
}

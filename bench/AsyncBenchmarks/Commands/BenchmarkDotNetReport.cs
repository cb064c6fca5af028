using System.Collections.Immutable;
using System.Reflection;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Toolchains.DotNetCli;
using BenchmarkDotNet.Toolchains.Results;
using Runtime = AsyncBenchmarks.Runtimes.Runtime;

namespace AsyncBenchmarks.Commands;

/// <summary>Measures cases with BenchmarkDotNet, each in its own process, and lets it write its report.</summary>
internal static class BenchmarkDotNetReport
{
    private const string RuntimeColumn = "Runtime";

    private static readonly SummaryStyle s_style = SummaryStyle.Default.WithMaxParameterColumnWidth(100);

    public static async Task<int> WriteAsync(RunRequest request, ResultFolder folder, CancellationToken cancellationToken)
    {
        // BenchmarkDotNet builds everything again, from the same feeds.
        foreach ((string name, string value) in Library.RestoreSettings)
        {
            Environment.SetEnvironmentVariable(name, value);
        }

        ImmutableConfig config = ImmutableConfigBuilder.Create(ManualConfig.CreateEmpty()
            .AddLogger(ConsoleLogger.Default)
            .AddColumnProvider(DefaultColumnProviders.Params, DefaultColumnProviders.Statistics, DefaultColumnProviders.Metrics)
            .HideColumns(nameof(CaseBenchmark.Id), Column.RatioSD)
            .WithSummaryStyle(s_style)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddExporter(MarkdownExporter.GitHub, JsonExporter.Full)
            .WithOrderer(new CatalogOrder())
            .WithOptions(ConfigOptions.DisableParallelBuild)
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(folder.Path));
        List<(CaseProcess Of, BenchmarkCase Benchmark)> rows = [];
        foreach (Runtime runtime in request.Runtimes)
        {
            IReadOnlyList<CaseProcess> there = await AskAsync(runtime, request.CasesOn(runtime), cancellationToken);
            HashSet<CaseProcess> references =
                [.. RaceGroup.Create(there, request.IsReference, hasAgain: false).Select(group => group.Competitors[0])];
            Job usual = JobOf(request.Kind, runtime);
            NoToolchain none = new(runtime);
            rows.AddRange(there.Select(each => (each, BenchmarkCase.Create(
                DescriptorOf(each, references.Contains(each)),
                each.NotAvailable is { } reason
                    ? new Job(reason).WithToolchain(none)
                    : JobOf(each, usual, request.Options.Environment),
                ParametersOf(each.Case, runtime),
                config))));
        }

        if (rows.All(row => row.Of.NotAvailable is not null))
        {
            throw new UsageException(
                "None of these cases can be measured: " + string.Join(" ", rows.Select(row => row.Of.NotAvailable).Distinct()));
        }

        BenchmarkCase[] benchmarks = [.. rows.GroupBy(row => row.Of.Case.Title).SelectMany(group => group.Select(row => row.Benchmark))];
        Summary summary = BenchmarkRunner.Run(new BenchmarkRunInfo(benchmarks, typeof(CaseBenchmark), config));
        return rows.All(row => row.Of.Shape is { NotAvailable: not null } or { KnownFailure: not null }
            || summary[row.Benchmark]?.Success == true)
                ? ExitCode.Success : ExitCode.Failure;
    }

    /// <summary>The cases as a runtime has them. What can't be measured has a reason.</summary>
    private static async Task<IReadOnlyList<CaseProcess>> AskAsync(
        Runtime runtime, IReadOnlyList<Case> cases, CancellationToken cancellationToken)
    {
        string? missing = runtime is NativeAot ? "The suite builds no native programs for BenchmarkDotNet."
            : runtime == KnownRuntimes.Mono ? "On Mono, BenchmarkDotNet's programs can't open the pipe to a host that runs on .NET."
            : runtime.Missing;
        string? broken = null;
        IReadOnlyList<CaseProcess> there = [.. cases.Select(CaseProcess.Expected)];
        try
        {
            if (missing is null)
            {
                ProgramCommand runner = await runtime.BuildRunnerAsync(cancellationToken);
                there = await RuntimeCatalog.AskAsync(runtime, runner, cases, cancellationToken);
            }
        }
        catch (BuildException exception) when (exception.IsPackageMissing)
        {
            missing = exception.Message;
        }
        catch (Exception exception) when (exception is BuildException or InvalidDataException)
        {
            broken = exception.Message;
        }

        return
        [
            .. there.Select(each => each with
            {
                Shape = each.Shape with
                {
                    Broken = each.Shape.Broken ?? broken,
                    NotAvailable = each.Shape.NotAvailable ?? missing
                        ?? (each.Case.RunsOnce ? "A single run takes seconds, and BenchmarkDotNet would repeat it." : null)
                        ?? (each.Case.HasOneProcessor ? "BenchmarkDotNet doesn't measure processor time." : null),
                },
            }),
        ];
    }

    private static Descriptor DescriptorOf(CaseProcess of, bool isBaseline)
    {
        return new Descriptor(
            typeof(CaseBenchmark),
            Method(nameof(CaseBenchmark.Run)),
            globalSetupMethod: Method(nameof(CaseBenchmark.Setup)),
            globalCleanupMethod: Method(nameof(CaseBenchmark.Cleanup)),
            iterationSetupMethod: of.Shape.NeedsPreparation ? Method(nameof(CaseBenchmark.Prepare)) : null,
            description: of.Case.Row,
            baseline: isBaseline,
            operationsPerInvoke: of.Shape.OperationsPerRun);

        static MethodInfo Method(string name) => typeof(CaseBenchmark).GetMethod(name)!;
    }

    private static Job JobOf(RunKind kind, Runtime runtime)
    {
        Job job = kind switch { RunKind.Smoke => Job.Dry, RunKind.Quick => Job.ShortRun, _ => Job.Default };
        return new Job(runtime.Id, job)
            .WithRuntime(runtime.IsCoreClr ? CoreRuntime.CreateForNewVersion(runtime.TargetFramework, runtime.Name) : ClrRuntime.Net48)
            .WithToolchain(new Toolchain(
                runtime.Name,
                new CaseGenerator(runtime),
                new DotNetCliBuilder(runtime.TargetFramework, DotNet.Executable),
                runtime == KnownRuntimes.Default ? new DotNetCliExecutor(DotNet.Executable) : new Executor()))
            .WithArguments([.. runtime.BuildOptions.Select(option => new MsBuildArgument(option))]);
    }

    private static Job JobOf(CaseProcess of, Job usual, IReadOnlyDictionary<string, string> environment) =>
        of.Environment(others: environment).Aggregate(
            of.Shape.NeedsPreparation ? usual.WithInvocationCount(1).WithUnrollFactor(1) : usual,
            (with, variable) => with.WithEnvironmentVariable(variable.Key, variable.Value));

    /// <summary>BenchmarkDotNet's program sets the id. The others are columns, because no method has such arguments.</summary>
    private static ParameterInstances ParametersOf(Case of, Runtime runtime)
    {
        return new ParameterInstances(
        [
            Parameter(nameof(CaseBenchmark.Id), of.Id, isArgument: false),
            .. of.Parameters
                .Prepend(KeyValuePair.Create(RuntimeColumn, runtime.Name))
                .Prepend(KeyValuePair.Create("Method", of.Row))
                .Prepend(KeyValuePair.Create("Type", of.Scenario))
                .Select(column => Parameter(column.Key, column.Value, isArgument: true)),
        ]);

        static ParameterInstance Parameter(string name, string value, bool isArgument) => new(
            new ParameterDefinition(name, isStatic: false, [], isArgument, typeof(string), priorityInCategory: 0), value, s_style);
    }

    /// <summary>The order of the suite's tables. The rows that do the same work on one runtime are compared.</summary>
    private sealed class CatalogOrder() : DefaultOrderer(SummaryOrderPolicy.Declared), IOrderer
    {
        public override IEnumerable<BenchmarkCase> GetExecutionOrder(
            ImmutableArray<BenchmarkCase> benchmarkCases, IEnumerable<BenchmarkLogicalGroupRule>? order = null) => benchmarkCases;

        public override IEnumerable<BenchmarkCase> GetSummaryOrder(ImmutableArray<BenchmarkCase> benchmarksCases, Summary summary) =>
            benchmarksCases;

        string IOrderer.GetLogicalGroupKey(ImmutableArray<BenchmarkCase> allBenchmarksCases, BenchmarkCase benchmarkCase) =>
            Catalog.Find((string)benchmarkCase.Parameters[nameof(CaseBenchmark.Id)])!.Title + benchmarkCase.Parameters[RuntimeColumn];
    }

    /// <summary>A program for a runtime, as the suite's runner is built for it.</summary>
    private sealed class CaseGenerator(Runtime runtime)
        : CsProjGenerator(runtime.TargetFramework, DotNet.Executable, null!, null!, isNetCore: runtime.IsCoreClr)
    {
        protected override string GetExecutableExtension() =>
            runtime.IsSelfContained ? runtime.ProgramExtension ?? "" : base.GetExecutableExtension();

        protected override FileInfo GetProjectFilePath(Type benchmarkTarget, ILogger logger) => new(Repository.Runner);

        protected override void GenerateProject(BuildPartition buildPartition, ArtifactsPaths artifactsPaths, ILogger logger)
        {
            base.GenerateProject(buildPartition, artifactsPaths, logger);
            string project = File.ReadAllText(artifactsPaths.ProjectFilePath);
            File.WriteAllText(artifactsPaths.ProjectFilePath, project.Replace("</Project>", """
                  <PropertyGroup>
                    <ImportDirectoryBuildTargets>true</ImportDirectoryBuildTargets>
                    <NuGetAudit>false</NuGetAudit>
                  </PropertyGroup>
                  <ItemGroup>
                    <PackageReference Include="BenchmarkDotNet" />
                  </ItemGroup>
                </Project>
                """, StringComparison.Ordinal));
        }
    }

    /// <summary>Of rows without work: they are NA, and the name of their job says why.</summary>
    private sealed class NoToolchain(Runtime runtime) : Toolchain(runtime.Name, new NoGenerator(), null!, null!)
    {
        public override bool IsInProcess => true;
    }

    private sealed class NoGenerator : IGenerator
    {
        public GenerateResult GenerateProject(BuildPartition buildPartition, ILogger logger, string rootArtifactsFolderPath) =>
            GenerateResult.Failure(ArtifactsPaths.Empty, [], new NotSupportedException("There is no work."));
    }
}

using System.Reflection;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace AsyncBenchmarks.Measuring;

/// <summary>Makes BenchmarkDotNet's cases of ours, and finds ours again in its results.</summary>
internal static class CaseParameters
{
    public static BenchmarkCase ToBenchmark(CaseProcess from, RunKind kind, Job job, ImmutableConfig config)
    {
        Type type = from.Shape.NeedsPreparation ? typeof(PreparedCaseBenchmark) : typeof(CaseBenchmark);
        Descriptor descriptor = new(
            type,
            Method(nameof(CaseBenchmark.Run)),
            globalSetupMethod: Method(nameof(CaseBenchmark.Setup)),
            globalCleanupMethod: Method(nameof(CaseBenchmark.Cleanup)),
            iterationSetupMethod: from.Shape.NeedsPreparation ? Method(nameof(PreparedCaseBenchmark.Prepare)) : null,
            operationsPerInvoke: from.Shape.OperationsPerRun);
        ParameterInstances parameters = new(
        [
            Parameter(nameof(CaseBenchmark.CaseId), from.Id),
            Parameter(nameof(CaseBenchmark.WarmUpMilliseconds), (int)Schedule.Of(kind).WarmUp.TotalMilliseconds),
        ]);
        return BenchmarkCase.Create(descriptor, job, parameters, config);

        MethodInfo Method(string name) => type.GetMethod(name)!;
    }

    public static string CaseIdOf(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(CaseBenchmark.CaseId)];

    private static ParameterInstance Parameter<T>(string name, T value)
        where T : notnull
    {
        ParameterDefinition definition = new(name, isStatic: false, [value], isArgument: false, typeof(T), priorityInCategory: 0);
        return new ParameterInstance(definition, value, SummaryStyle.Default);
    }
}

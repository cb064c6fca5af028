using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>How to measure.</summary>
/// <param name="Kind">How much time to spend on each case.</param>
/// <param name="Runtime">What to run on.</param>
/// <param name="LogFile">Where everything goes that BenchmarkDotNet and the cases' processes print.</param>
internal sealed record MeasuringOptions(RunKind Kind, Runtime Runtime, string LogFile);

using System.Collections.Generic;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>What a run was asked for.</summary>
/// <param name="Kind">How much time to spend.</param>
/// <param name="Cases">The cases, also those that nothing can be measured of.</param>
/// <param name="Runtimes">What to measure them on.</param>
internal sealed record RunRequest(RunKind Kind, IReadOnlyList<Case> Cases, IReadOnlyList<Runtime> Runtimes);

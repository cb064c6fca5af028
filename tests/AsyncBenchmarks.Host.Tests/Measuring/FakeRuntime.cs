using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Host.Tests.Measuring;

/// <summary>A runtime that is not there, or that nothing builds for.</summary>
internal sealed class FakeRuntime : Runtime
{
    private readonly string? _missing;
    private readonly Exception? _buildFailure;

    public FakeRuntime(string id, string? missing = null, Exception? buildFailure = null)
    {
        Id = id;
        _missing = missing;
        _buildFailure = buildFailure;
    }

    public override string Id { get; }

    public override string Name => "Fake " + Id;

    public override string TargetFramework => "net10.0";

    public override string? Missing => _missing;

    public override ProgramCommand CommandFor(string program) => new(program);

    public override Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken) =>
        Task.FromException<ProgramCommand>(_buildFailure!);
}

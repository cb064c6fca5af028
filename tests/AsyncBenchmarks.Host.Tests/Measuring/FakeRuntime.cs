namespace AsyncBenchmarks.Host.Tests.Measuring;

/// <summary>A runtime that is not there, or that nothing builds for.</summary>
internal sealed class FakeRuntime : Runtime
{
    private readonly Exception? _buildFailure;

    public FakeRuntime(string id, string? missing = null, Exception? buildFailure = null)
        : base(id, "Fake " + id)
    {
        Missing = missing;
        _buildFailure = buildFailure;
    }

    public override Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken) =>
        Task.FromException<ProgramCommand>(_buildFailure!);
}

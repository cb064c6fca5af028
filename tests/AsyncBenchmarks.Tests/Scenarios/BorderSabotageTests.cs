namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Callers that don't do their work: each must fail, or the rows of Border prove nothing.</summary>
public class BorderSabotageTests
{
    [Fact]
    public void Caller_ThatAwaits_Passes() => new BorderWorkload<Honest>(Crossing.PooledMethod).Run();

    [Fact]
    public void Caller_ThatEndsTwice_Fails() =>
        Assert.Throws<WorkloadException>(() => new BorderWorkload<Twice>(Crossing.PooledMethod).Run());

    [Fact]
    public void Caller_ThatDoesNotAwait_Fails() =>
        Assert.ThrowsAny<System.Exception>(() => new BorderWorkload<Idle>(Crossing.RuntimeAsyncMethod).Run());

    private readonly struct Honest : IBorder
    {
        public void Call(Crossing crossing, BorderCallees callees, Tally tally) =>
            callees.PooledMethod().GetAwaiter().OnCompleted(() => tally.Add(1));
    }

    private readonly struct Twice : IBorder
    {
        public void Call(Crossing crossing, BorderCallees callees, Tally tally)
        {
            callees.PooledMethod().Forget();
            tally.Add(1);
            tally.Add(1);
        }
    }

    private readonly struct Idle : IBorder
    {
        public void Call(Crossing crossing, BorderCallees callees, Tally tally) => tally.Add(1);
    }
}

namespace AsyncBenchmarks.Bodies;

/// <summary>Calls async methods that await nothing.</summary>
/// <typeparam name="TBody">One library's methods.</typeparam>
internal sealed class AsyncResolvedWorkload<TBody>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAsyncRounds
{
    public override bool NeedsPreparation => false;

    protected override void RunOne(int time, int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            default(TBody).StartResolved();
        }
    }
}

namespace AsyncBenchmarks.Bodies;

/// <summary>Calls async methods that all await one pending gate; then opens it.</summary>
/// <typeparam name="TBody">One library's methods.</typeparam>
internal sealed class AsyncPendingWorkload<TBody>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAsyncRounds
{
    private Gate[] _gates = [];

    protected override void Reserve()
    {
        _gates = new Gate[OperationsPerRun];
        for (int index = 0; index < _gates.Length; index++)
        {
            _gates[index] = new Gate(Rounds * OperationsPerRound);
        }
    }

    protected override void Prepare(int times, int rounds)
    {
        for (int time = 0; time < times; time++)
        {
            _gates[time].Close();
        }
    }

    protected override void RunOne(int time, int rounds)
    {
        Gate gate = _gates[time];
        Gate.Current = gate;
        for (int round = 0; round < rounds; round++)
        {
            default(TBody).StartPending();
        }

        gate.Open();
    }
}

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Threads that work at the same time, on processors of their own, and meet after each step. The first of them is the one that measures.
/// </summary>
/// <param name="steps">In each run there is one more, so that what was started in the last can be completed.</param>
internal abstract class SteppedWorkload(int threads, int steps) : Workload
{
    protected const int OperationsPerStep = 500;

    private readonly StepBarrier _barrier = new(threads);
    private readonly Thread[] _others = new Thread[threads - 1];
    private volatile bool _stopping;
    private Exception? _failure;

    public override void Setup()
    {
        for (int index = 0; index < _others.Length; index++)
        {
            int number = index + 1;
            _others[index] = new Thread(() => Follow(number)) { IsBackground = true };
            _others[index].Start();
        }

        OwnProcessor.Take(0);
    }

    public override void Run()
    {
        _barrier.Pass();
        Work(0);
        if (_failure is { } failure)
        {
            throw new WorkloadException("A thread failed: " + failure);
        }
    }

    public override void Cleanup()
    {
        _stopping = true;
        _barrier.Pass();
        foreach (Thread thread in _others)
        {
            thread.Join();
        }
    }

    /// <summary>Does a thread's part of a step.</summary>
    protected abstract void DoStep(int thread, int step);

    private void Follow(int thread)
    {
        OwnProcessor.Take(thread);
        while (true)
        {
            _barrier.Pass();
            if (_stopping)
            {
                return;
            }

            Work(thread);
        }
    }

    private void Work(int thread)
    {
        for (int step = 0; step <= steps; step++)
        {
            try
            {
                DoStep(thread, step);
            }
#pragma warning disable CA1031 // Thrown where it is waited for; here it would end the process, or leave the others waiting.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                _failure = exception;
            }

            _barrier.Pass();
        }
    }
}

/// <summary>
/// Holds threads until all are there. It spins, and lets others have the processor if that takes long; allocates nothing.
/// </summary>
internal sealed class StepBarrier(int threads)
{
    // How many are there, and how often all were.
    private int _arrived;
    private int _passes;

    /// <summary>Returns when all threads have called it as often as this one.</summary>
    public void Pass()
    {
        int pass = Volatile.Read(ref _passes);
        if (Interlocked.Increment(ref _arrived) == threads)
        {
            _arrived = 0;
            Volatile.Write(ref _passes, pass + 1); // after the line above, so that no thread arrives at the next barrier before it is reset
            return;
        }

        for (int spins = 1; Volatile.Read(ref _passes) == pass; spins++)
        {
            Patience.Spin(spins);
        }
    }
}

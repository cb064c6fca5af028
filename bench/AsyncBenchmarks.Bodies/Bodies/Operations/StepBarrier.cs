using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>Holds threads until all are there. It spins, and lets others have the processor if that takes long; allocates nothing.</summary>
/// <param name="threads">How many there are.</param>
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
            Volatile.Write(ref _passes, pass + 1); // after the line above: nobody arrives at the next one before
            return;
        }

        SpinWait spin = default;
        while (Volatile.Read(ref _passes) == pass)
        {
            spin.SpinOnce();
        }
    }
}

using System.Collections.Generic;

namespace AsyncBenchmarks.Bodies;

/// <summary>Operation k has the result k; the results of all are added up.</summary>
/// <param name="inputs">How many there are.</param>
internal abstract class WhenAllWorkload(int inputs) : CombinedWorkload((long)inputs * (inputs - 1) / 2)
{
    protected int Inputs => inputs;

    protected sealed override void Complete()
    {
        for (int number = 0; number < inputs; number++)
        {
            Complete(number);
        }
    }

    /// <summary>Completes one operation with its number.</summary>
    protected abstract void Complete(int number);

    /// <summary>Adds the results up.</summary>
    protected void Finish(int[] results)
    {
        long sum = 0;
        foreach (int result in results)
        {
            sum += result;
        }

        Finish(sum);
    }

    /// <inheritdoc cref="Finish(int[])"/>
    protected void Finish(IEnumerable<int> results)
    {
        long sum = 0;
        foreach (int result in results)
        {
            sum += result;
        }

        Finish(sum);
    }
}

namespace AsyncBenchmarks.Bodies;

/// <summary>Operation k has the result k; the last of them completes first, the others after it.</summary>
/// <param name="inputs">How many there are.</param>
internal abstract class WhenAnyWorkload(int inputs) : CombinedWorkload(inputs - 1)
{
    protected int Inputs => inputs;

    protected sealed override void Complete()
    {
        for (int number = inputs - 1; number >= 0; number--)
        {
            Complete(number);
        }
    }

    /// <summary>Completes one operation with its number.</summary>
    protected abstract void Complete(int number);
}

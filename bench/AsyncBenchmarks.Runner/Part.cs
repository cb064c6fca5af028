namespace AsyncBenchmarks.Runner;

/// <summary>A short stretch of work, or several of them added up.</summary>
internal readonly struct Part
{
    public Part(long runs, long ticks, bool isDisturbed)
    {
        Runs = runs;
        Ticks = ticks;
        IsDisturbed = isDisturbed;
    }

    /// <summary>How often the workload ran.</summary>
    public long Runs { get; }

    /// <summary>How long that took, on the stopwatch.</summary>
    public long Ticks { get; }

    /// <summary>Whether somebody else had the processor meanwhile.</summary>
    public bool IsDisturbed { get; }

    public static Part operator +(Part left, Part right) =>
        new(left.Runs + right.Runs, left.Ticks + right.Ticks, left.IsDisturbed || right.IsDisturbed);
}

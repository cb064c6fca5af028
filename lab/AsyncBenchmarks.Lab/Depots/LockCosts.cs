namespace AsyncBenchmarks.Lab.Depots;

/// <summary>The parameters of <see cref="LockModel"/>, in nanoseconds of this machine.</summary>
internal sealed record LockCosts
{
    /// <summary>The time under the lock of an exchange, if the same core had the lock before.</summary>
    public required double Hold { get; init; }

    /// <summary>The same after another core's exchange, until the lock's cache line has arrived included.</summary>
    public required double HoldAfterOther { get; init; }

    /// <summary>The part of an exchange outside the lock.</summary>
    public required double Outside { get; init; }

    /// <summary>The delay of a holder when another core looks at the lock: its cache line has to come back.</summary>
    public required double Probe { get; init; }

    /// <summary>Of <c>Thread.SpinWait(1)</c>.</summary>
    public required double Spin { get; init; }

    /// <summary>Of <c>Thread.Yield</c> when no other thread is ready.</summary>
    public required double Yield { get; init; }

    /// <summary>Of <c>Thread.Yield</c> to another thread.</summary>
    public required double Switch { get; init; }

    /// <summary>Of <c>Thread.Sleep(1)</c>.</summary>
    public required double Sleep { get; init; }

    /// <summary>The time after which the operating system gives a core to another ready thread.</summary>
    public required double TimeSlice { get; init; }
}

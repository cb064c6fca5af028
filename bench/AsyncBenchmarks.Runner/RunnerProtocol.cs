namespace AsyncBenchmarks.Runner;

/// <summary>
/// The words a race and its runners exchange, one line each, over standard input and output. Also compiled into the host.
/// Every command gets exactly one answer: its own word with the numbers, or <see cref="Error"/> with what went wrong.
/// </summary>
internal static class RunnerProtocol
{
    /// <summary><c>handicap 5</c>: every case set up from now on does its work 5 % more often than it counts.</summary>
    public const string Handicap = "handicap";

    /// <summary><c>setup CASE</c>: makes the case's workload; answers with the runtime's description.</summary>
    public const string Setup = "setup";

    /// <summary><c>warm-up MILLISECONDS</c>: works that long, whatever comes of it.</summary>
    public const string WarmUp = "warm-up";

    /// <summary><c>survived</c>: answers with the bytes, or <see cref="NotApplicable"/>.</summary>
    public const string Survived = "survived";

    /// <summary>
    /// <c>slice MILLISECONDS</c>: works that long; answers with operations, nanoseconds, allocated bytes per operation, and
    /// the share of the time that was not counted because others had the processor.
    /// </summary>
    public const string Slice = "slice";

    /// <summary><c>quit</c>: cleans up and ends the process; so does the end of the input.</summary>
    public const string Quit = "quit";

    /// <summary>The answer to a command that failed; the rest of the line says why.</summary>
    public const string Error = "error";

    /// <summary>In place of a number that the case or the runtime doesn't have.</summary>
    public const string NotApplicable = "n/a";
}

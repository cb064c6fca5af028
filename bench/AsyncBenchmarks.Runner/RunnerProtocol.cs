namespace AsyncBenchmarks.Runner;

/// <summary>
/// The words a race and its runners exchange, one line each, over standard input and output. Also compiled into the host.
/// Every command but <see cref="RunOn"/> gets exactly one answer: its own word with the numbers, or <see cref="Error"/> with what went
/// wrong.
/// </summary>
internal static class RunnerProtocol
{
    /// <summary><c>setup CASE</c>: makes the case's workload; answers with the runtime's description.</summary>
    public const string Setup = "setup";

    /// <summary><c>warm-up MILLISECONDS</c>: works that long, lets the heap settle, and works a sixteenth of it more.</summary>
    public const string WarmUp = "warm-up";

    /// <summary><c>survived</c>: answers with the bytes, or <see cref="NotApplicable"/>.</summary>
    public const string Survived = "survived";

    /// <summary>The program's only argument: writes what this runtime says of each case, a line each, and ends.</summary>
    public const string Catalog = "catalog";

    /// <summary>
    /// <c>slice MILLISECONDS</c>: works that long. The answer has the operations, the nanoseconds, the allocated bytes per operation, and
    /// the share of the time that was not counted because others had the processor. The collections of generations 0, 1 and 2 per
    /// 1,000 operations follow.
    /// </summary>
    public const string Slice = "slice";

    /// <summary><c>once</c>: prepares and runs once, neither warmed up nor repeated; answers as <see cref="Slice"/> does.</summary>
    public const string Once = "once";

    /// <summary><c>figures</c>: answers with what the work has measured itself, <see cref="FigureSeparator"/> between figures.</summary>
    public const string Figures = "figures";

    public const char FigureSeparator = '\t';

    /// <summary><c>operations</c>: answers with how many operations one run is.</summary>
    public const string Operations = "operations";

    /// <summary>
    /// <c>run-on</c>: prepares and runs, again and again, each time by a call of <c>PartMeter.RunBatch</c>, until somebody ends
    /// the process. The only command without an answer: another process watches this one.
    /// </summary>
    public const string RunOn = "run-on";

    /// <summary><c>quit</c>: cleans up and ends the process; so does the end of the input.</summary>
    public const string Quit = "quit";

    /// <summary>The answer to a command that failed; the rest of the line says why.</summary>
    public const string Error = "error";

    /// <summary>Replaces a number that the case or the runtime doesn't have.</summary>
    public const string NotApplicable = "n/a";
}

namespace AsyncBenchmarks;

/// <summary>
/// One case's work: a scenario with its parameters, done with one library. Lives in a process of its own; not thread-safe.
/// Every body checks its results and throws <see cref="WorkloadException"/> when one is wrong, so that an empty body fails.
/// </summary>
internal abstract class Workload
{
    /// <summary>How many of the scenario's operations one <see cref="Run"/> does; times and bytes are divided by it.</summary>
    public virtual int OperationsPerRun => 1;

    /// <summary>
    /// Whether <see cref="Prepare"/> must be called, outside the measured part, before every <see cref="Run"/>.
    /// </summary>
    public virtual bool NeedsPreparation => false;

    /// <summary>
    /// Whether a run waits for another program: then the processor's time does not tell whether another process had the processor.
    /// </summary>
    public virtual bool WaitsForOthers => false;

    /// <summary>Whether its time is the processor's, of all threads: at a fixed rate, the clock's is the same for everybody.</summary>
    public virtual bool TakesProcessorTime => false;

    /// <summary>Called once, before anything else; not measured.</summary>
    public virtual void Setup()
    {
    }

    /// <summary>Makes what the next <see cref="Run"/> needs from outside; not measured.</summary>
    public virtual void Prepare()
    {
    }

    /// <summary>The measured part: from the start of the operations until everything they started has completed.</summary>
    public abstract void Run();

    /// <summary>
    /// Whether <see cref="StartOne"/> and <see cref="CompleteAll"/> can put several operations in flight together,
    /// as the measurement of survived bytes wants it.
    /// </summary>
    public virtual bool CanOverlap => false;

    /// <summary>Starts one operation and leaves it in flight (a resolved one is complete when this returns).</summary>
    public virtual void StartOne() => throw new NotSupportedException(GetType().Name + " has one operation in flight at a time.");

    /// <summary>
    /// Completes everything <see cref="StartOne"/> started, newest first, until nothing is in flight; checks the results.
    /// </summary>
    public virtual void CompleteAll() => throw new NotSupportedException(GetType().Name + " has one operation in flight at a time.");

    /// <summary>
    /// The size with which <see cref="RunAlone"/> does the whole operation, as the measurement of survived bytes wants it of
    /// work that can't overlap; 0 if it can't be done alone.
    /// </summary>
    public virtual int SizeAlone => 0;

    /// <summary>Prepares and does one operation of a size, and keeps nothing that was only prepared for it.</summary>
    /// <param name="size"><see cref="SizeAlone"/>, or less for the same work on a smaller scale.</param>
    public virtual void RunAlone(int size) => throw new NotSupportedException(GetType().Name + " has no size.");

    /// <summary>
    /// The work's own figures; read after the last <see cref="Run"/>, before <see cref="Cleanup"/>. A figure here is a column
    /// of every table.
    /// </summary>
    public virtual IReadOnlyList<Figure> Figures => [];

    /// <summary>Called once, after everything else; not measured.</summary>
    public virtual void Cleanup()
    {
    }
}

/// <summary>A body produced a wrong result: its time would be the time of something else.</summary>
internal sealed class WorkloadException(string message) : Exception(message);

/// <summary>A number that a workload measures itself, beside its time and bytes: a column of its scenario's table.</summary>
/// <param name="Value">The number; NaN where the runtime doesn't have it.</param>
internal sealed record Figure(string Name, double Value, FigureUnit Unit)
{
    /// <summary>Between the name, the value and the unit where a case's process tells the host a figure.</summary>
    public const char Separator = '|';

    /// <summary>The text in which a case's process tells the host the figure: "name|value|unit".</summary>
    public string Format() =>
        string.Join(Separator.ToString(), Name, Value.ToString("R", CultureInfo.InvariantCulture), Unit.ToString());
}

internal enum FigureUnit
{
    Count,
    Bytes,
    Nanoseconds,

    /// <summary>1 for yes, 0 for no.</summary>
    YesNo,

    /// <summary>Nanoseconds, shown only where the reference against itself has the same.</summary>
    Latency,

    /// <summary>Requests per second of a server that has no processor time left; NaN where something else ran out first.</summary>
    Saturation,
}

/// <summary>
/// How much time the run has. Works that take seconds by themselves (<see cref="Scenario.RunsOnce"/>) ask it: in a smoke run
/// they have to be through within a second, and only show that they work.
/// </summary>
internal static class Haste
{
    /// <summary>
    /// The environment variable with which the starter of a case's process says so: <see cref="Smoke"/>, <see cref="Stepped"/>, or
    /// nothing.
    /// </summary>
    public const string Variable = "ASYNCBENCHMARKS_HASTE";

    public const string Smoke = "smoke";

    /// <summary>The variable's value where each instruction is looked at, which takes ten thousand times as long.</summary>
    public const string Stepped = "stepped";

    /// <summary>Whether this is a smoke run: every case once, to see that it works.</summary>
    public static bool IsSmoke { get; } = Is(Smoke);

    /// <summary>Whether each instruction is looked at: a run is to be a few operations.</summary>
    public static bool IsStepped { get; } = Is(Stepped);

    /// <summary>One of two lengths, counts or times.</summary>
    /// <param name="measured">Where it is measured.</param>
    /// <param name="smoke">Where it only has to work: all of it within a second.</param>
    public static T Choose<T>(T measured, T smoke) => IsSmoke ? smoke : measured;

    private static bool Is(string value) => string.Equals(Environment.GetEnvironmentVariable(Variable), value, StringComparison.Ordinal);
}

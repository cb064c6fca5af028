using System;
using System.Collections.Generic;

namespace AsyncBenchmarks;

/// <summary>
/// One case's work: a scenario with its parameters, done with one library. Lives in a process of its own; not thread-safe.
/// Every body checks its results and throws <see cref="WorkloadException"/> when one is wrong, so that an empty body fails.
/// </summary>
public abstract class Workload
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
    /// Whether one <see cref="Run"/> is the whole measurement: it takes seconds, and measures more than its time.
    /// It is neither warmed up from outside nor repeated. In a smoke run it is through within a second: see <see cref="Haste"/>.
    /// </summary>
    public virtual bool RunsOnce => false;

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
public sealed class WorkloadException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">The expected and the actual result.</param>
    public WorkloadException(string message)
        : base(message)
    {
    }
}

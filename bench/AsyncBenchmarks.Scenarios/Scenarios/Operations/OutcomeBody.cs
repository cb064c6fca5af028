using System;
using System.Threading;

namespace AsyncBenchmarks.Scenarios;

/// <summary>How a library's async method takes the outcome of an operation without an exception.</summary>
/// <typeparam name="TTask">The task, awaited once.</typeparam>
internal interface IOutcomes<TTask>
{
    /// <summary>
    /// Starts an async method that takes an operation's outcome and adds <see cref="Tally.Canceled"/> or <see cref="Tally.Failed"/>;
    /// discards it.
    /// </summary>
    void Take(TTask last, Tally tally);
}

/// <summary>A library's operations, of which the last method takes the outcome where the others catch an exception.</summary>
internal readonly struct OutcomeBody<TBody, TOutcomes, TSource, TTask> : IOperations<TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
    where TOutcomes : struct, IOutcomes<TTask>
{
    public TSource Create() => default(TBody).Create();
    public TTask TaskOf(TSource source) => default(TBody).TaskOf(source);
    public void Complete(TSource source, int value) => default(TBody).Complete(source, value);
    public void Fail(TSource source, Exception exception) => default(TBody).Fail(source, exception);
    public void Cancel(TSource source) => default(TBody).Cancel(source);
    public TTask Link(TTask previous) => default(TBody).Link(previous);
    public void Count(TTask last, Tally tally) => default(TBody).Count(last, tally);
    public void Catch(TTask last, Tally tally) => default(TOutcomes).Take(last, tally);
    public void Watch(TTask last, AsyncLocal<int> local, Tally tally) => default(TBody).Watch(last, local, tally);
}

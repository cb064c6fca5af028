namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// One library's operations with a number as result, and its async methods (or continuations, where it has no others) that
/// await them. Implemented by structs, so that the calls cost nothing.
/// </summary>
internal interface IOperations<TSource, TTask>
{
    TSource Create();

    /// <summary>The task of a source, to be awaited once.</summary>
    TTask TaskOf(TSource source);

    void Complete(TSource source, int value);
    void Fail(TSource source, Exception exception);
    void Cancel(TSource source);

    /// <summary>Starts an async method that awaits an operation and returns one more than its result.</summary>
    TTask Link(TTask previous);

    /// <summary>Starts an async method that awaits an operation and adds its result; discards it by the library's own means.</summary>
    void Count(TTask last, Tally tally);

    /// <summary>
    /// Starts an async method that awaits an operation in a try block, and adds 1 for an
    /// <see cref="OperationCanceledException"/>, 2 for an <see cref="InvalidOperationException"/>; discards it.
    /// </summary>
    void Catch(TTask last, Tally tally);

    /// <summary>Starts an async method that awaits an operation and then adds what the local has; discards it.</summary>
    void Watch(TTask last, AsyncLocal<int> local, Tally tally);
}

/// <summary>How a library's async method takes the outcome of an operation without an exception.</summary>
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

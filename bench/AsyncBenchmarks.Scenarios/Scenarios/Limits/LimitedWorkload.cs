
namespace AsyncBenchmarks.Scenarios;

/// <summary>A library's operations with a limit.</summary>
/// <typeparam name="TSource">The source of an operation.</typeparam>
/// <typeparam name="TTask">The task.</typeparam>
internal interface ILimited<TSource, TTask>
{
    /// <summary>Makes a pending operation that an hour, or the one token of all, would end.</summary>
    /// <param name="limit">Which of the two.</param>
    /// <param name="source">Completes it.</param>
    TTask Create(WaitLimit limit, out TSource source);
}

/// <summary>An async method awaits each of many pending operations, which all have a limit.</summary>
internal sealed class LimitedWorkload<TBody, TLimited, TSource, TTask>(WaitLimit limit, int pending)
    : ManyPendingWorkload<TBody, TSource, TTask>(pending)
    where TBody : struct, IOperations<TSource, TTask>
    where TLimited : struct, ILimited<TSource, TTask>
{
    public override void Run()
    {
        TSource[] sources = Sources;
        for (int number = 0; number < sources.Length; number++)
        {
            default(TBody).Count(default(TLimited).Create(limit, out sources[number]), Tally);
        }

        CompleteAll(expected: sources.Length);
    }
}

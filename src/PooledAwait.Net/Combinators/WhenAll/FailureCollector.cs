using System.Collections.Generic;
using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>Collects why inputs have no result, and makes of it the outcome that Task.WhenAll would have.</summary>
internal struct FailureCollector
{
    /// <summary>Comes before every input: a mistake in the call must not hide behind an operation's error.</summary>
    private const int Mistake = -1;

    /// <summary>Null as long as all is well, so that it costs nothing.</summary>
    private List<(int Index, object Failure)>? _failures;

    /// <summary>Adds a failure.</summary>
    /// <param name="index">The input that failed.</param>
    /// <param name="failure">Why.</param>
    internal void Add(int index, object failure) =>
        (_failures ??= []).Add((UnusableInputException.IsIn(failure) ? Mistake : index, failure));

    /// <summary>Takes out the whole.</summary>
    /// <returns>
    /// Null if nothing failed; all errors in the order of the inputs if there are any; else the cancellation of the first
    /// input that was canceled.
    /// </returns>
    internal object? Take()
    {
        List<(int Index, object Failure)>? failures = _failures;
        if (failures is null)
        {
            return null;
        }

        _failures = null;
        failures.Sort(static (left, right) => left.Index.CompareTo(right.Index));
        List<ExceptionDispatchInfo> errors = [];
        object? cancellation = null;
        foreach ((_, object failure) in failures)
        {
            switch (failure)
            {
                case Fault fault:
                    fault.Observe();
                    errors.AddRange(fault.Errors);
                    break;
                default:
                    cancellation ??= failure;
                    break;
            }
        }

        return errors.Count == 0 ? cancellation : new Fault([.. errors]);
    }
}

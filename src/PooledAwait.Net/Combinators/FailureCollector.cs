using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>Collects the failures of inputs, and combines them as Task.WhenAll does.</summary>
internal struct FailureCollector
{
    /// <summary>The index of a misuse. It sorts before every input, so that no operation's failure hides it.</summary>
    private const int Mistake = -1;

    /// <summary>Null without a failure, so that success costs nothing.</summary>
    private List<(int Index, object Failure)>? _failures;

    internal void Add(int index, object failure) =>
        (_failures ??= []).Add((UnusableInputException.IsIn(failure) ? Mistake : index, Failure.Capture(failure)));

    /// <summary>Takes the result of an input that has ended, or adds its failure. Inputs come in their order.</summary>
    internal T Take<T>(in Completion<T> completion)
    {
        if (completion._failure is not null)
        {
            Add(_failures is null ? 0 : _failures.Count, completion._failure);
        }

        return completion._result;
    }

    /// <summary>Ends the async method that awaits this with the combined failure, if there is one.</summary>
    internal FailureAwaiter End() => new(Take());

    /// <summary>Takes the combined failure: all errors in the order of the inputs; else the first cancellation, or null.</summary>
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
            if (Failure.ToErrors(failure) is { } ofInput)
            {
                errors.AddRange(ofInput);
            }
            else
            {
                cancellation ??= failure;
            }
        }

        return errors.Count switch
        {
            0 => cancellation,
            1 => errors[0],
            _ => errors.ToArray(),
        };
    }
}

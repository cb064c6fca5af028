namespace AsyncBenchmarks.Scenarios;

internal static class NestedTables
{
    public static ScenarioTable[] All { get; } =
    [
        new(
            new Scenario(
                "AsyncAwait",
                "Seven nested async methods over four base operations, complete from the start or completed from outside.",
                ["Pending"],
                ["Callback: Action and Func pairs, a reference for the cost of the work alone; nobody can await them."])
            {
                IsQuick = true,
            },
            ScenarioSize.Of([false, true], (row, pending) => row.AsyncAwait(pending))),
        new(
            new Scenario(
                "ContinueWith",
                "The same graph with the library's continuation methods in place of await.",
                ["Pending"],
                ["Callback: Action and Func pairs, the same as in AsyncAwait: a reference, not a continuation API."])
            {
                IsQuick = true,
            },
            ScenarioSize.Of([false, true], (row, pending) => row.ContinueWith(pending))),
    ];
}

/// <summary>The base operations that wait to be completed, newest first. Made large enough beforehand, so that nothing grows.</summary>
/// <typeparam name="T">The source of a base operation.</typeparam>
internal sealed class PendingStack<T>
{
    // Survived has nine operations in flight, each with one base operation.
    private readonly T[] _items = new T[64];
    private int _count;

    /// <summary>Adds the newest, and returns it.</summary>
    public T Push(T item) => _items[_count++] = item;

    /// <summary>Takes the newest, and keeps nothing of it.</summary>
    /// <returns>Whether there was one.</returns>
    public bool TryPop(out T item)
    {
        if (_count == 0)
        {
            item = default!;
            return false;
        }

        ref T slot = ref _items[--_count];
        item = slot;
        slot = default!;
        return true;
    }

    /// <summary>Completes what waits, newest first, until nothing is left.</summary>
    public void CompleteAll<TBody>()
        where TBody : struct, IVoidSources<T>
    {
        while (TryPop(out T source))
        {
            default(TBody).Complete(source);
        }
    }
}

/// <summary>The kind of every library's base operations.</summary>
internal static class BaseOperations
{
    /// <summary>Whether a base operation is completed from outside; otherwise it is complete when it is made.</summary>
    public static bool ArePending { get; set; }
}

using System;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Tests;

/// <summary>
/// Pokes a stale handle: all that answers false, and by turns one of all that throws, because throwing takes long.
/// </summary>
internal sealed class StalePoker
{
    private static readonly Exception s_exception = new TestException("from a stale handle");
    private static readonly Action s_unexpected = static () => throw new TestException("a stale handle's continuation was called");

    private static readonly (string Name, Action<Producer, Subject> Use)[] s_uses =
    [
        ("IsCompleted", static (producer, task) => _ = task.IsCompleted),
        ("GetResult", static (_, task) => task.GetResult()),
        ("Forget", static (_, task) => task.Forget()),
        ("OnCompleted", static (_, task) => task.OnCompleted(s_unexpected)),
        ("UnsafeOnCompleted", static (_, task) => task.UnsafeOnCompleted(s_unexpected)),
        ("await", static (_, task) => task.Await().GetAwaiter().GetResult()),
        ("await in a Task", static (_, task) => task.AwaitInTask().GetAwaiter().GetResult()),
        ("await as a ValueTask", static (_, task) => task.AwaitAsValueTask().GetAwaiter().GetResult()),
        ("AsTask", static (_, task) => task.AsTask().GetAwaiter().GetResult()),
        ("Preserve", static (_, task) => task.AwaitPreservedTwice().GetAwaiter().GetResult()),
        ("a ValueTask's state", static (producer, task) => _ = task.ValueTaskState),
        ("GetStatus", static (producer, _) => producer.Operation.GetStatus(producer.Token)),
        ("Then", static (_, task) => task.Then(ThenOverload.Action, false, static () => throw s_exception).GetResult()),
        ("OnCompleted of the source", static (producer, _) => producer.Operation.OnCompleted(
            static _ => s_unexpected(), null, producer.Token, ValueTaskSourceOnCompletedFlags.FlowExecutionContext)),
    ];

    private int _turn;

    /// <summary>Pokes everything.</summary>
    internal void PokeAll(Producer stale)
    {
        foreach ((string, Action<Producer, Subject>) _ in s_uses)
        {
            Poke(stale);
        }
    }

    internal void Poke(Producer stale)
    {
        Assert.False(stale.IsValid, "IsValid");
        Assert.False(stale.TrySetResult(), "TrySetResult");
        Assert.False(stale.TrySetException(s_exception), "TrySetException");
        Assert.False(stale.TrySetCanceled(), "TrySetCanceled");
        Assert.False(stale.Operation.IsCurrent(stale.Token), "IsCurrent");

        (string name, Action<Producer, Subject> use) = s_uses[_turn++ % s_uses.Length];
        try
        {
            use(stale, stale.Task);
        }
        catch (InvalidOperationException)
        {
            return;
        }

        Assert.Fail("A stale handle was accepted by " + name);
    }
}

using System;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Tests;

/// <summary>A handle whose operation was consumed: everything that can be done with it is refused.</summary>
internal static class StaleHandle
{
    private static readonly Exception s_exception = new TestException("from a stale handle");

    /// <summary>Pokes every operation of the surface.</summary>
    internal static void AssertRejected(Producer producer, Subject task)
    {
        Assert.False(producer.IsValid);
        Assert.False(producer.TrySetResult());
        Assert.False(producer.TrySetException(s_exception));
        Assert.False(producer.TrySetCanceled());
        Assert.Equal("Consumed", producer.Operation.Describe(producer.Token));
        Assert.False(producer.Operation.IsCurrent(producer.Token));
        Assert.Throws<InvalidOperationException>(() => task.IsCompleted);
        Assert.Throws<InvalidOperationException>(() => task.ValueTaskState);
        Assert.Throws<InvalidOperationException>(task.GetResult);
        Assert.Throws<InvalidOperationException>(task.Forget);
        Assert.Throws<InvalidOperationException>(() => task.OnCompleted(Unexpected));
        Assert.Throws<InvalidOperationException>(() => task.UnsafeOnCompleted(Unexpected));
        Assert.Throws<InvalidOperationException>(() => task.AsTask().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => task.Await().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => task.AwaitInTask().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => task.AwaitAsValueTask().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => producer.Operation.GetStatus(producer.Token));
        Assert.Throws<InvalidOperationException>(
            () => producer.Operation.OnCompleted(static _ => Unexpected(), null, producer.Token, ValueTaskSourceOnCompletedFlags.None));
    }

    private static void Unexpected() => throw new TestException("a stale handle's continuation was called");
}

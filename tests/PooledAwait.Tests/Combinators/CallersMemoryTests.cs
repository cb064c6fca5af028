using System.Buffers;
using System.Collections;

namespace PooledAwait.Tests.Combinators;

/// <summary>
/// WhenAll into memory of the caller's, which is user code: what it throws is the error of that WhenAll, and of nobody else.
/// </summary>
public sealed class CallersMemoryTests
{
    [Theory]
    [Booleans]
    public void WhenAll_MemoryThatThrowsWhenWritten_FaultsAndTheSettersAreUnharmed(bool ofValueTasks) => Watchdog.Run(() =>
    {
        TestException refusal = new();
        RefusingMemory memory = new(3);
        PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, 3).Select(_ => PooledValueTaskSource<int>.Create())];
        PooledValueTask all = ofValueTasks
            ? PooledValueTask.WhenAll(sources.Select(source => source.Task).ToArray(), memory.Memory)
            : PooledValueTask.WhenAll(sources.Select(source => source.PooledTask).ToArray(), memory.Memory);
        Task task = all.AsValueTask().AsTask();

        sources[0].SetResult(1);
        memory.Refusal = refusal;
        sources[1].SetResult(2);
        Assert.False(task.IsCompleted);
        memory.Refusal = null;
        sources[2].SetResult(3);

        Assert.Same(refusal, Assert.Throws<TestException>(() => task.GetAwaiter().GetResult()));
        Assert.Equal([1, 0, 3], memory.Items);
        Assert.All(sources, source => Assert.False(source.IsValid));
    });

    [Fact]
    public void WhenAll_MemoryThatThrowsInvalidOperation_IsNotTakenForAMistakeInTheCall() => Watchdog.Run(() =>
    {
        ObjectDisposedException refusal = new("memory");
        RefusingMemory memory = new(1);
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask all = PooledValueTask.WhenAll([source.PooledTask], memory.Memory);

        memory.Refusal = refusal;
        source.SetResult(1);

        Assert.Same(refusal, Assert.Throws<ObjectDisposedException>(() => all.GetAwaiter().GetResult()));
    });

    [Fact]
    public void WhenAll_ListThatThrows_GivesTheBorrowedArrayBack() => Watchdog.Run(() =>
    {
        PooledValueTask<Version>[] array = ArrayPool<PooledValueTask<Version>>.Shared.Rent(3);
        ArrayPool<PooledValueTask<Version>>.Shared.Return(array);

        Assert.Throws<TestException>(() => { PooledValueTask.WhenAll(new RefusingList()); });

        Assert.Same(array, ArrayPool<PooledValueTask<Version>>.Shared.Rent(3));
    });

    [Fact]
    public void WhenAll_MemoryThatThrowsAtOnce_ThrowsAndConsumesNothing() => Watchdog.Run(() =>
    {
        TestException refusal = new();
        RefusingMemory memory = new(1) { Refusal = refusal };
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();

        Assert.Same(refusal, Assert.Throws<TestException>(() => { PooledValueTask.WhenAll([source.PooledTask], memory.Memory); }));

        source.SetResult(5);
        Assert.Equal(5, source.PooledTask.GetAwaiter().GetResult());
    });

    private sealed class RefusingList : IReadOnlyList<PooledValueTask<Version>>
    {
        public int Count => 3;

        public PooledValueTask<Version> this[int index] => throw new TestException();

        public IEnumerator<PooledValueTask<Version>> GetEnumerator() => throw new TestException();

        IEnumerator IEnumerable.GetEnumerator() => throw new TestException();
    }

    private sealed class RefusingMemory(int length) : MemoryManager<int>
    {
        internal int[] Items { get; } = new int[length];

        internal Exception? Refusal { get; set; }

        public override Memory<int> Memory => CreateMemory(Items.Length);

        public override Span<int> GetSpan() => Refusal is null ? Items : throw Refusal;

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}

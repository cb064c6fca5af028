using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

/// <summary>Pooled tasks as ValueTasks and Tasks, in the framework's hands.</summary>
public class InteropTests
{
    [Theory, BothArities]
    public void AwaitInTask_Pending_GivesTheResult(Arity arity) => CompleteLater(arity, task => task.AwaitInTask());

    [Theory, BothArities]
    public void AsTask_Pending_GivesTheResult(Arity arity) => CompleteLater(arity, task => task.AsTask());

    [Theory, BothArities]
    public void AwaitAsValueTask_Pending_GivesTheResult(Arity arity) =>
        CompleteLater(arity, task => task.AwaitAsValueTask().AsValueTask().AsTask());

    [Theory, BothArities]
    public void Preserve_PendingAwaitedTwice_GivesTheResultTwice(Arity arity) => CompleteLater(arity, task => task.AwaitPreservedTwice());

    [Theory, BothArities]
    public async Task Preserve_CompletedAwaitedTwice_GivesTheResultTwice(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.SetResult();
        await producer.Task.AwaitPreservedTwice();
    }

    [Fact]
    public void WhenAll_PendingTasks_GivesAllResults() => Watchdog.Run(async () =>
    {
        PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, 10).Select(_ => PooledValueTaskSource<int>.Create())];
        Task<int[]> all = Task.WhenAll(sources.Select(source => source.Task.AsTask()));
        for (int i = 0; i < sources.Length; i++)
        {
            sources[i].SetResult(i);
        }

        Assert.Equal(Enumerable.Range(0, 10), await all);
    });

    [Fact]
    public void AsyncIterator_ThatAwaitsPooledTasks_GivesItsItems()
    {
        Watchdog.Run(async () =>
        {
            List<int> items = [];
            await foreach (int item in Count(5))
            {
                items.Add(item);
            }

            Assert.Equal([0, 1, 2, 3, 4], items);
        });

        static async IAsyncEnumerable<int> Count(int count)
        {
            for (int i = 0; i < count; i++)
            {
                yield return await Later(i);
            }
        }

        static async PooledValueTask<int> Later(int value)
        {
            await Task.Yield();
            return value;
        }
    }

    [Fact]
    public void AwaitUsing_PooledDisposeAsync_IsAwaited() => Watchdog.Run(async () =>
    {
        Disposable disposable = new();
        await using (disposable)
        {
            Assert.False(disposable.IsDisposed);
        }

        Assert.True(disposable.IsDisposed);
    });

    [Fact]
    public void Conversions_ToValueTask_AreTheSameOperation()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> converted = source.PooledTask;
        Assert.Equal(source.PooledTask.AsValueTask(), converted);
        Assert.Equal(source.Task, converted);

        PooledValueTaskSource withoutResult = PooledValueTaskSource.Create();
        ValueTask convertedWithoutResult = withoutResult.PooledTask;
        Assert.Equal(withoutResult.PooledTask.AsValueTask(), convertedWithoutResult);
        Assert.Equal(withoutResult.Task, convertedWithoutResult);
    }

    private static void CompleteLater(Arity arity, System.Func<Subject, Task> consume)
    {
        Watchdog.Run(() =>
        {
            // A source, and a method that awaits one.
            Producer producer = Form.Of(arity).Create();
            Task consumed = consume(producer.Task);
            Assert.False(consumed.IsCompleted);
            producer.SetResult();
            consumed.GetAwaiter().GetResult();

            producer = Form.Of(arity).Create();
            consumed = consume(Form.Of(arity).Async(producer.Task.Await));
            Assert.False(consumed.IsCompleted);
            producer.SetResult();
            consumed.GetAwaiter().GetResult();
        });
    }

    private sealed class Disposable : System.IAsyncDisposable
    {
        internal bool IsDisposed { get; private set; }

        public ValueTask DisposeAsync()
        {
            return Run();
            async PooledValueTask Run()
            {
                await Task.Yield();
                IsDisposed = true;
            }
        }
    }
}

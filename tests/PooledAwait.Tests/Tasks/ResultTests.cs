using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

public class ResultTests
{
    [Theory, BothArities]
    public void Await_MethodThatNeverSuspends_GivesItsResultWithoutAnOperation(Arity arity)
    {
        Subject task = Form.Of(arity).Sync(() => { });
        Assert.True(task.IsNull);
        Assert.True(task.IsCompleted);
        Subject outer = Form.Of(arity).Async(task.Await);
        Assert.True(outer.IsNull);
        outer.GetResult();
    }

    [Theory, BothArities]
    public void Await_PendingSource_GivesItsResult(Arity arity) => Watchdog.Run(() =>
    {
        Producer producer = Form.Of(arity).Create();
        PooledValueTask awaiting = producer.Task.Await();
        Assert.False(awaiting.GetAwaiter().IsCompleted);
        producer.SetResult();
        Assert.True(awaiting.GetAwaiter().IsCompleted);
        awaiting.GetAwaiter().GetResult();
    });

    [Theory, BothArities]
    public void Await_CompletedSource_GivesItsResultAtOnce(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.SetResult();
        PooledValueTask awaiting = producer.Task.Await();
        Assert.True(awaiting.IsNull);
    }

    [Theory, BothArities]
    public void Await_SevenNestedPendingMethods_GiveTheirResultsInOrder(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        Subject task = producer.Task;
        for (int i = 0; i < 7; i++)
        {
            task = form.Async(task.Await);
        }

        Assert.False(task.IsCompleted);
        producer.SetResult();
        Assert.True(task.IsCompleted);
        task.GetResult();
    });

    [Theory, BothArities]
    public Task Await_Yield_GivesTheResult(Arity arity) => Form.Of(arity).Async(YieldTwice).AwaitInTask();

    [Theory, BothArities]
    public Task Await_ForeignPendingTask_GivesTheResult(Arity arity) => Form.Of(arity).AsyncOverTask(() => Task.Delay(1)).AwaitInTask();

    [Fact]
    public void Await_LargeStructWithReferences_GivesAllOfIt()
    {
        Watchdog.Run(() =>
        {
            PooledValueTaskSource<(object, long, string, decimal)> source = PooledValueTaskSource<(object, long, string, decimal)>.Create();
            object reference = new();
            PooledValueTask<(object, long, string, decimal)> task = Pass(Pass(source.PooledTask));
            source.SetResult((reference, 1, "two", 3));
            Assert.Equal((reference, 1, "two", 3), task.GetAwaiter().GetResult());
        });

        static async PooledValueTask<T> Pass<T>(PooledValueTask<T> task) => await task;
    }

    [Fact]
    public void Await_ManyPendingOperationsInOneMethod_AllGiveTheirResults()
    {
        Watchdog.Run(() =>
        {
            PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[20];
            for (int i = 0; i < sources.Length; i++)
            {
                sources[i] = PooledValueTaskSource<int>.Create();
            }

            PooledValueTask<int> sum = Sum(sources);
            for (int i = 0; i < sources.Length; i++)
            {
                Assert.False(sum.GetAwaiter().IsCompleted);
                sources[i].SetResult(i);
            }

            Assert.Equal(190, sum.GetAwaiter().GetResult());
        });

        static async PooledValueTask<int> Sum(PooledValueTaskSource<int>[] sources)
        {
            int sum = 0;
            foreach (PooledValueTaskSource<int> source in sources)
            {
                sum += await source.PooledTask;
            }

            return sum;
        }
    }

    [Theory, BothArities]
    public void Suspended_MethodWithManyAwaits_HasOneBoxForAll(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer first = form.Create();
        Producer second = form.Create();
        Subject task = form.Async(async () =>
        {
            await first.Task.Await();
            await second.Task.Await();
        });
        Operation? box = task.Operation;
        first.SetResult();
        Assert.False(task.IsCompleted);
        second.SetResult();
        Assert.Same(box, task.Operation);
        task.GetResult();
    });

    private static async PooledValueTask YieldTwice()
    {
        await Task.Yield();
        await Task.Yield();
    }
}

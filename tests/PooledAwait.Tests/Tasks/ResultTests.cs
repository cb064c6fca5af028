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
}

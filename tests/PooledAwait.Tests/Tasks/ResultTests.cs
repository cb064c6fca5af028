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
}

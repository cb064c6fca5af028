namespace PooledAwait.Tests.Tasks;

public class ResultTests
{
    [Fact]
    public void Await_MethodThatNeverSuspends_GivesItsResultWithoutAnOperation()
    {
        Assert.True(Awaiting.Pass(Return()).IsNull);
        PooledValueTask<int> task = Awaiting.Pass(ReturnResult());
        Assert.True(task is { IsNull: true, IsCompleted: true, Result: 42 });

#pragma warning disable CS1998 // without await: that is the case
        static async PooledValueTask Return()
        {
        }

        static async PooledValueTask<int> ReturnResult() => 42;
#pragma warning restore CS1998
    }
}

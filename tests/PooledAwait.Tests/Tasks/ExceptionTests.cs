using System;

namespace PooledAwait.Tests.Tasks;

public class ExceptionTests
{
    [Theory, BothArities]
    public void Throw_AfterASuspension_KeepsIdentityAndStack(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        TestException exception = new();
        Subject task = form.Async(async () =>
        {
            await producer.Task.Await();
            ThrowFromNamedMethod(exception);
        });
        Subject outer = form.Async(task.Await);
        producer.SetResult();
        TestException caught = Assert.Throws<TestException>(outer.GetResult);
        Assert.Same(exception, caught);
        Assert.Contains(nameof(ThrowFromNamedMethod), caught.StackTrace, StringComparison.Ordinal);
    });

    private static void ThrowFromNamedMethod(Exception exception) => throw exception;
}

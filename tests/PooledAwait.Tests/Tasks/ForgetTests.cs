using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.Tests.Tasks;

public class ForgetTests
{
    [Theory, BothArities]
    public void Forget_Default_DoesNothing(Arity arity) => Form.Of(arity).Default.Forget();

    [Theory, BothArities]
    public void Forget_Completed_GivesTheOperationBack(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.SetResult();
        producer.Task.Forget();
        Assert.Same(producer.Operation, Form.Of(arity).Create().Operation);
    }

    [Theory, BothArities]
    public void Forget_Pending_GivesTheOperationBackWhenItCompletes(Arity arity)
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        producer.Task.Forget();
        Assert.NotSame(producer.Operation, form.Create().Operation);
        producer.SetResult();
        Assert.Same(producer.Operation, form.Create().Operation);
    }

    [Theory, BothArities]
    public void Forget_PendingMethod_RunsItToItsEndAndGivesItsBoxBack(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer producer = form.Create();
        bool ended = false;
        Subject task = Start(producer);
        task.Forget();
        producer.SetResult();
        Assert.True(ended);

        Subject next = Start(form.Create());
        Assert.Same(task.Operation, next.Operation);

        Subject Start(Producer awaited) => form.Async(async () =>
        {
            await awaited.Task.Await();
            ended = true;
        });
    });

    [Theory, BothArities]
    public void Forget_Completed_HandleIsNotValidAfterwards(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.SetResult();
        Subject task = producer.Task;
        task.Forget();
        Assert.Throws<InvalidOperationException>(task.GetResult);
        Assert.Throws<InvalidOperationException>(task.Forget);
        Assert.Throws<InvalidOperationException>(() => task.IsCompleted);
    }

    [Theory, BothArities]
    public void Forget_PendingTwiceOrAwaited_Throws(Arity arity)
    {
        Producer producer = Form.Of(arity).Create();
        producer.Task.Forget();
        Assert.Throws<InvalidOperationException>(producer.Task.Forget);
        Assert.Throws<InvalidOperationException>(() => producer.Task.Await().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(producer.Task.GetResult);
        producer.SetResult();
    }

    [Theory, BothArities]
    public void Forget_OfAnError_IsReportedAsUnobserved(Arity arity) => Watchdog.Run(() =>
    {
        foreach (Action<Form, Exception> forget in (Action<Form, Exception>[])[ForgetFaulted, ForgetThenFault, ForgetThenThrow])
        {
            using UnobservedExceptions unobserved = new();
            TestException exception = new();
            forget(Form.Of(arity), exception);
            Assert.Equal(1, unobserved.CountOf(exception));
        }
    });

    [Theory, BothArities]
    public void Forget_Canceled_IsNotReported(Arity arity)
    {
        using UnobservedExceptions unobserved = new();
        OperationCanceledException exception = new();
        ForgetFaulted(Form.Of(arity), exception);
        ForgetThenFault(Form.Of(arity), exception);
        Producer producer = Form.Of(arity).Create();
        producer.TrySetCanceled();
        producer.Task.Forget();
        Assert.Equal(0, unobserved.CountOf(exception));
    }

    [Theory, BothArities]
    public void GetResult_OfAFailure_IsNotReported(Arity arity)
    {
        using UnobservedExceptions unobserved = new();
        TestException exception = new();
        Observe(Form.Of(arity), exception);
        Assert.Equal(0, unobserved.CountOf(exception));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetFaulted(Form form, Exception exception)
    {
        Producer producer = form.Create();
        producer.TrySetException(exception);
        producer.Task.Forget();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetThenFault(Form form, Exception exception)
    {
        Producer producer = form.Create();
        producer.Task.Forget();
        producer.TrySetException(exception);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetThenThrow(Form form, Exception exception)
    {
        Producer producer = form.Create();
        form.Async(async () =>
        {
            await producer.Task.Await();
            throw exception;
        }).Forget();
        producer.SetResult();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Observe(Form form, Exception exception)
    {
        Producer producer = form.Create();
        producer.TrySetException(exception);
        Assert.Throws<TestException>(producer.Task.GetResult);
    }
}

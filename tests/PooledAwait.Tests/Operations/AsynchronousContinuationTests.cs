using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Operations;

public class AsynchronousContinuationTests
{
    [Theory, BothArities]
    public void RunContinuationsAsynchronously_WhateverAwaits_GoesOnOffTheSettersStack(Arity arity)
    {
        CheckThread(arity, static (subject, continuation) => Form.Of(Arity.WithoutResult).Async(async () =>
        {
            await subject.Await();
            continuation();
        }).Forget());
        CheckThread(arity, static (subject, continuation) => _ = AwaitAndCall(subject, continuation));
        CheckThread(arity, static (subject, continuation) => subject.OnCompleted(continuation));
        CheckThread(arity, static (subject, continuation) => subject.UnsafeOnCompleted(continuation));
    }

    [Theory, BothArities]
    public void RunContinuationsAsynchronously_SynchronizationContext_StillGetsTheContinuation(Arity arity) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        Producer producer = Form.Of(arity).Create(continuationsAsynchronously: true);
        PooledValueTask task = producer.Task.Await();
        producer.SetResult();
        Assert.Equal(1, context.Run());
        task.GetAwaiter().GetResult();
    });

    [Theory, BothArities]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void RunContinuationsAsynchronously_NextUserOfTheOperation_DoesNotInheritIt(Arity arity) => Watchdog.Run(() =>
    {
        Form form = Form.Of(arity);
        Producer first = form.Create(continuationsAsynchronously: true);
        first.SetResult();
        first.Task.GetResult();
        Producer second = form.Create();
        Assert.Same(first.Operation, second.Operation);
        bool called = false;
        second.Task.UnsafeOnCompleted(() => called = true);
        second.SetResult();
        Assert.True(called);
        second.Task.GetResult();
    });

    private static void CheckThread(Arity arity, Action<Subject, Action> register)
    {
        Watchdog.Run(() =>
        {
            using ManualResetEventSlim called = new();
            Producer producer = Form.Of(arity).Create(continuationsAsynchronously: true);
            int thread = 0;
            register(producer.Task, () =>
            {
                thread = Environment.CurrentManagedThreadId;
                called.Set();
            });
            producer.SetResult();
            called.Wait();
            Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
        });
    }

    private static async Task AwaitAndCall(Subject subject, Action continuation)
    {
        await subject.AwaitInTask();
        continuation();
    }
}

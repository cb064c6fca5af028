using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

#pragma warning disable CS1998 // methods without await: that is the case

/// <summary>PooledTask is a real Task; each case is compared with an async Task method that does the same.</summary>
public class PooledTaskTests
{
    [Fact]
    public void Completed_AtOnce_IsTheFrameworksCachedTask()
    {
        Assert.Same(Framework().GetType(), Pooled().AsTask().GetType());
        Assert.Same(Framework(), Pooled().AsTask());

        static async Task Framework()
        {
        }

        static async PooledTask Pooled()
        {
        }
    }

    [Fact]
    public void CompletedWithResult_AtOnce_IsCachedWhereTheFrameworksIs()
    {
        Same(0);
        Same(-1);
        Same(5);
        Same(1_000_000);
        Same(true);
        Same(false);
        Same<string?>(null);
        Same("text");
        Same(0L);
        Same('\0');

        static void Same<T>(T value)
        {
            bool cached = ReferenceEquals(Framework(value), Framework(value));
            Assert.Equal(cached, ReferenceEquals(Framework(value), Pooled(value).AsTask()));
            Assert.Equal(value, Pooled(value).AsTask().Result);
        }

        static async Task<T> Framework<T>(T value) => value;

        static async PooledTask<T> Pooled<T>(T value) => value;
    }

    [Theory]
    [InlineData(MethodForm.PooledTask)]
    [InlineData(MethodForm.PooledTaskWithResult)]
    public void Suspended_AwaitedManyTimes_IsARealTask(MethodForm form) => Watchdog.Run(async () =>
    {
        TaskCompletionSource awaited = new();
        Task task = Methods.AwaitAndRun(form, awaited.Task, () => { });
        Assert.Equal(TaskStatus.WaitingForActivation, task.Status);
        awaited.SetResult();
        await task;
        await task;
        Assert.Equal(TaskStatus.RanToCompletion, task.Status);
        if (task is Task<int> withResult)
        {
            Assert.Equal(Form.Value, withResult.Result);
        }
    });

    [Theory]
    [InlineData(MethodForm.PooledTask, false)]
    [InlineData(MethodForm.PooledTask, true)]
    [InlineData(MethodForm.PooledTaskWithResult, false)]
    [InlineData(MethodForm.PooledTaskWithResult, true)]
    public void Suspended_ThenThrows_EndsAsTheFrameworksWithThatException(MethodForm form, bool cancels) => Watchdog.Run(() =>
    {
        using CancellationTokenSource source = new();
        Exception exception = cancels ? new OperationCanceledException("kept", source.Token) : new TestException();
        TaskCompletionSource awaited = new();
        Task framework = Framework();
        Task task = Methods.AwaitAndRun(form, awaited.Task, () => throw exception);
        awaited.SetResult();
        Watchdog.WaitFor(() => framework.IsCompleted && task.IsCompleted, "both continuations");
        Assert.Equal(framework.Status, task.Status);
        Assert.Equal(cancels ? TaskStatus.Canceled : TaskStatus.Faulted, task.Status);
        Assert.Equal(framework.Exception?.InnerExceptions, task.Exception?.InnerExceptions);
        Assert.Same(exception, Record.Exception(() => task.GetAwaiter().GetResult()));

        async Task Framework()
        {
            await awaited.Task;
            throw exception;
        }
    });

    [Fact]
    public async Task Throw_AtOnce_IsFaultedOrCanceled()
    {
        TestException exception = new();
        OperationCanceledException cancellation = new("kept");
        Assert.Equal(TaskStatus.Faulted, Throwing(exception).AsTask().Status);
        Assert.Equal(TaskStatus.Faulted, ThrowingWithResult(exception).AsTask().Status);
        Assert.Equal(TaskStatus.Canceled, Throwing(cancellation).AsTask().Status);
        Assert.Equal(TaskStatus.Canceled, ThrowingWithResult(cancellation).AsTask().Status);
        Assert.Same(exception, await Assert.ThrowsAsync<TestException>(async () => await Throwing(exception)));
        Assert.Same(exception, await Assert.ThrowsAsync<TestException>(async () => await ThrowingWithResult(exception)));
        Assert.Same(cancellation, await Assert.ThrowsAsync<OperationCanceledException>(async () => await Throwing(cancellation)));

        static async PooledTask Throwing(Exception exception) => throw exception;

        static async PooledTask<int> ThrowingWithResult(Exception exception) => throw exception;
    }

    [Theory]
    [InlineData(MethodForm.PooledTask)]
    [InlineData(MethodForm.PooledTaskWithResult)]
    public void Faulted_NobodyLooks_IsReportedAsUnobserved(MethodForm form) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException exception = new();
        Drop(form, exception);
        Assert.Equal(1, unobserved.CountOf(exception));
    });

    [Fact]
    public async Task Default_Awaited_IsCompleted()
    {
        Assert.True(default(PooledTask).IsNull);
        Assert.True(default(PooledTask<int>).IsNull);
        Assert.Same(Task.CompletedTask, default(PooledTask).AsTask());
        await default(PooledTask);
        Assert.Equal(0, await default(PooledTask<int>));
        await default(PooledTask).ConfigureAwait(false);
        Assert.Equal(0, await default(PooledTask<int>).ConfigureAwait(false));
    }

    [Fact]
    public void Equals_ComparesTheTask()
    {
        TaskCompletionSource awaited = new();
        PooledTask task = Wait();
        PooledTask<int> withResult = WaitWithResult();
        EqualityAssert.Equal(task, task);
        EqualityAssert.Equal(withResult, withResult);
        EqualityAssert.NotEqual(task, Wait());
        EqualityAssert.NotEqual(withResult, WaitWithResult());
        EqualityAssert.NotEqual(task, default);
        EqualityAssert.Equal(default(PooledTask), default);
        Assert.True(withResult != default);
        Assert.False(task == default);
        Task converted = task;
        Assert.Same(task.AsTask(), converted);
        Task<int> convertedWithResult = withResult;
        Assert.Same(withResult.AsTask(), convertedWithResult);
        Assert.False(task.IsNull);

        async PooledTask Wait() => await awaited.Task;

        async PooledTask<int> WaitWithResult()
        {
            await awaited.Task;
            return 1;
        }
    }

    [Fact]
    public void Completion_ContinuationThatCallsTheMethodAgain_FindsItsBoxInThePool() => Watchdog.Run(() =>
    {
        TaskCompletionSource first = new();
        TaskCompletionSource second = new();
        PooledTask<int> outer = Outer();
        first.SetResult();
        second.SetResult();
        Assert.Equal(3, outer.AsTask().Result);

        async PooledTask<int> Outer() => await Inner(first.Task, 1) + await Inner(second.Task, 2);

        static async PooledTask<int> Inner(Task awaited, int value)
        {
            await awaited;
            return value;
        }
    });

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop(MethodForm form, Exception exception)
    {
        TaskCompletionSource awaited = new();
        _ = Methods.AwaitAndRun(form, awaited.Task, () => throw exception);
        awaited.SetResult();
    }
}

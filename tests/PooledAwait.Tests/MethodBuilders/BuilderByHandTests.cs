using PooledAwait.MethodBuilders;

namespace PooledAwait.Tests.MethodBuilders;

/// <summary>Builders driven by hand and not by the compiler: never a silent wrong value.</summary>
public sealed class BuilderByHandTests
{
    /// <summary>The thread pool may throw instead of queueing a box: for lack of memory, or because the thread is interrupted.</summary>
    [Theory]
    [Booleans]
    public void SetException_WhereTheThreadPoolHasRefusedTheBox_FailsTheMethod(bool isResumed) => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = default;
        if (isResumed)
        {
            task = Run(source.PooledTask, () => task._operation!);
            source.SetResult(1);
        }
        else
        {
            var builder = PooledValueTaskMethodBuilder<int>.Create();
            task = builder.Task;
            task._operation!.MarkQueued();
            builder.SetException(new TimeoutException());
        }

        Assert.True(task.IsCompleted);
        Assert.Throws<TimeoutException>(() => task.GetAwaiter().GetResult());

        static async PooledValueTask<int> Run(PooledValueTask<int> first, Func<Operation> self)
        {
            await first;
            self().MarkQueued();
            throw new TimeoutException();
        }
    });

    private static readonly Dictionary<string, Func<Hand>> s_builders = new()
    {
        ["PooledValueTask"] = static () =>
        {
            var builder = PooledValueTaskMethodBuilder.Create();
            return new(() => builder.Task.AsTask(), () => builder.SetResult(), error => builder.SetException(error));
        },
        ["PooledValueTask of int"] = static () =>
        {
            var builder = PooledValueTaskMethodBuilder<int>.Create();
            return new(() => builder.Task.AsTask(), () => builder.SetResult(1000), error => builder.SetException(error));
        },
        ["ValueTask"] = static () =>
        {
            var builder = PooledAsyncValueTaskMethodBuilder.Create();
            return new(() => builder.Task.AsTask(), () => builder.SetResult(), error => builder.SetException(error));
        },
        ["ValueTask of int"] = static () =>
        {
            var builder = PooledAsyncValueTaskMethodBuilder<int>.Create();
            return new(() => builder.Task.AsTask(), () => builder.SetResult(1000), error => builder.SetException(error));
        },
        ["PooledTask"] = static () =>
        {
            var builder = PooledTaskMethodBuilder.Create();
            return new(() => builder.Task, () => builder.SetResult(), error => builder.SetException(error));
        },
        ["PooledTask of int"] = static () => OfTask(1000),
        ["PooledTask of an int whose task is shared"] = static () => OfTask(9),
    };

    public static TheoryData<string> Builders => [.. s_builders.Keys];

    [Theory]
    [MemberData(nameof(Builders))]
    public void Method_ByHand_EndsOnceAsItsTaskDoes(string name)
    {
        foreach ((bool readsFirst, bool fails) in (ReadOnlySpan<(bool, bool)>)[(false, false), (false, true), (true, false), (true, true)])
        {
            TestException error = new();
            Hand hand = s_builders[name]();
            Task? task = readsFirst ? hand.ReadTask() : null;
            Assert.False(task?.IsCompleted ?? false);
            (fails ? () => hand.SetException(error) : hand.SetResult)();
            Assert.Throws<InvalidOperationException>(hand.SetResult);
            Assert.Throws<InvalidOperationException>(() => hand.SetException(new TestException()));
            task ??= hand.ReadTask();
            Assert.Same(fails ? error : null, Record.Exception(() => task.GetAwaiter().GetResult()));
            Assert.True(fails || !name.Contains("int", StringComparison.Ordinal) || ((Task<int>)task).Result is 9 or 1000);
        }
    }

    [Fact]
    public void Await_AfterTheTaskWasReadOrTheMethodEnded_ThrowsAndSaysWhy() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ByHand<PooledValueTaskMethodBuilder<int>> method = new(static (ref _, _) => { });
        PooledValueTask<int> task = method.Builder.Task;

        InvalidOperationException thrown =
            Assert.Throws<InvalidOperationException>(() => method.Await(source.PooledTask.GetAwaiter()));

        Assert.Contains("Task was read", thrown.Message, StringComparison.Ordinal);
        method.Builder.SetResult(3);
        Assert.Equal(3, task.GetAwaiter().GetResult());
        source.SetResult(1);
        Assert.Equal(1, source.PooledTask.GetAwaiter().GetResult());
    });

    [Fact]
    public void ATaskReadEarly_ThatThenSuspends_IsTheMethodsTask() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ByHand<PooledTaskMethodBuilder<int>> method = Increment(source.PooledTask);
        Task<int> task = method.Builder.Task;
        method.Builder.Start(ref method);
        Assert.False(task.IsCompleted);
        source.SetResult(5);
        Assert.Equal(6, task.GetAwaiter().GetResult());
    });

    [Fact]
    public void SetResult_OfACopy_WhileTheBoxServesAMethodThatWasResumed_ThrowsAndChangesNothing() => Watchdog.Run(() =>
    {
        Ending<PooledTaskMethodBuilder<int>> end = static (ref PooledTaskMethodBuilder<int> builder, int sum) => builder.SetResult(sum);
        Start(1, 2, end, out var ended);
        PooledTaskMethodBuilder<int> copy = ended.Builder;
        TaskCompletionSource<int> second = Start(3, null, end, out var next);
        Assert.Throws<InvalidOperationException>(() => copy.SetResult(7));
        Assert.Throws<InvalidOperationException>(() => copy.SetException(new TestException()));
        second.SetResult(4);
        Assert.True(next.Builder.Task.AsTask().IsCompleted);
        Assert.Equal(7, next.Builder.Task.AsTask().GetAwaiter().GetResult());

        Ending<PooledValueTaskMethodBuilder<int>> endToo =
            static (ref PooledValueTaskMethodBuilder<int> builder, int sum) => builder.SetResult(sum);
        Start(1, 2, endToo, out var endedToo);
        PooledValueTaskMethodBuilder<int> copyToo = endedToo.Builder;
        PooledValueTask<int> task = copyToo.Task;
        Assert.Throws<InvalidOperationException>(() => copyToo.SetResult(7)); // complete, and not yet consumed
        Assert.Equal(3, task.GetAwaiter().GetResult());
        second = Start(3, null, endToo, out var nextToo);
        task = nextToo.Builder.Task;
        Assert.Throws<InvalidOperationException>(() => copyToo.SetResult(7));
        Assert.Throws<InvalidOperationException>(() => copyToo.SetException(new TestException()));
        second.SetResult(4);
        Assert.True(task.IsCompleted);
        Assert.Equal(7, task.GetAwaiter().GetResult());
    });

    /// <summary>Awaits a task, and returns its result and one.</summary>
    private static ByHand<PooledTaskMethodBuilder<int>> Increment(PooledValueTask<int> awaited) => new((ref method, step) =>
    {
        if (step == 0)
        {
            method.Await(awaited.GetAwaiter());
            return;
        }

        method.Builder.SetResult(awaited.GetAwaiter().GetResult() + 1);
    });

    private delegate void Ending<TBuilder>(ref TBuilder builder, int sum);

    /// <summary>Starts a method that awaits a source, then a Task, which calls the armed box back, and returns the sum.</summary>
    /// <returns>The source of the Task, which is complete if there is a second result.</returns>
    private static TaskCompletionSource<int> Start<TBuilder>(int first, int? second, Ending<TBuilder> end, out ByHand<TBuilder> method)
        where TBuilder : struct, IMethodBuilder
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        TaskCompletionSource<int> last = new();
        int sum = 0;
        method = new((ref method, step) =>
        {
            switch (step)
            {
                case 0:
                    method.Await(source.PooledTask.GetAwaiter());
                    break;
                case 1:
                    sum = source.PooledTask.GetAwaiter().GetResult();
                    method.Await(last.Task.GetAwaiter());
                    break;
                default:
                    end(ref method.Builder, sum + last.Task.Result);
                    break;
            }
        });
        AsyncMethod.Start(ref method);
        source.SetResult(first);
        if (second is { } result)
        {
            last.SetResult(result);
        }

        return last;
    }

    private static Hand OfTask(int result)
    {
        var builder = PooledTaskMethodBuilder<int>.Create();
        return new(() => builder.Task, () => builder.SetResult(result), error => builder.SetException(error));
    }

    /// <summary>A builder that a test drives.</summary>
    private sealed record Hand(Func<Task> ReadTask, Action SetResult, Action<Exception> SetException);
}

using PooledAwait.MethodBuilders;

namespace PooledAwait.Tests.MethodBuilders;

/// <summary>The members of builders that debuggers call by name, to step over an await and out of a method.</summary>
public sealed class DebuggerMembersTests
{
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    [Theory]
    [InlineData(typeof(AsyncVoidMethodBuilder), typeof(FireAndForgetMethodBuilder))]
    [InlineData(typeof(AsyncTaskMethodBuilder), typeof(PooledTaskMethodBuilder))]
    [InlineData(typeof(AsyncTaskMethodBuilder<int>), typeof(PooledTaskMethodBuilder<int>))]
    [InlineData(typeof(AsyncTaskMethodBuilder), typeof(PooledAsyncTaskMethodBuilder))]
    [InlineData(typeof(AsyncTaskMethodBuilder<int>), typeof(PooledAsyncTaskMethodBuilder<int>))]
    [InlineData(typeof(AsyncValueTaskMethodBuilder), typeof(PooledValueTaskMethodBuilder))]
    [InlineData(typeof(AsyncValueTaskMethodBuilder<int>), typeof(PooledValueTaskMethodBuilder<int>))]
    [InlineData(typeof(AsyncValueTaskMethodBuilder), typeof(PooledAsyncValueTaskMethodBuilder))]
    [InlineData(typeof(AsyncValueTaskMethodBuilder<int>), typeof(PooledAsyncValueTaskMethodBuilder<int>))]
    public void Members_OfABuilder_AreThoseOfTheFrameworks(Type framework, Type ours)
    {
        Assert.NotNull(framework.GetProperty("ObjectIdForDebugger", Members));
        Assert.NotNull(ours.GetProperty("ObjectIdForDebugger", Members)!.GetValue(Activator.CreateInstance(ours)));
        Assert.Equal(Notifies(framework), Notifies(ours));

        static bool Notifies(Type builder) => builder.GetMethod("SetNotificationForWaitCompletion", Members, [typeof(bool)]) is not null;
    }

    /// <summary>A debugger asks before the first await, where the method has no box yet; or it begins to ask later.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(2, 0)]
    [InlineData(2, 1)]
    public void ObjectId_OfAMethod_IsTheSameAtEachStepAndNoOthers(int awaits, int from) => Watchdog.Run(() =>
    {
        object[] ended = RunTwo(awaits, from: 0);

        // In the same boxes.
        Assert.Empty(ended.Intersect(RunTwo(awaits, from)));
    });

    [Fact]
    public void Notification_ThatADebuggerSetsOnAMethod_IsGivenWhereItsTaskIsAwaited() => Watchdog.Run(() =>
    {
        PropertyInfo isSet = typeof(Task).GetProperty("IsWaitNotificationEnabled", Members)!;
        TaskCompletionSource awaited = new();
        List<object> ids = [];
        ByHand<PooledAsyncTaskMethodBuilder<int>> method = new((ref method, step) =>
        {
            ids.Add(method.Builder.ObjectIdForDebugger);
            if (step == 1)
            {
                method.Builder.SetResult(7);
                return;
            }

            method.Builder.SetNotificationForWaitCompletion(true);
            method.Await(awaited.Task.GetAwaiter());
        });
        method.Builder.Start(ref method);
        Task<int> task = method.Builder.Task;
        Assert.True((bool)isSet.GetValue(task)!);

        awaited.SetResult();
        Assert.Equal([task, task], ids);
        Assert.True((bool)isSet.GetValue(task)!);
        Assert.Equal(7, task.GetAwaiter().GetResult());
        Assert.False((bool)isSet.GetValue(task)!);
    });

    /// <summary>Runs two methods at a time, which must differ.</summary>
    private static object[] RunTwo(int awaits, int from)
    {
        TaskCompletionSource[] awaited = [.. Enumerable.Range(0, awaits).Select(static _ => new TaskCompletionSource())];
        List<object>[] ids = [[], []];
        var methods = new ByHand<PooledValueTaskMethodBuilder<int>>[ids.Length];
        for (int i = 0; i < methods.Length; i++)
        {
            List<object> own = ids[i];
            methods[i] = new((ref method, step) =>
            {
                if (step >= from)
                {
                    own.Add(method.Builder.ObjectIdForDebugger);
                }

                if (step == awaits)
                {
                    method.Builder.SetResult(step);
                    return;
                }

                method.Await(((Task)awaited[step].Task).GetAwaiter());
            });
            methods[i].Builder.Start(ref methods[i]);
        }

        PooledValueTask<int>[] tasks = [.. methods.Select(static method => method.Builder.Task)];
        foreach (TaskCompletionSource one in awaited)
        {
            one.SetResult();
        }

        Assert.All(tasks, task => Assert.Equal(awaits, task.GetAwaiter().GetResult()));
        object[] identities = [.. ids.Select(static own => Assert.Single(own.Distinct()))];
        Assert.NotSame(identities[0], identities[1]);
        return identities;
    }
}

using System.Reflection;
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
        TaskMethod method = new() { Awaited = awaited.Task, Ids = [] };
        method.Builder.Start(ref method);
        Task<int> task = method.Builder.Task;
        Assert.True((bool)isSet.GetValue(task)!);

        awaited.SetResult();
        Assert.Equal([task, task], method.Ids);
        Assert.True((bool)isSet.GetValue(task)!);
        Assert.Equal(7, task.GetAwaiter().GetResult());
        Assert.False((bool)isSet.GetValue(task)!);
    });

    /// <summary>Runs two methods at a time, which must differ.</summary>
    private static object[] RunTwo(int awaits, int from)
    {
        TaskCompletionSource[] awaited = [.. Enumerable.Range(0, awaits).Select(static _ => new TaskCompletionSource())];
        ValueTaskMethod[] methods = new ValueTaskMethod[2];
        for (int i = 0; i < methods.Length; i++)
        {
            methods[i] = new() { Awaited = [.. awaited.Select(static one => one.Task)], From = from, Ids = [] };
            methods[i].Builder.Start(ref methods[i]);
        }

        PooledValueTask<int>[] tasks = [.. methods.Select(static method => method.Builder.Task)];
        foreach (TaskCompletionSource one in awaited)
        {
            one.SetResult();
        }

        Assert.All(tasks, task => Assert.Equal(awaits, task.GetAwaiter().GetResult()));
        object[] ids = [.. methods.Select(static method => Assert.Single(method.Ids.Distinct()))];
        Assert.NotSame(ids[0], ids[1]);
        return ids;
    }

    private struct ValueTaskMethod : IAsyncStateMachine
    {
        internal PooledValueTaskMethodBuilder<int> Builder;
        internal Task[] Awaited;
        internal int From;
        internal List<object> Ids;
        private int _step;

        public void MoveNext()
        {
            if (_step >= From)
            {
                Ids.Add(Builder.ObjectIdForDebugger);
            }

            if (_step == Awaited.Length)
            {
                Builder.SetResult(_step);
                return;
            }

            TaskAwaiter awaiter = Awaited[_step++].GetAwaiter();
            Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    private struct TaskMethod : IAsyncStateMachine
    {
        internal PooledAsyncTaskMethodBuilder<int> Builder;
        internal Task Awaited;
        internal List<object> Ids;

        public void MoveNext()
        {
            Ids.Add(Builder.ObjectIdForDebugger);
            if (Awaited.IsCompleted)
            {
                Builder.SetResult(7);
                return;
            }

            Builder.SetNotificationForWaitCompletion(true);
            TaskAwaiter awaiter = Awaited.GetAwaiter();
            Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}

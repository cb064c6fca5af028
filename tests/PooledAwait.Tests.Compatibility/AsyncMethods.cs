using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using PooledAwait;

namespace PooledAwait.Tests.Compatibility
{
    /// <summary>Async methods of every return type, and what 1.x code does with what they return.</summary>
    public static class AsyncMethods
    {
        // The implicit conversions of the readme's trick.
        public static ValueTask<int> AddAsync(int x, int y) => PooledAdd(x, y);

        public static ValueTask WaitAsync() => PooledWait();

        public static Task<int> AddTask(int x, int y) => PooledAddTask(x, y);

        public static Task WaitTask() => PooledWaitTask();

        public static async PooledValueTask<int> PooledAdd(int x, int y)
        {
            await Task.Yield();
            return x + y;
        }

        public static async PooledValueTask PooledWait() => await Task.Yield();

        public static async PooledTask<int> PooledAddTask(int x, int y)
        {
            await Task.Yield();
            return x + y;
        }

        public static async PooledTask PooledWaitTask() => await Task.Yield();

        public static async FireAndForget Forgotten(TaskCompletionSource<bool> done, Exception? exception = null)
        {
            await Task.Yield();
            done.TrySetResult(true);
            if (exception != null)
            {
                throw exception;
            }
        }

        public static async Task<int> EveryMemberOfPooledValueTask()
        {
            int sum = await PooledAdd(1, 2);
            sum += await PooledAdd(1, 2).ConfigureAwait(false);
            sum += await PooledAdd(1, 2).AsValueTask();
            ValueTask<int> converted = PooledAdd(1, 2);
            sum += await converted;
            sum += new PooledValueTask<int>(3).GetAwaiter().GetResult();
            sum += await new PooledValueTask<int>(3);
            PooledValueTask<int> task = default;
            bool isNull = task.IsNull;
            bool equal = task.Equals(default(PooledValueTask<int>)) && task.Equals((object)default(PooledValueTask<int>));
            int hash = task.GetHashCode();
            string text = task.ToString();
            return isNull && equal && hash == default(PooledValueTask<int>).GetHashCode() && text == "0" ? sum : -1;
        }

        public static async Task<int> EveryMemberOfPooledValueTaskWithoutResult()
        {
            await PooledWait();
            await PooledWait().ConfigureAwait(false);
            await PooledWait().AsValueTask();
            ValueTask converted = PooledWait();
            await converted;
            PooledValueTask task = default;
            task.GetAwaiter().GetResult();
            bool equal = task.Equals(default(PooledValueTask)) && task.GetHashCode() == default(PooledValueTask).GetHashCode();
            return task.IsNull && equal && task.ToString() == "PooledValueTask" ? 1 : -1;
        }

        public static async Task<int> EveryMemberOfPooledTask()
        {
            int sum = await PooledAddTask(1, 2);
            sum += await PooledAddTask(1, 2).ConfigureAwait(false);
            Task<int> task = PooledAddTask(1, 2).AsTask();
            sum += await task + await task;
            Task<int> converted = PooledAddTask(1, 2);
            sum += await converted;
            PooledTask<int> pooled = PooledAddTask(1, 2);
            sum += pooled.GetAwaiter().GetResult();
            PooledTask<int> copy = pooled;
            return !pooled.IsNull
                && pooled.Equals(copy)
                && pooled.GetHashCode() == copy.GetHashCode()
                && pooled.ToString() == "PooledTask"
                ? sum
                : -1;
        }

        public static async Task<int> EveryMemberOfPooledTaskWithoutResult()
        {
            await PooledWaitTask();
            await PooledWaitTask().ConfigureAwait(false);
            await PooledWaitTask().AsTask();
            Task converted = PooledWaitTask();
            await converted;
            PooledTask pooled = PooledWaitTask();
            pooled.GetAwaiter().GetResult();
            PooledTask copy = pooled;
            return !pooled.IsNull
                && pooled.Equals(copy)
                && pooled.GetHashCode() == copy.GetHashCode()
                && pooled.ToString() == "PooledTask"
                ? 1
                : -1;
        }

        public static async Task<Exception?> EveryMemberOfFireAndForget()
        {
            TaskCompletionSource<Exception> seen = new TaskCompletionSource<Exception>();
            Action<Exception> handler = exception => seen.TrySetResult(exception);
            FireAndForget.Exception += handler;
            try
            {
                TaskCompletionSource<bool> done = new TaskCompletionSource<bool>();
                await Forgotten(done);
                await Forgotten(done).AsTask();
                await Forgotten(done).AsValueTask();
                Task task = Forgotten(done);
                ValueTask valueTask = Forgotten(done);
                await task;
                await valueTask;
                await done.Task;
                string text = default(FireAndForget).ToString();
                Forgotten(done, new InvalidOperationException(text)).GetAwaiter().GetResult();
                return await seen.Task;
            }
            finally
            {
                FireAndForget.Exception -= handler;
            }
        }

        public static async Task<bool> EveryMemberOfConfiguredYield()
        {
            await Task.Yield().ConfigureAwait(false);
            await AwaitableExtensions.ConfigureAwait(Task.Yield(), true);
            ConfiguredYieldAwaitable awaitable = Task.Yield().ConfigureAwait(false);
            ConfiguredYieldAwaitable.ConfiguredYieldAwaiter awaiter = awaitable.GetAwaiter();
            ICriticalNotifyCompletion contract = awaiter;
            TaskCompletionSource<bool> first = new TaskCompletionSource<bool>();
            TaskCompletionSource<bool> second = new TaskCompletionSource<bool>();
            awaiter.OnCompleted(() => first.SetResult(true));
            contract.UnsafeOnCompleted(() => second.SetResult(true));
            await first.Task;
            await second.Task;
            awaiter.GetResult();
            return !awaiter.IsCompleted
                && awaitable.Equals(Task.Yield().ConfigureAwait(false)) && awaiter.Equals(awaitable.GetAwaiter())
                && awaitable.GetHashCode() == Task.Yield().ConfigureAwait(false).GetHashCode()
                && awaitable.ToString() == "ConfiguredYieldAwaitable" && awaiter.ToString() == "ConfiguredYieldAwaiter";
        }

        public static Type[] Builders() => new[]
        {
            typeof(PooledAwait.MethodBuilders.PooledValueTaskMethodBuilder),
            typeof(PooledAwait.MethodBuilders.PooledValueTaskMethodBuilder<>),
            typeof(PooledAwait.MethodBuilders.PooledTaskMethodBuilder),
            typeof(PooledAwait.MethodBuilders.PooledTaskMethodBuilder<>),
            typeof(PooledAwait.MethodBuilders.FireAndForgetMethodBuilder),
        };
    }
}

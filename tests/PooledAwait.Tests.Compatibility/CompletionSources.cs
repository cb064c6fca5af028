using System;
using System.Threading;
using System.Threading.Tasks;
using PooledAwait;

namespace PooledAwait.Tests.Compatibility
{
    /// <summary>Every member of every source.</summary>
    public static class CompletionSources
    {
        public static async Task<int> EveryMemberOfPooledValueTaskSource()
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            bool before = source.IsValid && source.HasTask && !source.IsNull;
            source.SetResult(5);
            int sum = await source.Task;
            bool after =
                !source.IsValid && !source.TrySetResult(1) && !source.TrySetException(error: new Exception()) && !source.TrySetCanceled();
            source = PooledValueTaskSource<int>.Create();
            source.SetException(new FormatException());
            sum += await ThrownBy<FormatException>(source.Task);
            source = PooledValueTaskSource<int>.Create();
            source.SetCanceled();
            sum += await ThrownBy<OperationCanceledException>(source.Task);
            sum += await new PooledValueTaskSource<int>(7).Task;
            bool equal =
                source.Equals(source) && source.GetHashCode() == source.GetHashCode() && source.ToString() == "PooledValueTaskSource";
            return before && after && equal && default(PooledValueTaskSource<int>).IsNull ? sum : -1;
        }

        public static async Task<int> EveryMemberOfPooledValueTaskSourceWithoutResult()
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            bool before = source.IsValid && source.HasTask && !source.IsNull;
            source.SetResult();
            await source.Task;
            bool after =
                !source.IsValid && !source.TrySetResult() && !source.TrySetException(error: new Exception()) && !source.TrySetCanceled();
            source = PooledValueTaskSource.Create();
            source.SetException(new FormatException());
            int sum = await ThrownBy<FormatException>(source.Task);
            source = PooledValueTaskSource.Create();
            source.SetCanceled();
            sum += await ThrownBy<OperationCanceledException>(source.Task);
            bool equal =
                source.Equals(source) && source.GetHashCode() == source.GetHashCode() && source.ToString() == "PooledValueTaskSource";
            return before && after && equal && default(PooledValueTaskSource).IsNull ? sum : -1;
        }

        public static async Task<int> EveryMemberOfValueTaskCompletionSource()
        {
            ValueTaskCompletionSource<int> source = ValueTaskCompletionSource<int>.Create();
            source.SetResult(5);
            int sum = await source.Task;
            bool after = !source.TrySetResult(1)
                && !source.TrySetException(exception: new Exception())
                && !source.TrySetCanceled()
                && !source.IsNull;
            source = ValueTaskCompletionSource<int>.Create();
            source.SetException(new FormatException());
            sum += await ThrownBy<FormatException>(new ValueTask<int>(source.Task));
            source = ValueTaskCompletionSource<int>.Create();
            source.SetCanceled();
            sum += await ThrownBy<OperationCanceledException>(new ValueTask<int>(source.Task));
            source = ValueTaskCompletionSource<int>.Create();
            source.SetCanceled(new CancellationToken(true));
            sum += await ThrownBy<OperationCanceledException>(new ValueTask<int>(source.Task));
            after &= !source.TrySetCanceled(cancellationToken: default);
            bool equal =
                source.Equals(source) && source.GetHashCode() == source.GetHashCode() && source.ToString() == "ValueTaskCompletionSource";
            return after && equal && default(ValueTaskCompletionSource<int>).IsNull ? sum : -1;
        }

        public static async Task<int> EveryMemberOfLazyTaskCompletionSource()
        {
            int sum;
            bool after;
            using (LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create())
            {
                source.SetResult(5);
                sum = await source.Task;
                after = !source.TrySetResult(1)
                    && !source.TrySetException(exception: new Exception())
                    && !source.TrySetCanceled()
                    && !source.IsNull;
            }

            using (LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create())
            {
                Task<int> task = source.Task;
                source.SetException(new FormatException());
                sum += await ThrownBy<FormatException>(new ValueTask<int>(task));
            }

            using (LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create())
            {
                source.SetCanceled();
                sum += await ThrownBy<OperationCanceledException>(new ValueTask<int>(source.Task));
                after &= !source.TrySetCanceled(cancellationToken: default);
                after &= source.Equals(source)
                    && source.GetHashCode() == source.GetHashCode()
                    && source.ToString() == "LazyTaskCompletionSource";
            }

            using (LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create())
            {
                source.SetCanceled(new CancellationToken(true));
            }

            sum += await LazyTaskCompletionSource<int>.CreateConstant(7).Task;
            sum += await ThrownBy<OperationCanceledException>(new ValueTask<int>(LazyTaskCompletionSource<int>.CanceledTask.Task));
            return after && default(LazyTaskCompletionSource<int>).IsNull ? sum : -1;
        }

        public static async Task<int> EveryMemberOfLazyTaskCompletionSourceWithoutResult()
        {
            int sum;
            bool after;
            using (LazyTaskCompletionSource source = LazyTaskCompletionSource.Create())
            {
                source.SetResult();
                await source.Task;
                after = !source.TrySetResult()
                    && !source.TrySetException(exception: new Exception())
                    && !source.TrySetCanceled()
                    && !source.IsNull;
            }

            using (LazyTaskCompletionSource source = LazyTaskCompletionSource.Create())
            {
                Task task = source.Task;
                source.SetException(new FormatException());
                sum = await ThrownBy<FormatException>(new ValueTask(task));
            }

            using (LazyTaskCompletionSource source = LazyTaskCompletionSource.Create())
            {
                source.SetCanceled(new CancellationToken(true));
                sum += await ThrownBy<OperationCanceledException>(new ValueTask(source.Task));
                after &= !source.TrySetCanceled(cancellationToken: default);
                after &= source.Equals(source)
                    && source.GetHashCode() == source.GetHashCode()
                    && source.ToString() == "LazyTaskCompletionSource";
            }

            await LazyTaskCompletionSource.CompletedTask.Task;
            sum += await ThrownBy<OperationCanceledException>(new ValueTask(LazyTaskCompletionSource.CanceledTask.Task));
            return after && default(LazyTaskCompletionSource).IsNull ? sum : -1;
        }

        private static async Task<int> ThrownBy<TException>(ValueTask task)
            where TException : Exception
        {
            try
            {
                await task;
                return -1000;
            }
            catch (TException)
            {
                return 100;
            }
        }

        private static Task<int> ThrownBy<TException>(ValueTask<int> task)
            where TException : Exception => ThrownBy<TException>(new ValueTask(task.AsTask()));
    }
}

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using static PooledAwait.Smoke.Expectations;

namespace PooledAwait.Smoke;

/// <summary>One check per promise; each throws when it does not hold. None blocks, and none needs a second thread.</summary>
internal static class Checks
{
    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("The first await of all may be in any context", ContextChecks.First),
        new("The framework recognizes boxes where it must", Recognition.Check),
        new("A method that does not suspend returns its result", () => Equal(3, Take(AddAsync(new PooledValueTask<int>(1), 2)))),
        new("A method that suspends returns its result", PendingResult),
        new("A result of any kind comes back whole", LargeResult),
        new("A chain of 200,000 links completes on a 1 MB stack", Chain),
        new("A chain through the framework's tasks completes on a 1 MB stack", ForeignChain),
        new("20,000 methods that each complete the next one's source complete", CompletingMethods),
        new("20,000 delegates that each complete the next one's source complete", CompletingDelegates),
        new("A consumed handle is never valid again", StaleHandles),
        new("An exception keeps its identity", Exceptions),
        new("A cancellation keeps its token", Cancellation),
        new("The ExecutionContext flows in, and does not leak out", Context),
        new("Yield comes back", async () => Equal(2, await YieldAsync(2))),
        new("A PooledTask is a Task", async () => Equal(7, await RealTaskAsync(7).AsTask())),
        new("Then calls, unwraps and passes on", Continuations),
        new("Forget gives the operation back", () => Forgotten()),
        new("FireAndForget tells its handlers", FireAndForgetReports),
        new("Awaiting as a ValueTask gives the result", Interop),
        new("Suspending allocates nothing where the platform lets it", Allocation),
        new("So does awaiting ValueTasks, by a delegate and without", ValueTasks),
        new("A foreign awaiter that throws fails the method", ThrowingAwaiters),
        new("The pool takes back and hands out", PoolWorks),
        .. ContextChecks.All,
        .. CombinatorChecks.All,
        .. HostileChecks.All,
    ];

    private static T Take<T>(PooledValueTask<T> task) => task.GetAwaiter().GetResult();

    private static async PooledValueTask<int> AddAsync(PooledValueTask<int> left, int right) => await left + right;

    private static async PooledValueTask<T> PassAsync<T>(PooledValueTask<T> task) => await task;

    private static async PooledTask<int> RealTaskAsync(int value)
    {
        await Task.Yield();
        return value;
    }

    private static async PooledValueTask<int> YieldAsync(int times)
    {
        int count = 0;
        for (; count < times; count++)
        {
            await Task.Yield();
        }

        return count;
    }

    private static void PendingResult()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> sum = AddAsync(source.PooledTask, 2);
        source.SetResult(40);
        Equal(42, Take(sum));
    }

    private static void LargeResult()
    {
        var source = PooledValueTaskSource<(long, object, Guid)>.Create();
        var value = (long.MaxValue, new object(), Guid.NewGuid());
        PooledValueTask<(long, object, Guid)> task = PassAsync(source.PooledTask);
        source.SetResult(value);
        Equal(value, Take(task));
    }

    private static void Chain()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> last = source.PooledTask;
        for (int i = 0; i < 200_000; i++)
        {
            last = AddAsync(last, 1);
        }

        source.SetResult(0);
        Equal(200_000, Take(last));
    }

    private static async Task ForeignChain()
    {
        var source = PooledValueTaskSource<int>.Create();
        ValueTask<int> last = source.Task;
        for (int i = 0; i < 10_000; i++)
        {
            last = i % 2 == 0 ? OursAsync(last) : TheirsAsync(last);
        }

        source.SetResult(0);
        Equal(10_000, await last);

        static async ValueTask<int> TheirsAsync(ValueTask<int> task) => await task + 1;
        static ValueTask<int> OursAsync(ValueTask<int> task)
        {
            return Impl(task);

            static async PooledValueTask<int> Impl(ValueTask<int> task) => await task + 1;
        }
    }

    private static async Task CompletingMethods()
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> last = first;
        for (int i = 0; i < 20_000; i++)
        {
            PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
            PassAsync(last, next).Forget();
            last = next;
        }

        first.SetResult(0);
        Equal(20_000, await last.PooledTask);

        static async PooledValueTask PassAsync(PooledValueTaskSource<int> from, PooledValueTaskSource<int> to) =>
            to.SetResult(await from.PooledTask + 1);
    }

    private static async Task CompletingDelegates()
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> last = first;
        for (int i = 0; i < 20_000; i++)
        {
            PooledValueTaskSource<int> from = last;
            PooledValueTaskSource<int> to = PooledValueTaskSource<int>.Create();
            from.PooledTask.GetAwaiter().UnsafeOnCompleted(() => to.SetResult(Take(from.PooledTask) + 1));
            last = to;
        }

        first.SetResult(0);
        Equal(20_000, await last.PooledTask);
    }

    private static void StaleHandles()
    {
        List<PooledValueTaskSource<int>> used = [];
        for (int i = 0; i < 70_000; i++)
        {
            var source = PooledValueTaskSource<int>.Create();
            source.SetResult(i);
            Equal(i, Take(source.PooledTask));
            if (i % 1_000 == 0)
            {
                used.Add(source);
            }
        }

        foreach (PooledValueTaskSource<int> source in used)
        {
            Equal(false, source.TrySetResult(1));
            Throws<InvalidOperationException>(() => Take(source.PooledTask));
        }
    }

    private static void Exceptions()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = AddAsync(source.PooledTask, 1);
        FormatException expected = new();
        source.SetException(expected);
        Equal<Exception>(expected, Throws<FormatException>(() => Take(task)));
    }

    private static void Cancellation()
    {
        using CancellationTokenSource canceled = new();
        canceled.Cancel();
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = AddAsync(source.PooledTask, 1);
        source.SetException(new OperationCanceledException("why", canceled.Token));
        Equal(true, task.AsValueTask().IsCanceled);
        Equal(canceled.Token, Throws<OperationCanceledException>(() => Take(task)).CancellationToken);
    }

    private static void Context()
    {
        var source = PooledValueTaskSource<int>.Create();
        s_local.Value = 7;
        PooledValueTask<int> task = ReadAsync(source.PooledTask);
        Equal(7, s_local.Value);
        s_local.Value = 9;
        source.SetResult(0);
        Equal(9, s_local.Value);
        Equal(78, Take(task));

        static async PooledValueTask<int> ReadAsync(PooledValueTask<int> gate)
        {
            int before = s_local.Value;
            s_local.Value = 8;
            await gate;
            return (10 * before) + s_local.Value;
        }
    }

    private static void Continuations()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<string> task = source.PooledTask
            .Then(static value => value + 1)
            .Then(10, static (value, factor) => new PooledValueTask<int>(value * factor))
            .Then(static value => "r" + value);
        source.SetResult(3);
        Equal("r40", Take(task));

        source = PooledValueTaskSource<int>.Create();
        PooledValueTask failing = source.PooledTask.Then(static _ => throw new FormatException());
        source.SetResult(0);
        Throws<FormatException>(() => failing.GetAwaiter().GetResult());
    }

    private static void Forgotten()
    {
        var source = PooledValueTaskSource<int>.Create();
        AddAsync(source.PooledTask, 1).Forget();
        source.SetResult(1);
        Throws<InvalidOperationException>(() => Take(source.PooledTask));
    }

    private static void FireAndForgetReports()
    {
        Exception? reported = null;
        Action<Exception> handler = exception => reported = exception;
        FireAndForget.Exception += handler;
        var source = PooledValueTaskSource<int>.Create();
        _ = RunAsync(source.PooledTask);
        FormatException expected = new();
        source.SetException(expected);
        FireAndForget.Exception -= handler;
        Equal<Exception?>(expected, reported);

        static async FireAndForget RunAsync(PooledValueTask<int> task) => await task;
    }

    private static void Interop()
    {
        var source = PooledValueTaskSource<int>.Create();
        Task<int> task = AwaitAsync(AddAsync(source.PooledTask, 1));
        source.SetResult(1);
        Equal(2, task.GetAwaiter().GetResult());

        static async Task<int> AwaitAsync(ValueTask<int> task) => await task;
    }

    private static void Allocation() => Allocations.None(static () =>
    {
        for (int i = 0; i < 1_000; i++)
        {
            var source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> sum = AddAsync(AddAsync(source.PooledTask, 1), 1);
            source.SetResult(i);
            Equal(i + 2, Take(sum));
        }
    });

    /// <summary>The 1,000 rounds are run at least three times: after 2,000 awaits some runtimes need no delegate any more.</summary>
    private static void ValueTasks()
    {
        for (int i = 0; i < 3; i++)
        {
            Allocations.None(static () =>
            {
                for (int i = 0; i < 1_000; i++)
                {
                    var source = PooledValueTaskSource<int>.Create();
                    PooledValueTask<int> sum = FourthAsync(ThirdAsync(SecondAsync(FirstAsync(source.Task))));
                    Equal(false, sum.GetAwaiter().IsCompleted);
                    source.SetResult(i);
                    Equal(4, Take(sum));
                }
            });
        }

        static async PooledValueTask FirstAsync(ValueTask<int> task) => await task;
        static async PooledValueTask SecondAsync(ValueTask task) => await task.ConfigureAwait(false);
        static async PooledValueTask<int> ThirdAsync(ValueTask task)
        {
            await task;
            return 3;
        }

        static async PooledValueTask<int> FourthAsync(ValueTask<int> task) => await task.ConfigureAwait(false) + 1;
    }

    private static void ThrowingAwaiters()
    {
        // Not called back: the method sees the exception, and a late callback does nothing.
        Action? late = null;
        PooledValueTask<int> task = AwaitAsync(new Awaitable(resume =>
        {
            late = resume;
            throw new FormatException();
        }));
        Throws<FormatException>(() => Take(task));
        late!();

        static async PooledValueTask<int> AwaitAsync(Awaitable first)
        {
            await new Awaitable(static resume => resume());
            await first;
            return 3;
        }
    }

    private static void PoolWorks()
    {
        object boxed = Pool.Box(42);
        Equal(42, Pool.UnboxAndReturn<int>(boxed));
    }

    private static TException Throws<TException>(Action action)
        where TException : Exception
    {
        try
        {
            action();
        }
        catch (TException exception)
        {
            return exception;
        }

        throw new InvalidOperationException("no " + typeof(TException).Name);
    }
}

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using static PooledAwait.Smoke.Expectations;

namespace PooledAwait.Smoke;

/// <summary>One check per promise; each throws when it does not hold.</summary>
internal static class Checks
{
    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<(string Name, Action Check)> All =>
    [
        ("The first await of all may be in any context", ContextChecks.First),
        ("A method that does not suspend returns its result", () => Equal(3, Take(AddAsync(new PooledValueTask<int>(1), 2)))),
        ("A method that suspends returns its result", PendingResult),
        ("A result of any kind comes back whole", LargeResult),
        ("A chain of 200,000 links completes on a 1 MB stack", Chain),
        ("A chain through the framework's tasks completes on a 1 MB stack", ForeignChain),
        ("Of two racing setters one wins", RacingSetters),
        ("A consumed handle is never valid again", StaleHandles),
        ("An exception keeps its identity", Exceptions),
        ("A cancellation keeps its token", Cancellation),
        ("The ExecutionContext flows in, and does not leak out", Context),
        ("Yield comes back", () => Equal(2, Take(YieldAsync(2)))),
        ("A PooledTask is a Task", () => Equal(7, RealTaskAsync(7).AsTask().GetAwaiter().GetResult())),
        ("Then calls, unwraps and passes on", Continuations),
        ("Forget gives the operation back", () => Forgotten()),
        ("FireAndForget tells its handlers", FireAndForgetReports),
        ("Awaiting as a ValueTask gives the result", Interop),
        ("Suspending allocates nothing where the platform lets it", Allocation),
        ("The pool takes back and hands out", PoolWorks),
        .. ContextChecks.All,
        .. CombinatorChecks.All,
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

    private static void ForeignChain()
    {
        var source = PooledValueTaskSource<int>.Create();
        ValueTask<int> last = source.Task;
        for (int i = 0; i < 10_000; i++)
        {
            last = i % 2 == 0 ? OursAsync(last) : TheirsAsync(last);
        }

        source.SetResult(0);
        Equal(10_000, last.AsTask().GetAwaiter().GetResult());

        static async ValueTask<int> TheirsAsync(ValueTask<int> task) => await task + 1;
        static ValueTask<int> OursAsync(ValueTask<int> task)
        {
            return Impl(task);

            static async PooledValueTask<int> Impl(ValueTask<int> task) => await task + 1;
        }
    }

    private static void RacingSetters()
    {
        PooledValueTaskSource<int> current = default;
        int otherWins = 0;
        using Barrier barrier = new(2);
        const int Rounds = 20_000;
        Thread other = new(() =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                barrier.SignalAndWait();
                otherWins = current.TrySetResult(2) ? 1 : 0;
                barrier.SignalAndWait();
            }
        })
        {
            IsBackground = true,
        };
        current = PooledValueTaskSource<int>.Create();
        other.Start();
        for (int i = 0; i < Rounds; i++)
        {
            current = PooledValueTaskSource<int>.Create();
            barrier.SignalAndWait();
            bool wins = current.TrySetResult(1);
            barrier.SignalAndWait();
            Equal(1, otherWins + (wins ? 1 : 0));
            Equal(wins ? 1 : 2, Take(current.PooledTask));
        }

        other.Join();
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

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
        new("A method that suspends returns its result", static () => Equal(42, Take(Completed(40, static task => AddAsync(task, 2))))),
        new("A result of any kind comes back whole", static () =>
        {
            var value = (long.MaxValue, new object(), Guid.NewGuid());
            Equal(value, Take(Completed(value, static task => PassAsync(task))));
        }),
        new("A chain of 200,000 links completes on a 1 MB stack", static () => Equal(200_000, Take(Completed(0, static task =>
            Enumerable.Range(0, 200_000).Aggregate(task, static (last, _) => AddAsync(last, 1)))))),
        new("A chain through the framework's tasks completes on a 1 MB stack", ForeignChain),
        new("20,000 methods that each complete the next one's source complete", static () => Completing(static (from, to) =>
            PassAsync(from, to).Forget())),
        new("20,000 delegates that each complete the next one's source complete", static () => Completing(static (from, to) =>
            from.PooledTask.GetAwaiter().UnsafeOnCompleted(() => to.SetResult(Take(from.PooledTask) + 1)))),
        new("A consumed handle is never valid again", StaleHandles),
        new("An exception keeps its identity", static () =>
        {
            FormatException expected = new();
            PooledValueTask<int> task = Failed(expected, static task => AddAsync(task, 1));
            Equal(expected, Throws<FormatException>(() => Take(task)));
        }),
        new("A cancellation keeps its token", static () =>
        {
            CancellationToken canceled = new(canceled: true);
            PooledValueTask<int> task = Failed(new OperationCanceledException("why", canceled), static task => AddAsync(task, 1));
            Equal(true, task.AsValueTask().IsCanceled);
            Equal(canceled, Throws<OperationCanceledException>(() => Take(task)).CancellationToken);
        }),
        new("The ExecutionContext flows in, and does not leak out", Context),
        new("Yield comes back", async () => Equal(2, await YieldAsync(2))),
        new("A PooledTask is a Task", async () => Equal(7, await RealTaskAsync(7).AsTask())),
        new("Then calls, unwraps and passes on", static () =>
        {
            Equal("r40", Take(Completed(3, static task => task
                .Then(static value => value + 1)
                .Then(10, static (value, factor) => new PooledValueTask<int>(value * factor))
                .Then(static value => "r" + value))));
            PooledValueTask failing = Completed(0, static task => task.Then(static _ => throw new FormatException()));
            Throws<FormatException>(() => failing.GetAwaiter().GetResult());
        }),
        new("Forget gives the operation back", static () =>
        {
            PooledValueTask<int> forgotten = Completed(1, static task =>
            {
                AddAsync(task, 1).Forget();
                return task;
            });
            Throws<InvalidOperationException>(() => Take(forgotten));
        }),
        new("FireAndForget tells its handlers", static () =>
        {
            Exception? reported = null;
            Action<Exception> handler = exception => reported = exception;
            FireAndForget.Exception += handler;
            FormatException expected = new();
            _ = Failed(expected, static task => ForgetAsync(task));
            FireAndForget.Exception -= handler;
            Equal(expected, reported);
        }),
        new("Awaiting as a ValueTask gives the result", static () =>
            Equal(2, Completed(1, static task => AwaitAsync(AddAsync(task, 1))).GetAwaiter().GetResult())),
        new("Suspending allocates nothing where the platform lets it", Allocation),
        new("So does awaiting ValueTasks, by a delegate and without", ValueTasks),
        new("A foreign awaiter that throws fails the method", ThrowingAwaiters),
        new("The pool takes back and hands out", static () => Equal(42, Pool.UnboxAndReturn<int>(Pool.Box(42)))),
        .. ContextChecks.All,
        .. CombinatorChecks.All,
        .. HostileChecks.All,
    ];

    private static async FireAndForget ForgetAsync(PooledValueTask<int> task) => await task;

    private static async Task<int> AwaitAsync(ValueTask<int> task) => await task;

    private static async PooledValueTask PassAsync(PooledValueTaskSource<int> from, PooledValueTaskSource<int> to) =>
        to.SetResult(await from.PooledTask + 1);

    private static async Task Completing(Action<PooledValueTaskSource<int>, PooledValueTaskSource<int>> link)
    {
        var first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> last = Enumerable.Range(0, 20_000).Aggregate(first, (from, _) =>
        {
            var to = PooledValueTaskSource<int>.Create();
            link(from, to);
            return to;
        });
        first.SetResult(0);
        Equal(20_000, await last.PooledTask);
    }

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

    private static async Task ForeignChain()
    {
        Equal(10_000, await Completed(0, static task => Enumerable.Range(0, 10_000).Aggregate(
            task.AsValueTask(), static (last, i) => i % 2 == 0 ? OursAsync(last).AsValueTask() : TheirsAsync(last))));

        static async ValueTask<int> TheirsAsync(ValueTask<int> task) => await task + 1;
        static async PooledValueTask<int> OursAsync(ValueTask<int> task) => await task + 1;
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
}

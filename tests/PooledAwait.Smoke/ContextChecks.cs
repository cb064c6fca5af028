using System.Reflection;

namespace PooledAwait.Smoke;

/// <summary>Which context a body sees, and what remains of it elsewhere; each check throws when its promise does not hold.</summary>
internal static class ContextChecks
{
    /// <summary>More than any platform remembers of the contexts before.</summary>
    private const int Rounds = 50;

    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("An AsyncLocal flows across pending awaits", () => Often(static value => Change(caller: 10 + value, completer: -value))),
        new("It flows through every kind of awaiter, at its first use and later", FlowsThroughAll),
        new("What a body changes reaches neither its caller nor its completer", () => Often(static value => Change(value, value))),
        new("Each of many bodies goes on in its own context, default or not", Switches),
        new(
            "With suppressed flow a body goes on in its completer's context",
            () => Often(static value => Change(1, 2 + value, suppressed: true))),
        new("A completer's own values are not the body's", () => Often(static value => Change(5 * value, 3))),
        new("A callback without a context of its own finds the body's", RawCallback),
        new("A handler of an AsyncLocal may complete something itself", Handler),
        new(
            "A body that a continuation's exception passes through leaves the contexts intact",
            () => Often(static value => Change(5 * value, 2, throws: true))),
        new("A timer leaves its thread without a context of its own", TimerLeavesNoContext),
        new("Awaiting allocates nothing in the default context, again after another one", Bytes),
        new("Awaiting allocates nothing when flow is suppressed", SuppressedBytes),
    ];

    /// <summary>For the first await of all, before any other check: what a platform learns then it may keep.</summary>
    internal static void First() => Start(5, () =>
    {
        var source = PooledValueTaskSource.Create();
        PooledValueTask<int> task = ReadAsync(source.PooledTask);
        s_local.Value = 6;
        source.SetResult();
        Equal(5, task.GetAwaiter().GetResult());

        static async PooledValueTask<int> ReadAsync(PooledValueTask task)
        {
            await task;
            return s_local.Value;
        }
    });

    private static void Often(Action<int> check)
    {
        for (int round = 0; round < Rounds; round++)
        {
            check(round % 3);
        }
    }

    /// <summary>
    /// A body that is called in one context and completed in another, and changes what it finds: it sees its own values, or, where its
    /// first await is suppressed, those of its completer; and both others keep theirs, also if what awaits the body throws.
    /// </summary>
    private static void Change(int caller, int completer, bool suppressed = false, bool throws = false)
    {
        PooledValueTaskSource[] gates = [PooledValueTaskSource.Create(), PooledValueTaskSource.Create()];
        ValueTask<int> task = default;
        In(caller, () =>
        {
            AsyncFlowControl? flow = suppressed ? ExecutionContext.SuppressFlow() : null;
            task = ChangeAsync(gates).AsValueTask();
            flow?.Undo();
        });
        if (throws)
        {
            task.GetAwaiter().UnsafeOnCompleted(static () => throw new FormatException());
        }

        In(completer, gates[0].SetResult);
        In(completer, throws ? () => Throws<FormatException>(gates[1].SetResult) : gates[1].SetResult);
        Equal(suppressed ? completer + 10 : caller + 20, task.GetAwaiter().GetResult());

        static async PooledValueTask<int> ChangeAsync(PooledValueTaskSource[] gates)
        {
            foreach (PooledValueTaskSource gate in gates)
            {
                s_local.Value += 10;
                SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
                await gate.PooledTask.ConfigureAwait(false);
            }

            int seen = s_local.Value;
            s_local.Value = 77;
            SynchronizationContext.SetSynchronizationContext(null);
            return seen;
        }

        static void In(int value, Action action) => Start(value, () =>
        {
            SynchronizationContext own = new();
            SynchronizationContext.SetSynchronizationContext(own);
            action();
            Require(s_local.Value == value && SynchronizationContext.Current == own && !ExecutionContext.IsFlowSuppressed());
        });
    }

    // In .NET Framework and Mono later captures on the thread would take longer. Elsewhere the field may have another name.
    private static void TimerLeavesNoContext() => OwnThread.Run(() =>
    {
        FieldInfo? context = typeof(Thread).GetField("m_ExecutionContext", BindingFlags.Instance | BindingFlags.NonPublic);
        Equal(null, context?.GetValue(Thread.CurrentThread));
        PooledValueTask.Delay(TimeSpan.FromHours(1), new OwnTimeProvider()).Forget();
        Equal(null, context?.GetValue(Thread.CurrentThread));
    });

    private static void RawCallback()
    {
        // In the default context first, then in others.
        for (int value = 0; value < 3; value++)
        {
            PooledValueTaskSource gate = PooledValueTaskSource.Create();
            s_local.Value = value;
            ValueTask<int> task = ChangeAsync(gate.PooledTask);
            int seen = -1;
            task.GetAwaiter().UnsafeOnCompleted(() => seen = s_local.Value);
            s_local.Value = 0;
            gate.SetResult();
            Equal((100 + value, 0, value), (seen, s_local.Value, task.Result));
        }

        static async PooledValueTask<int> ChangeAsync(PooledValueTask gate)
        {
            await gate;
            int value = s_local.Value;
            s_local.Value = 100 + value;
            return value;
        }
    }

    private static async Task FlowsThroughAll()
    {
        for (int round = 0; round < 3; round++)
        {
            // On a new thread, whose pools and habits are new too; the second time in a context that is not the default one.
            PooledValueTask<int> task = default;
            Start(round, () =>
            {
                var sources = new PooledValueTaskSource<int>[6];
                for (int i = 0; i < sources.Length; i++)
                {
                    sources[i] = PooledValueTaskSource<int>.Create();
                }

                task = ReadAsync(sources);
                foreach (PooledValueTaskSource<int> source in sources)
                {
                    source.SetResult(1);
                }
            });
            Equal(6 + (7 * round), await task);
        }

        static async PooledValueTask<int> ReadAsync(PooledValueTaskSource<int>[] sources)
        {
            int sum = await sources[0].PooledTask + s_local.Value;
            sum += await sources[1].PooledTask.ConfigureAwait(false) + s_local.Value;
            sum += await sources[2].Task + s_local.Value;
            sum += (await PooledValueTask.WhenAll([sources[3].PooledTask]).WithAggregateException())[0] + s_local.Value;
            await PooledValueTask.WhenAll(ForgetAsync(sources[4].PooledTask), ForgetAsync(sources[5].PooledTask)).WithAggregateException();
            sum += 2 + s_local.Value;
            await Task.Yield();
            sum += s_local.Value;
            await Task.Yield().ConfigureAwait(false);
            return sum + s_local.Value;
        }

        static async PooledValueTask ForgetAsync(PooledValueTask<int> task) => await task;
    }

    private static void Switches()
    {
        // From a thread whose context is the default one, and from one whose is not.
        for (int round = 0; round < 2 * Rounds; round++)
        {
            var chain = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> last = chain.PooledTask;
            int expected = 0;
            for (int i = 0; i < 8; i++)
            {
                int value = round * i * i % 3;
                PooledValueTask<int> before = last;
                Start(value, () => last = AddAsync(before));
                expected += value;
            }

            int own = round % 2 * 9;
            Start(own, () =>
            {
                chain.SetResult(0);
                Equal((own, expected), (s_local.Value, last.GetAwaiter().GetResult()));
            });
        }

        static async PooledValueTask<int> AddAsync(PooledValueTask<int> task)
        {
            int sum = await task + s_local.Value;
            s_local.Value = 50;
            return sum;
        }
    }

    private static void Handler()
    {
        // It runs while the thread goes from one context to another, on the way to a body and back.
        for (int round = 0; round < Rounds; round++)
        {
            Stack<PooledValueTaskSource<int>> waiting = new();
            AsyncLocal<int> noisy = new(_ =>
            {
                if (waiting.Count != 0)
                {
                    waiting.Pop().SetResult(1);
                }
            });
            List<PooledValueTask<int>> inner = [];
            var outer = PooledValueTaskSource<int>.Create();
            noisy.Value = 1;
            PooledValueTask<int> task = AddAsync(AddAsync(outer.PooledTask, 1), 1);
            noisy.Value = 2;
            for (int i = 0; i < 6; i++)
            {
                var source = PooledValueTaskSource<int>.Create();
                inner.Add(AddAsync(source.PooledTask, i));
                waiting.Push(source);
            }

            outer.SetResult(40);
            Equal((0, 42), (waiting.Count, task.GetAwaiter().GetResult()));
            for (int i = 0; i < inner.Count; i++)
            {
                Equal(1 + i, inner[i].GetAwaiter().GetResult());
            }
        }

        static async PooledValueTask<int> AddAsync(PooledValueTask<int> left, int right) => await left + right;
    }

    private static void Bytes()
    {
        Allocations.None(Work);
        WorkElsewhereAsync().GetAwaiter().GetResult();
        Allocations.None(Work);

        static async PooledValueTask WorkElsewhereAsync()
        {
            s_local.Value = 1;
            Work();
            await default(PooledValueTask);
        }
    }

    private static void SuppressedBytes() => Allocations.None(static () =>
    {
        using (ExecutionContext.SuppressFlow())
        {
            Work();
        }
    });

    private static void Work()
    {
        for (int i = 0; i < 1_000; i++)
        {
            var first = PooledValueTaskSource<int>.Create();
            var second = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> sum = SumAsync(SumAsync(first.PooledTask, second.PooledTask), new PooledValueTask<int>(1));
            PooledValueTask<int> then = sum.Then(static value => value + 1);
            first.SetResult(i);
            second.SetResult(i);
            Equal((2 * i) + 2, then.GetAwaiter().GetResult());
        }

        static async PooledValueTask<int> SumAsync(PooledValueTask<int> left, PooledValueTask<int> right)
        {
            int value = await left;
            return value + await right;
        }
    }

    /// <summary>Runs something in a context of its own; 0 means a context that nobody has touched.</summary>
    private static void Start(int value, Action action) => OwnThread.Run(() =>
    {
        if (value != 0)
        {
            s_local.Value = value;
        }

        action();
    });

    /// <summary>Not the system's, so that a timer is made for each operation.</summary>
    private sealed class OwnTimeProvider : TimeProvider;
}

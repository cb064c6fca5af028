using System;
using System.Collections.Generic;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using static PooledAwait.Smoke.Expectations;

namespace PooledAwait.Smoke;

/// <summary>Which context a body sees, and what remains of it elsewhere; each check throws when its promise does not hold.</summary>
internal static class ContextChecks
{
    /// <summary>More than any platform remembers of the contexts before.</summary>
    private const int Rounds = 50;

    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("An AsyncLocal flows across pending awaits", Flows),
        new("It flows through every kind of awaiter, at its first use and later", FlowsThroughAll),
        new("What a body changes reaches neither its caller nor its completer", StaysInside),
        new("Each of many bodies goes on in its own context, default or not", Switches),
        new("With suppressed flow a body goes on in its completer's context", Suppressed),
        new("A completer's own values are not the body's", OtherThread),
        new("A callback without a context of its own finds the body's", RawCallback),
        new("A handler of an AsyncLocal may complete something itself", Handler),
        new("A body that a continuation's exception passes through leaves the contexts intact", Thrower),
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
            Equal(100 + value, seen);
            Equal(0, s_local.Value);
            Equal(value, task.Result);
        }

        static async PooledValueTask<int> ChangeAsync(PooledValueTask gate)
        {
            await gate;
            int value = s_local.Value;
            s_local.Value = 100 + value;
            return value;
        }
    }

    private static async Task Flows()
    {
        var gate = new PooledValueTaskSource[4];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < gate.Length; i++)
            {
                gate[i] = PooledValueTaskSource.Create();
            }

            s_local.Value = 10 + round;
            PooledValueTask<string> task = ReadAsync(gate);
            for (int i = 0; i < gate.Length; i++)
            {
                s_local.Value = -i;
                gate[i].SetResult();
                Equal(-i, s_local.Value);
            }

            Equal($"{10 + round} {10 + round} 2 0 0 inner 3 0", await task);
        }

        static async PooledValueTask<string> ReadAsync(PooledValueTaskSource[] gate)
        {
            string trace = s_local.Value.ToString();
            await gate[0].PooledTask;
            trace += " " + s_local.Value;
            s_local.Value = 2;
            await gate[1].Task;
            trace += " " + s_local.Value;
            s_local.Value = 0;
            await Task.Yield();
            trace += " " + s_local.Value;
            string inner = await InnerAsync(gate[2]);
            trace += " " + s_local.Value + inner;
            await gate[3].PooledTask;
            return trace + " " + s_local.Value;
        }

        static async PooledValueTask<string> InnerAsync(PooledValueTaskSource gate)
        {
            s_local.Value = 3;
            await gate.PooledTask.ConfigureAwait(false);
            return " inner " + s_local.Value;
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

                var gate = PooledValueTaskSource.Create();
                task = ReadAsync(gate, sources);
                gate.SetResult();
                foreach (PooledValueTaskSource<int> source in sources)
                {
                    source.SetResult(1);
                }
            });
            Equal(6 + (8 * round), await task);
        }

        static async PooledValueTask<int> ReadAsync(PooledValueTaskSource gate, PooledValueTaskSource<int>[] sources)
        {
            await gate.PooledTask;
            int sum = s_local.Value;
            sum += await sources[0].PooledTask + s_local.Value;
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

    private static void StaysInside()
    {
        SynchronizationContext outer = new();
        SynchronizationContext.SetSynchronizationContext(outer);
        for (int round = 0; round < Rounds; round++)
        {
            foreach (int value in (int[])[0, 1])
            {
                var first = PooledValueTaskSource.Create();
                var second = PooledValueTaskSource.Create();
                s_local.Value = value;
                PooledValueTask task = ChangeAsync(first.PooledTask, second.PooledTask);
                Require(s_local.Value == value && SynchronizationContext.Current == outer);
                first.SetResult();
                Require(s_local.Value == value && SynchronizationContext.Current == outer);
                second.SetResult();
                Require(s_local.Value == value && SynchronizationContext.Current == outer);
                task.GetAwaiter().GetResult();
            }
        }

        static async PooledValueTask ChangeAsync(PooledValueTask first, PooledValueTask second)
        {
            Change();
            await first.ConfigureAwait(false);
            Change();
            await second.ConfigureAwait(false);
            Change();
        }

        static void Change()
        {
            s_local.Value++;
            SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
        }
    }

    private static void Switches()
    {
        // In one loop, and each on its own; from a thread whose context is the default one, and from one whose is not.
        Random random = new(1);
        for (int round = 0; round < 2 * Rounds; round++)
        {
            var chain = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> last = chain.PooledTask;
            var single = new (PooledValueTaskSource<int> Source, PooledValueTask<int> Task)[8];
            var values = new int[single.Length];
            int expected = 0;
            for (int i = 0; i < single.Length; i++)
            {
                // Never set: the default context; the others change it in a context of their own.
                values[i] = round % 3 == 0 ? 0 : random.Next(3);
                var source = PooledValueTaskSource<int>.Create();
                (last, single[i]) = Begin(values[i], last, source);
                expected += values[i];
            }

            bool own = random.Next(2) == 0;
            Start(own ? 9 : 0, () =>
            {
                for (int i = 0; i < single.Length; i++)
                {
                    single[i].Source.SetResult(100);
                    Equal(own ? 9 : 0, s_local.Value);
                    Equal(100 + values[i], single[i].Task.GetAwaiter().GetResult());
                }

                chain.SetResult(0);
                Equal(own ? 9 : 0, s_local.Value);
                Equal(expected, last.GetAwaiter().GetResult());
            });
        }

        static (PooledValueTask<int>, (PooledValueTaskSource<int>, PooledValueTask<int>)) Begin(
            int value, PooledValueTask<int> last, PooledValueTaskSource<int> source)
        {
            PooledValueTask<int> next = default;
            PooledValueTask<int> single = default;
            Start(value, () =>
            {
                next = AddAsync(last);
                single = AddAsync(source.PooledTask);
            });
            return (next, (source, single));
        }

        static async PooledValueTask<int> AddAsync(PooledValueTask<int> task)
        {
            int sum = await task + s_local.Value;
            s_local.Value = 50;
            return sum;
        }
    }

    private static void Suppressed()
    {
        for (int round = 0; round < Rounds; round++)
        {
            var source = PooledValueTaskSource.Create();
            var after = PooledValueTaskSource.Create();
            s_local.Value = 1;
            PooledValueTask<int> task;
            PooledValueTask<int> flowing;
            using (ExecutionContext.SuppressFlow())
            {
                task = ReadAsync(source.PooledTask);
            }

            flowing = ReadAsync(after.PooledTask);
            s_local.Value = 2;
            source.SetResult();
            Equal(2, s_local.Value);
            after.SetResult();
            Equal(2, s_local.Value);
            Equal(2, task.GetAwaiter().GetResult());
            Equal(1, flowing.GetAwaiter().GetResult());
        }

        static async PooledValueTask<int> ReadAsync(PooledValueTask task)
        {
            await task;
            int value = s_local.Value;
            s_local.Value = 77;
            return value;
        }
    }

    private static void OtherThread()
    {
        for (int round = 0; round < Rounds; round++)
        {
            foreach (int value in (int[])[0, 5])
            {
                // Several: a platform may remember what the contexts before were like.
                var sources = new PooledValueTaskSource[3];
                var tasks = new PooledValueTask<(int, SynchronizationContext?)>[sources.Length];
                Start(value, () =>
                {
                    SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
                    for (int i = 0; i < sources.Length; i++)
                    {
                        sources[i] = PooledValueTaskSource.Create();
                        tasks[i] = ReadAsync(sources[i].PooledTask);
                    }
                });
                SynchronizationContext own = new();
                Start(3, () =>
                {
                    SynchronizationContext.SetSynchronizationContext(own);
                    foreach (PooledValueTaskSource source in sources)
                    {
                        source.SetResult();
                        Require(s_local.Value == 3 && SynchronizationContext.Current == own);
                    }
                });
                foreach (PooledValueTask<(int, SynchronizationContext?)> task in tasks)
                {
                    // A SynchronizationContext is the thread's own affair.
                    Equal((value, own), task.GetAwaiter().GetResult());
                }
            }
        }

        static async PooledValueTask<(int, SynchronizationContext?)> ReadAsync(PooledValueTask task)
        {
            await task;
            (int, SynchronizationContext?) seen = (s_local.Value, SynchronizationContext.Current);
            s_local.Value = 8;
            SynchronizationContext.SetSynchronizationContext(null);
            return seen;
        }
    }

    private static void Handler()
    {
        // It runs while the thread goes from one context to another, on the way to a body and back.
        for (int round = 0; round < Rounds; round++)
        {
            List<PooledValueTaskSource<int>> waiting = [];
            AsyncLocal<int> noisy = new(_ =>
            {
                if (waiting.Count != 0)
                {
                    PooledValueTaskSource<int> next = waiting[waiting.Count - 1];
                    waiting.RemoveAt(waiting.Count - 1);
                    next.SetResult(1);
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
                waiting.Add(source);
            }

            outer.SetResult(40);
            Equal(0, waiting.Count);
            Equal(42, task.GetAwaiter().GetResult());
            for (int i = 0; i < inner.Count; i++)
            {
                Equal(1 + i, inner[i].GetAwaiter().GetResult());
            }
        }

        static async PooledValueTask<int> AddAsync(PooledValueTask<int> left, int right) => await left + right;
    }

    private static void Thrower()
    {
        for (int round = 0; round < Rounds; round++)
        {
            foreach (int value in (int[])[0, 5])
            {
                var source = PooledValueTaskSource.Create();
                ValueTask task = default;
                Start(value, () => task = WaitAsync(source.PooledTask).AsValueTask());
                task.GetAwaiter().UnsafeOnCompleted(static () => throw new FormatException());
                Start(2, () =>
                {
                    bool thrown = false;
                    try
                    {
                        source.SetResult();
                    }
                    catch (FormatException)
                    {
                        thrown = true;
                    }

                    Require(thrown && s_local.Value == 2 && SynchronizationContext.Current is null);
                });
                task.GetAwaiter().GetResult();
            }
        }

        static async PooledValueTask WaitAsync(PooledValueTask task)
        {
            await task;
            s_local.Value = 3;
            SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
        }
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

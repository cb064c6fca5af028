using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Combinators;

/// <summary>The forms of WhenAll, and where its errors go.</summary>
public sealed class WhenAllTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WhenAll_TwoToEightTypes_ResultsAreInTheirPlaces(bool valueTasks) => Watchdog.Run(() =>
    {
        for (int arity = 2; arity <= 8; arity++)
        {
            PooledValueTaskSource<int> a = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<string> b = PooledValueTaskSource<string>.Create();
            PooledValueTaskSource<long> c = PooledValueTaskSource<long>.Create();
            PooledValueTaskSource<char> d = PooledValueTaskSource<char>.Create();
            PooledValueTaskSource<double> e = PooledValueTaskSource<double>.Create();
            PooledValueTaskSource<bool> f = PooledValueTaskSource<bool>.Create();
            PooledValueTaskSource<decimal> g = PooledValueTaskSource<decimal>.Create();
            PooledValueTaskSource<object> h = PooledValueTaskSource<object>.Create();
            Func<object> all = (arity, valueTasks) switch
            {
                (2, false) => Taking(PooledValueTask.WhenAll(a.PooledTask, b.PooledTask)),
                (3, false) => Taking(PooledValueTask.WhenAll(a.PooledTask, b.PooledTask, c.PooledTask)),
                (4, false) => Taking(PooledValueTask.WhenAll(a.PooledTask, b.PooledTask, c.PooledTask, d.PooledTask)),
                (5, false) => Taking(PooledValueTask.WhenAll(a.PooledTask, b.PooledTask, c.PooledTask, d.PooledTask, e.PooledTask)),
                (6, false) =>
                    Taking(PooledValueTask.WhenAll(a.PooledTask, b.PooledTask, c.PooledTask, d.PooledTask, e.PooledTask, f.PooledTask)),
                (7, false) => Taking(PooledValueTask.WhenAll(
                    a.PooledTask, b.PooledTask, c.PooledTask, d.PooledTask, e.PooledTask, f.PooledTask, g.PooledTask)),
                (8, false) => Taking(PooledValueTask.WhenAll(
                    a.PooledTask, b.PooledTask, c.PooledTask, d.PooledTask, e.PooledTask, f.PooledTask, g.PooledTask, h.PooledTask)),
                (2, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task)),
                (3, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task)),
                (4, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task, d.Task)),
                (5, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task, d.Task, e.Task)),
                (6, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task, d.Task, e.Task, f.Task)),
                (7, true) => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task, d.Task, e.Task, f.Task, g.Task)),
                _ => Taking(PooledValueTask.WhenAll(a.Task, b.Task, c.Task, d.Task, e.Task, f.Task, g.Task, h.Task)),
            };
            h.SetResult("h");
            g.SetResult(7);
            f.SetResult(true);
            e.SetResult(5);
            d.SetResult('d');
            c.SetResult(3);
            b.SetResult("b");
            a.SetResult(1);
            object expected = arity switch
            {
                2 => (1, "b"),
                3 => (1, "b", 3L),
                4 => (1, "b", 3L, 'd'),
                5 => (1, "b", 3L, 'd', 5d),
                6 => (1, "b", 3L, 'd', 5d, true),
                7 => (1, "b", 3L, 'd', 5d, true, 7m),
                _ => (1, "b", 3L, 'd', 5d, true, 7m, (object)"h"),
            };
            Assert.Equal(expected, all());
        }

        static Func<object> Taking<T>(PooledValueTask<T> task)
            where T : struct =>
            () => task.GetAwaiter().GetResult();
    });

    [Fact]
    public void WhenAll_AnyListOrSpanOrExplicitMix_IsTaken() => Watchdog.Run(async () =>
    {
        PooledValueTask<int> one = new(1);
        int[] expected = [1, 1];
        Assert.Equal(expected, await PooledValueTask.WhenAll([one, one]));
        Assert.Equal(expected, await PooledValueTask.WhenAll((PooledValueTask<int>[])[one, one]));
        Assert.Equal(expected, await PooledValueTask.WhenAll(new List<PooledValueTask<int>> { one, one }));
        Assert.Equal(expected, await PooledValueTask.WhenAll(new OddList<PooledValueTask<int>>(one, one)));
        Assert.Equal(expected, await PooledValueTask.WhenAll((ReadOnlySpan<ValueTask<int>>)[one, one]));
        Assert.Equal(expected, await PooledValueTask.WhenAll(new OddList<ValueTask<int>>(one, one)));
        Assert.Equal((1, 1), await PooledValueTask.WhenAll<int, int>(one, one.AsValueTask()));
        await PooledValueTask.WhenAll(default(PooledValueTask), default(PooledValueTask));
        await PooledValueTask.WhenAll(default(PooledValueTask), default(ValueTask));
        await PooledValueTask.WhenAll(new OddList<PooledValueTask>(default(PooledValueTask)));
        await PooledValueTask.WhenAll(new OddList<ValueTask>(default(ValueTask)));
        Assert.Empty(await PooledValueTask.WhenAll(new OddList<PooledValueTask<int>>()));
    });

    [Fact]
    public void WhenAll_SomeFail_ResultsOfTheOthersAreInTheGivenMemory() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> good = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> bad = PooledValueTaskSource<int>.Create();
        int[] results = [-1, -1, -1];
        PooledValueTask all = PooledValueTask.WhenAll([bad.PooledTask, good.PooledTask, new PooledValueTask<int>(3)], results);
        good.SetResult(2);
        bad.SetException(new TestException());
        Assert.Throws<TestException>(() => all.GetAwaiter().GetResult());
        Assert.Equal([-1, 2, 3], results);
    });

    [Fact]
    public void WithAggregateException_NestedWhenAll_HasAllErrorsFlat() => Watchdog.Run(() =>
    {
        TestException[] errors = [new("0"), new("1"), new("2")];
        PooledValueTask<(int, int)> inner = PooledValueTask.WhenAll(Failed(errors[0]), Failed(errors[1]));
        PooledValueTask<((int, int), int)> outer = PooledValueTask.WhenAll(inner, Failed(errors[2]));
        AggregateException exception = Assert.Throws<AggregateException>(() => outer.WithAggregateException().GetAwaiter().GetResult());
        Assert.Equal(errors, exception.InnerExceptions);
    });

    [Fact]
    public void WithAggregateException_Awaited_ThrowsAllInPooledMethodAndInTask() => Watchdog.Run(async () =>
    {
        TestException[] errors = [new("0"), new("1")];
        Assert.Equal(
            errors, (await Assert.ThrowsAsync<AggregateException>(() => Pooled(Pending()).AsValueTask().AsTask())).InnerExceptions);
        Assert.Equal(errors, (await Assert.ThrowsAsync<AggregateException>(() => OfTask(Pending()))).InnerExceptions);
        Assert.Equal(
            (1, 2), await PooledValueTask.WhenAll(new PooledValueTask<int>(1), new PooledValueTask<int>(2)).WithAggregateException());
        await default(PooledValueTask).WithAggregateException();

        async PooledValueTask Pooled(PooledValueTask<(int, int)> task) => await task.WithAggregateException();
        async Task OfTask(PooledValueTask<(int, int)> task) => await task.WithAggregateException();
        PooledValueTask<(int, int)> Pending()
        {
            return PooledValueTask.WhenAll(Later(errors[0]), Later(errors[1]));
            static async PooledValueTask<int> Later(Exception error)
            {
                await Task.Yield();
                throw error;
            }
        }
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AsTask_SeveralErrors_KeepsThem(bool isPending) => Watchdog.Run(() =>
    {
        TestException[] errors = [new("0"), new("1")];
        OperationCanceledException canceled = new("own");
        List<Task> tasks = [];
        PooledValueTaskSource gate = PooledValueTaskSource.Create();
        if (isPending)
        {
            tasks.AddRange(AsTasks(gate));
        }

        gate.SetResult();
        if (!isPending)
        {
            tasks.AddRange(AsTasks(gate));
        }

        foreach (Task task in tasks)
        {
            Assert.Same(errors[0], Record.Exception(() => task.GetAwaiter().GetResult()));
            Assert.Equal(errors, task.Exception!.InnerExceptions);
        }

        Task<int[]> ofCanceled = PooledValueTask.WhenAll([Throw(default, canceled)]).AsTask();
        Assert.Same(canceled, Record.Exception(() => ofCanceled.GetAwaiter().GetResult()));
        Assert.Equal(TaskStatus.Canceled, ofCanceled.Status);
        Assert.Equal([1], PooledValueTask.WhenAll([new PooledValueTask<int>(1)]).AsTask().Result);

        IEnumerable<Task> AsTasks(PooledValueTaskSource gate)
        {
            Task open = gate.PooledTask.AsTask();
            PooledValueTask<int> One() => Throw(new(open), errors[0]);
            PooledValueTask<int> Two() => Throw(new(open), errors[1]);
            yield return PooledValueTask.WhenAll([One(), Two()]).AsTask();
            yield return PooledValueTask.WhenAll([One(), Two()], new int[2]).AsTask();
            yield return PooledValueTask.WhenAll(One(), Two()).AsTask();
            yield return PooledValueTask.WhenAll(One(), Two()).WaitAsync(TimeSpan.FromHours(1)).AsTask();
        }

        static async PooledValueTask<int> Throw(PooledValueTask gate, Exception error)
        {
            await gate;
            throw error;
        }
    });

    [Fact]
    public void WhenAll_Forgotten_ReportsEveryErrorOnce() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException[] errors = [new("0"), new("1")];
        PooledValueTask.WhenAll(Failed(errors[0]), Failed(errors[1])).Forget();
        Assert.Equal(1, unobserved.CountOf(errors[0]));
        Assert.Equal(1, unobserved.CountOf(errors[1]));
    });

    [Fact]
    public void WhenAll_Awaited_ReportsNothing() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException[] errors = [new("0"), new("1")];
        Assert.Throws<TestException>(() => PooledValueTask.WhenAll(Failed(errors[0]), Failed(errors[1])).GetAwaiter().GetResult());
        Assert.Equal(0, unobserved.CountOf(errors[0]));
        Assert.Equal(0, unobserved.CountOf(errors[1]));
    });

    [Fact]
    public void WhenAny_LosersError_IsReportedOnceAndTheWinnersIsNot() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException winners = new();
        TestException late = new();
        TestException early = new();
        PooledValueTaskSource<int> loser = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> winner = PooledValueTaskSource<int>.Create();
        PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(loser.PooledTask, winner.PooledTask);
        winner.SetException(winners);
        Assert.Same(winners, any.GetAwaiter().GetResult().Exception);
        loser.SetException(late);
        Assert.Same(winners, PooledValueTask.WhenAny(Failed(winners), Failed(early)).GetAwaiter().GetResult().Exception);
        Assert.Equal(1, unobserved.CountOf(late));
        Assert.Equal(1, unobserved.CountOf(early));
        Assert.Equal(0, unobserved.CountOf(winners));
    });

    [Fact]
    public void Completion_EqualityAndDeconstruction()
    {
        Completion<int> first = PooledValueTask.WhenAny(new PooledValueTask<int>(5)).GetAwaiter().GetResult();
        Completion<int> second = PooledValueTask.WhenAny(new PooledValueTask<int>(5)).GetAwaiter().GetResult();
        Completion<int> other = PooledValueTask.WhenAny(new PooledValueTask<int>(6)).GetAwaiter().GetResult();
        EqualityAssert.Equal(first, second);
        EqualityAssert.NotEqual(first, other);
        (int index, int result) = first;
        Assert.Equal((0, 5), (index, result));
        Completion without = PooledValueTask.WhenAny(default(PooledValueTask)).GetAwaiter().GetResult();
        EqualityAssert.Equal(without, default);
        EqualityAssert.NotEqual(without, PooledValueTask.WhenAny(FailedVoid()).GetAwaiter().GetResult());

        static PooledValueTask FailedVoid()
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            source.SetException(new TestException());
            return source.PooledTask;
        }
    }

    private static PooledValueTask<int> Failed(Exception error)
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetException(error);
        return source.PooledTask;
    }

    private sealed class OddList<T>(params T[] items) : IReadOnlyList<T>
    {
        public int Count => items.Length;

        public T this[int index] => items[index];

        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    }
}

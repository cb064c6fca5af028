using System.Collections;

namespace PooledAwait.Tests.Combinators;

/// <summary>The forms of WhenAll, and where its errors go.</summary>
public sealed class WhenAllTests
{
    [Theory]
    [Booleans]
    public void WhenAll_TwoToEightTypes_ResultsAreInTheirPlaces(bool valueTasks) => Watchdog.Run(() =>
    {
        string type = valueTasks ? "ValueTask" : "PooledValueTask";
        IEnumerable<MethodInfo> overloads =
            from method in typeof(PooledValueTask).GetMethods()
            where method.Name == nameof(PooledValueTask.WhenAll) && method.GetGenericArguments().Length > 1
                && method.GetParameters()[0].ParameterType.Name.StartsWith(type, StringComparison.Ordinal)
            select method;
        Assert.Equal(Enumerable.Range(2, 7), overloads.Select(static method => method.GetGenericArguments().Length).Order());
        foreach (MethodInfo method in overloads)
        {
            int arity = method.GetGenericArguments().Length;
            object[] values = [1, "b", 3L, 'd', 5d, true, 7m, new Version(8, 0)];
            (object Task, Action Complete)[] inputs =
            [
                Input(1), Input("b"), Input(3L), Input('d'), Input(5d), Input(true), Input(7m), Input((Version)values[7]),
            ];
            object all = method.MakeGenericMethod([.. values.Take(arity).Select(static value => value.GetType())])
                .Invoke(null, [.. inputs.Take(arity).Select(static input => input.Task)])!;
            Array.ForEach([.. inputs.Take(arity).Reverse()], static input => input.Complete());
            ITuple results = (ITuple)all.GetType().GetProperty(nameof(PooledValueTask<int>.Result))!.GetValue(all)!;
            Assert.Equal(values.Take(arity), Enumerable.Range(0, results.Length).Select(i => results[i]!));
        }

        (object Task, Action Complete) Input<T>(T value)
        {
            PooledValueTaskSource<T> source = PooledValueTaskSource<T>.Create();
            return (valueTasks ? (object)source.Task : source.PooledTask, () => source.SetResult(value));
        }
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
    [Booleans]
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

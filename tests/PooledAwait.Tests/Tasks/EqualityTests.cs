namespace PooledAwait.Tests.Tasks;

/// <summary>Handles are equal where they are of the same use of the same operation, or of equal values.</summary>
public sealed class EqualityTests
{
    private static readonly Dictionary<string, Func<(object One, object Same, object[] Others)>> s_handles = new()
    {
        ["task"] = static () => Of(PooledValueTaskSource.Create(), static source => source.PooledTask, Reused),
        ["task with a result"] = static () =>
            Of(PooledValueTaskSource<int>.Create(), static source => source.PooledTask, ReusedWithResult, new PooledValueTask<int>(1)),
        ["plain value"] = static () => (
            new PooledValueTask<int>(1), new PooledValueTask<int>(1), [new PooledValueTask<int>(2), default(PooledValueTask<int>)]),
        ["null"] = static () => (new PooledValueTask<string?>((string?)null), default(PooledValueTask<string?>), []),
        ["source"] = static () => Of(PooledValueTaskSource.Create(), static source => source, PooledValueTaskSource.Create),
        ["source with a result"] = static () =>
            Of(PooledValueTaskSource<int>.Create(), static source => source, PooledValueTaskSource<int>.Create),
        ["source of a value"] = static () =>
            (new PooledValueTaskSource<int>(1), new PooledValueTaskSource<int>(1), [new PooledValueTaskSource<int>(2)]),
        ["Task"] = static () => Of(Wait(new()), static task => task, static () => Wait(new())),
        ["Task with a result"] = static () => Of(WaitWithResult(new()), static task => task, static () => WaitWithResult(new())),
        ["no Task"] = static () => (default(PooledTask), default(PooledTask), []),
        ["lazy source"] = static () =>
            Of(LazyTaskCompletionSource<int>.Create(), static source => source, LazyTaskCompletionSource<int>.Create),
        ["lazy source without a result"] = static () => (LazyTaskCompletionSource.CanceledTask, LazyTaskCompletionSource.CanceledTask, []),
        ["yield"] = static () => (
            Task.Yield().ConfigureAwait(true), Task.Yield().ConfigureAwait(true), [Task.Yield().ConfigureAwait(false)]),
        ["default yield"] = static () => (default(ConfiguredYieldAwaitable), Task.Yield().ConfigureAwait(false), []),
        ["yield's awaiter"] = static () => (
            Task.Yield().ConfigureAwait(true).GetAwaiter(),
            Task.Yield().ConfigureAwait(true).GetAwaiter(),
            [default(ConfiguredYieldAwaitable.ConfiguredYieldAwaiter)]),
        ["completion"] = static () => (Completed(5), Completed(5), [Completed(6)]),
        ["completion without a result"] = static () => (
            PooledValueTask.WhenAny(default(PooledValueTask)).Result,
            default(Completion),
            [PooledValueTask.WhenAny(PooledValueTask.FromException(new TestException())).Result]),
    };

    public static TheoryData<string> Handles => [.. s_handles.Keys];

    [Theory]
    [MemberData(nameof(Handles))]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Equals_ComparesTheUseOrTheValue(string handle)
    {
        (object one, object same, object[] others) = s_handles[handle]();
        AssertEqual(one, same, isEqual: true);
        Assert.Equal(one.GetHashCode(), same.GetHashCode());
        Assert.All(others, other => AssertEqual(one, other, isEqual: false));
        Assert.False(one.Equals(null));
    }

    /// <summary>By object, by type, and by operators.</summary>
    private static void AssertEqual(object one, object other, bool isEqual)
    {
        Type type = one.GetType();
        Assert.Equal(isEqual, one.Equals(other));
        Assert.Equal(isEqual, type.GetMethod(nameof(Equals), [type])!.Invoke(one, [other]));
        if (type.GetMethod("op_Equality", [type, type]) is { } equality)
        {
            Assert.Equal(isEqual, equality.Invoke(null, [one, other]));
            Assert.Equal(!isEqual, type.GetMethod("op_Inequality", [type, type])!.Invoke(null, [one, other]));
        }
    }

    private static (object, object, object[]) Of<TSource, T>(TSource source, Func<TSource, T> handle, Func<T> other, params T[] more)
        where T : struct => (handle(source), handle(source), [.. new[] { other(), default }.Concat(more).Cast<object>()]);

    /// <summary>The task of another use of the same object.</summary>
    private static PooledValueTask Reused()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.SetResult();
        source.PooledTask.GetAwaiter().GetResult();
        PooledValueTaskSource next = PooledValueTaskSource.Create();
        Assert.Same(source.PooledTask._operation, next.PooledTask._operation);
        Assert.NotEqual(source.PooledTask, next.PooledTask);
        return next.PooledTask;
    }

    private static PooledValueTask<int> ReusedWithResult()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(1);
        Assert.Equal(1, source.PooledTask.Result);
        PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
        Assert.Same(source.PooledTask._operation, next.PooledTask._operation);
        Assert.NotEqual(source.PooledTask, next.PooledTask);
        return next.PooledTask;
    }

    private static Completion<int> Completed(int result) => PooledValueTask.WhenAny(new PooledValueTask<int>(result)).Result;

    private static async PooledTask Wait(TaskCompletionSource awaited) => await awaited.Task;

    private static async PooledTask<int> WaitWithResult(TaskCompletionSource awaited)
    {
        await awaited.Task;
        return 1;
    }
}

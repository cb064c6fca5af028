namespace PooledAwait.Tests.Tasks;

/// <summary>Pooled tasks have the members that a ValueTask has, and they say the same.</summary>
public class ValueTaskSurfaceTests
{
    public static TheoryData<Type, Type> Pairs => new()
    {
        { typeof(ValueTask), typeof(PooledValueTask) },
        { typeof(ValueTask<int>), typeof(PooledValueTask<int>) },
    };

    private static CancellationToken Canceled => new(canceled: true);

    [Theory, MemberData(nameof(Pairs))]
    public void Members_OfAValueTask_AreHere(Type framework, Type ours)
    {
        const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        Assert.Empty(framework.GetMembers(Declared).Select(Describe).Except(ours.GetMembers(Declared).Select(Describe)));

        static string Describe(MemberInfo member) => member.MemberType + " " + member.Name + member switch
        {
            MethodBase method => "(" + string.Join(", ", method.GetParameters().Select(static p => Name(p.ParameterType))) + ")",
            _ => string.Empty,
        };

        static string Name(Type type) => type.IsGenericMethodParameter ? "T" : type.Name.Replace("PooledV", "V", StringComparison.Ordinal);
    }

    [Fact]
    public void Struct_OfEachTask_IsAsSmallAsItsFields()
    {
        // An operation, a result, a token.
        Assert.Equal(2 * IntPtr.Size, Unsafe.SizeOf<PooledValueTask>());
        Assert.Equal(2 * IntPtr.Size, Unsafe.SizeOf<PooledValueTask<int>>());
        Assert.Equal(3 * IntPtr.Size, Unsafe.SizeOf<PooledValueTask<string>>());
    }

    [Fact]
    public void Preserve_Pending_MayBeAwaitedTwice() => Watchdog.Run(async () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> task = source.PooledTask.Preserve();
        source.SetResult(7);
        Assert.Equal(14, await task + await task);

        PooledValueTaskSource other = PooledValueTaskSource.Create();
        ValueTask second = other.PooledTask.Preserve();
        Assert.False(second.IsCompleted);
        other.SetResult();
        await second;
        await second;
        Assert.Throws<InvalidOperationException>(() => other.PooledTask.IsCompleted);
    });

    [Fact]
    public async Task FromCanceled_Awaited_ThrowsWithTheToken()
    {
        Assert.True(PooledValueTask.FromCanceled(Canceled).IsCanceled);
        TaskCanceledException first =
            await Assert.ThrowsAsync<TaskCanceledException>(async () => await PooledValueTask.FromCanceled(Canceled));
        TaskCanceledException second =
            await Assert.ThrowsAsync<TaskCanceledException>(async () => await PooledValueTask.FromCanceled<int>(Canceled));
        Assert.Equal((Canceled, Canceled), (first.CancellationToken, second.CancellationToken));
    }

    [Fact]
    public void Constructor_OfATask_CompilesInAConditional() => Watchdog.Run(async () =>
    {
        Assert.Equal(7, await Read(cached: true));
        Assert.Equal(8, await Read(cached: false));
        await Write(cached: true);
        await Write(cached: false);

        static PooledValueTask<int> Read(bool cached) => cached ? new(Task.FromResult(7)) : PooledValueTask.FromResult(8);
        static PooledValueTask Write(bool cached) => cached ? new(Task.CompletedTask) : default(PooledValueTask);
    });

    [Fact]
    public void Constructor_OfACompletedTask_MakesAPlainValue()
    {
        Assert.True(new PooledValueTask(Task.CompletedTask) is { IsNull: true, IsCompletedSuccessfully: true });
        Assert.True(new PooledValueTask<int>(Task.FromResult(7)) is { IsNull: true, Result: 7 });
    }

    [Fact]
    public async Task Constructor_OfASource_CompletesAsTheSourceDoes()
    {
        ForeignSource source = new();
        PooledValueTask<int> task = new(source, source.Version);
        Assert.False(task.IsCompleted);
        source.SetResult(7);
        Assert.Equal(7, await task);
        Assert.Equal(1, source.Consumed);

        source.Reset();
        PooledValueTask withoutResult = new(source, source.Version);
        source.SetException(new TestException());
        Assert.True(withoutResult.IsFaulted);
        await Assert.ThrowsAsync<TestException>(async () => await withoutResult);
        Assert.Equal(1, source.Consumed);

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await new PooledValueTask<int>(source, -1));
    }

    [Fact]
    public void Constructor_OfAnOperationOfOurs_TakesTheOperationItself()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = new((IValueTaskSource<int>)source.PooledTask._operation!, source.PooledTask._token);
        Assert.Equal(source.PooledTask, task);
        PooledValueTaskSource other = PooledValueTaskSource.Create();
        Assert.Equal(other.PooledTask, new PooledValueTask((IValueTaskSource)other.PooledTask._operation!, other.PooledTask._token));
    }

    [Theory]
    [Booleans]
    public void Adapter_OfAPendingTaskOrSource_ResumesWhereTheAwaiterWants(bool ofSource) => Watchdog.Run(() =>
    {
        // The adapter leaves the context alone; the method that awaits it does not.
        QueueingContext context = new();
        TaskCompletionSource<int> source = new();
        ForeignSource foreign = new();
        PooledValueTask<int> task = default;
        context.Invoke(() => task = Awaiting.Pass(ofSource ? new PooledValueTask<int>(foreign, foreign.Version) : new(source.Task)));
        source.SetResult(7);
        foreign.SetResult(7);
        Assert.False(task.IsCompleted);
        Assert.Equal(1, context.Run());
        Assert.Equal(7, task.Result);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Tasks_OfCompletedTasksAndOfSources_AllocateNothing() => Watchdog.Run(() =>
    {
        Assert.Equal(0, Bytes.PerUse(static () =>
        {
            _ = PooledValueTask.FromResult(7).Result + new PooledValueTask<int>(s_completed).Result;
            _ = new ValueTask<int>(7).AsPooledValueTask().Result;
            new PooledValueTask(s_completed).GetAwaiter().GetResult();
        }));
        Assert.Equal(0, Bytes.PerUse(static () =>
        {
            s_source.Reset();
            PooledValueTask<int> task = new(s_source, s_source.Version);
            s_source.SetResult(7);
            _ = task.Result;
        }));
    });

    private static readonly Task<int> s_completed = Task.FromResult(1000);
    private static readonly ForeignSource s_source = new();
}

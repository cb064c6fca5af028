namespace PooledAwait.Tests.Combinators;

/// <summary>Combinators allocate nothing on warm code: not a byte per use, whatever the inputs are.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public sealed class CombinatorAllocationTests
{
    private const int Many = 1_000;

    private static readonly PooledValueTaskSource<int>[] s_sources = new PooledValueTaskSource<int>[Many];
    private static readonly PooledValueTask<int>[] s_tasks = new PooledValueTask<int>[Many];
    private static readonly ValueTask<int>[] s_valueTasks = new ValueTask<int>[Many];
    private static readonly List<PooledValueTask<int>> s_list = [];
    private static readonly int[] s_results = new int[Many];
    private static readonly ForeignSource s_foreign = new();
    private static readonly CancellationTokenSource s_cancellation = new();
    private static readonly PooledLock s_gate = new();
    private static readonly PooledConditionVariable s_condition = new(s_gate);
    private static int s_sum;

    [Fact]
    public void WhenAll_TwoPending() => AssertNothing(static () =>
    {
        (PooledValueTaskSource<int> a, PooledValueTaskSource<long> b) =
            (PooledValueTaskSource<int>.Create(), PooledValueTaskSource<long>.Create());
        PooledValueTask<(int, long)> all = PooledValueTask.WhenAll(a.PooledTask, b.PooledTask);
        b.SetResult(1);
        a.SetResult(2);
        s_sum += all.GetAwaiter().GetResult().Item1;
    });

    /// <summary>A combinator's errors are gathered by one more method. Any other method has one error at most, whether the library or a
    /// program has it: both may be merged into one assembly.</summary>
    [Fact]
    public void AsTask_OfAnAsyncMethodThatIsNoCombinator_CostsOneTask() => Watchdog.Run(static () =>
    {
        double own = BytesOfTask(static task => Awaiting.Pass(task).AsTask());
        Assert.Equal(own, BytesOfTask(static task => task.AsPooledValueTask().AsTask()));

        double ownWithoutResult = Bytes.PerUse(static () =>
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            Task task = Awaiting.Pass(source.Task).AsTask();
            source.SetResult();
            task.GetAwaiter().GetResult();
        });
        using PooledLock.Releaser held = s_gate.EnterAsync().Result;
        Bytes.AssertPerUseInProcess((long)ownWithoutResult, static () =>
        {
            Task task = s_condition.WaitAsync().AsTask();
            s_condition.Notify();
            while (!task.IsCompleted)
            {
                // The wait ends on another thread. A blocked one would cost its waiter.
                Thread.Yield();
            }
        });

        static double BytesOfTask(Func<ValueTask<int>, Task> method) => Bytes.PerUse(() =>
        {
            Task task = method(Foreign());
            s_foreign.SetResult(1000);
            task.GetAwaiter().GetResult();
        });
    });

    [Fact]
    public void WhenAll_EightOfMixedStatesAwaited() => AssertNothing(static () =>
    {
        PooledValueTaskSource<int> a = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<string> b = PooledValueTaskSource<string>.Create();
        b.SetResult("b");
        PooledValueTask run = Run(a.PooledTask, b.PooledTask);
        a.SetResult(1);
        run.GetAwaiter().GetResult();

        static async PooledValueTask Run(PooledValueTask<int> a, PooledValueTask<string> b)
        {
            PooledValueTask<int> one = new(1);
            (int first, string second, _, _, _, _, _, _) = await PooledValueTask.WhenAll(a, b, one, one, one, one, one, one);
            s_sum += first + second.Length;
        }
    });

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(Many)]
    public void WhenAll_ManyIntoGivenArray(int count)
    {
        s_count = count;
        AssertNothing(static () =>
        {
            Create();
            End(PooledValueTask.WhenAll(s_tasks.AsSpan(0, s_count), s_results));
            Create();
            End(PooledValueTask.WhenAll(s_valueTasks.AsSpan(0, s_count), s_results));
            Create();
            s_list.Clear();
            s_list.AddRange(s_tasks.AsSpan(0, s_count));
            End(PooledValueTask.WhenAll(s_list, s_results));
        }, uses: 10);

        static void End(PooledValueTask all)
        {
            Complete();
            all.GetAwaiter().GetResult();
        }
    }

    [Fact]
    public void WhenAll_ManyIntoNewArray_TheArrayAlone()
    {
        s_count = 10;
        double bytes = Bytes.PerUse(static () =>
        {
            Create();
            PooledValueTask<int[]> all = PooledValueTask.WhenAll(s_tasks.AsSpan(0, s_count));
            Complete();
            s_sum += all.GetAwaiter().GetResult()[9];
        });
        Assert.Equal(24 + (10 * sizeof(int)), bytes);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(Many)]
    public void WhenAny_Many(int count)
    {
        s_count = count;
        AssertNothing(static () =>
        {
            Create();
            PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(s_tasks.AsSpan(0, s_count));
            Complete();
            s_sum += any.GetAwaiter().GetResult().Index;
        }, uses: 10);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(Many)]
    public void WhenEach_Many(int count)
    {
        s_count = count;
        AssertNothing(static () =>
        {
            Create();
            PooledValueTask run = Run();
            Complete();
            run.GetAwaiter().GetResult();

            static async PooledValueTask Run()
            {
                await foreach (Completion<int> completion in PooledValueTask.WhenEach(s_tasks.AsSpan(0, s_count)))
                {
                    s_sum += completion.Result;
                }
            }
        }, uses: 10);
    }

    [Fact]
    public void WhenEach_LeftEarly() => AssertNothing(static () =>
    {
        s_count = 10;
        Create();
        CompletionSequence<Completion<int>>.Enumerator enumerator =
            PooledValueTask.WhenEach(s_tasks.AsSpan(0, s_count)).GetAsyncEnumerator();
        s_sources[3].SetResult(1);
        enumerator.MoveNextAsync().GetAwaiter().GetResult();
        s_sum += enumerator.Current.Result;
        enumerator.DisposeAsync().GetAwaiter().GetResult();
        for (int i = 0; i < s_count; i++)
        {
            s_sources[i].TrySetResult(1);
        }
    });

    [Fact]
    public void WaitAsync_ResultInTime_TimerAndRegistrationIncluded() => AssertNothing(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), s_cancellation.Token);
        source.SetResult(1);
        s_sum += wait.GetAwaiter().GetResult();
    });

    [Fact]
    public void WaitAsync_ValueTaskOfForeignSource() => AssertNothing(static () =>
    {
        PooledValueTask<int> wait = Foreign().WaitAsync(TimeSpan.FromHours(1), s_cancellation.Token);
        s_foreign.SetResult(1);
        s_sum += wait.GetAwaiter().GetResult();
    });

    [Fact]
    public void WaitAsync_TaskBehindAValueTaskAlreadyComplete() => AssertNothing(static () =>
        s_sum += new ValueTask<int>(1).WaitAsync(TimeSpan.FromHours(1), s_cancellation.Token).GetAwaiter().GetResult());

    [Fact]
    public void Delay_Elapsed() => AssertNothing(static () =>
    {
        // What the timer's callback does, on this thread, where bytes are counted.
        PooledValueTask delay = PooledValueTask.Delay(TimeSpan.FromHours(1), s_cancellation.Token);
        ((ILimited)delay._operation!).Elapse(delay._token);
        delay.GetAwaiter().GetResult();
    });

    [Fact]
    public void Complete_FromTheStart_NothingSuspends() => AssertNothing(static () =>
    {
        PooledValueTask<int> one = new(1);
        PooledValueTask<(int, int)> both = PooledValueTask.WhenAll(one, one);
        PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(one, one);
        PooledValueTask all = PooledValueTask.WhenAll([one, one], s_results);
        Assert.True(both.GetAwaiter().IsCompleted && any.GetAwaiter().IsCompleted && all.GetAwaiter().IsCompleted);
        s_sum += both.GetAwaiter().GetResult().Item1 + any.GetAwaiter().GetResult().Result;
        all.GetAwaiter().GetResult();
    });

    private static int s_count;

    private static void AssertNothing(Action use, int uses = 200) => Watchdog.Run(() => Assert.Equal(0, Bytes.PerUse(use, uses)));

    private static ValueTask<int> Foreign()
    {
        s_foreign.Reset();
        return new ValueTask<int>(s_foreign, s_foreign.Version);
    }

    private static void Create()
    {
        for (int i = 0; i < s_count; i++)
        {
            s_sources[i] = PooledValueTaskSource<int>.Create();
            s_tasks[i] = s_sources[i].PooledTask;
            s_valueTasks[i] = s_sources[i].Task;
        }
    }

    private static void Complete()
    {
        for (int i = s_count - 1; i >= 0; i--)
        {
            s_sources[(i * 7) % s_count].TrySetResult(i);
        }
    }
}

namespace PooledAwait.Tests.Sources;

/// <summary>Where a source's continuations run, and what its deadline does.</summary>
public sealed class SourceOptionTests
{
    private const TaskCreationOptions Local = TaskCreationOptions.RunContinuationsAsynchronously;
    private const TaskCreationOptions Fair = Local | TaskCreationOptions.PreferFairness;

    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);

    /// <summary>
    /// A thread of the pool completes two sources and then waits for their continuations, with no other thread to run what lies in its own
    /// queue: each queue runs in its own order, the local one from its end.
    /// </summary>
    [Theory]
    [InlineData(Local, false, "210")]
    [InlineData(Fair, false, "012")]
    [InlineData(Local, true, "210")]
    [InlineData(Fair, true, "012")]
    public void Continuations_Queued_RunInQueueOrder(TaskCreationOptions options, bool ofWaits, string expected) => Watchdog.Run(() =>
    {
        // On a loaded machine another thread may take an item away; the order of one thread is seen in some of the rounds.
        string order = string.Empty;
        Watchdog.WaitFor(() => (order = Run(options, ofWaits)) == expected, $"the order {expected}");
    });

    [Fact]
    public void Deadline_Zero_FailsAtOnce()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create(TimeSpan.Zero);
        Assert.False(source.TrySetResult());
        Assert.Throws<TimeoutException>(() => source.PooledTask.GetAwaiter().GetResult());
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Deadline_Warm_AllocatesNothing()
    {
        using CancellationTokenSource cancellation = new();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create(s_long, cancellation.Token);
            source.TrySetResult(1);
            source.PooledTask.GetAwaiter().GetResult();
        }));
    }

    private static string Run(TaskCreationOptions options, bool ofWaits)
    {
        string order = string.Empty;
        using CountdownEvent done = new(3);
        ThreadPool.UnsafeQueueUserWorkItem<object?>(
            _ =>
            {
                for (int i = 0; i < 3; i++)
                {
                    PooledValueTaskSource<int> source =
                        PooledValueTaskSource<int>.Create(ofWaits ? TaskCreationOptions.None : options);
                    AppendAsync(ofWaits ? source.PooledTask.WaitAsync(s_long, TimeProvider.System, options) : source.PooledTask).Forget();
                    source.TrySetResult(i);
                }
            },
            state: null,
            preferLocal: false);
        done.Wait();
        return order;

        async PooledValueTask AppendAsync(PooledValueTask<int> task)
        {
            int index = await task;
            lock (done)
            {
                order += index;
            }

            done.Signal();
        }
    }
}

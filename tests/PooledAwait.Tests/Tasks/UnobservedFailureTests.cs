namespace PooledAwait.Tests.Tasks;

/// <summary>An error that nobody consumes is reported as a dropped task's; one that somebody gets is not.</summary>
public sealed class UnobservedFailureTests
{
    private static readonly (string Name, Action<Exception> Drop)[] s_dropped =
    [
        ("a method that throws at once", error => _ = Throw(error, null)),
        ("a method that throws later", error => Later(gate => _ = Throw(error, gate))),
        ("a method with a result", error => Later(gate => _ = ThrowWithResult(error, gate))),
        ("an attributed method that throws at once", error => _ = ThrowAttributed(error, null)),
        ("an attributed method that throws later", error => Later(gate => _ = ThrowAttributed(error, gate))),
        ("FireAndForget at once", static error => _ = Forgotten(error, default)),
        ("FireAndForget", error => Later(gate => _ = Forgotten(error, gate.PooledTask))),
        ("a source", static error => PooledValueTaskSource<int>.Create().SetException(error)),
        ("a Task that fails later", static error =>
        {
            TaskCompletionSource<int> source = new();
            _ = new PooledValueTask<int>(source.Task);
            _ = error is OperationCanceledException ? source.TrySetCanceled() : source.TrySetException(error);
        }),
        ("a Task that has failed", static error => _ = new PooledValueTask<int>(
            error is OperationCanceledException ? Task.FromCanceled<int>(new(canceled: true)) : Task.FromException<int>(error))),
        ("Then", error => Later(gate => _ = gate.PooledTask.Then(() => throw error))),
        ("Then at once", error => _ = default(PooledValueTask).Then(() => throw error)),
        ("WhenAll", error => Later(gate => _ = PooledValueTask.WhenAll([Throw(error, gate), default]))),
        ("WhenAll of a complete one", error => _ = PooledValueTask.WhenAll([Throw(error, null), default])),
        ("WhenAny's winner that nobody looks at", error => Later(gate => _ = PooledValueTask.WhenAny([Throw(error, gate)]))),
        ("WhenAny's winner that is taken and not looked at", static error =>
            PooledValueTask.WhenAny([Throw(error, null)]).GetAwaiter().GetResult()),
        ("WhenEach never enumerated", error => Later(gate => _ = PooledValueTask.WhenEach([Throw(error, gate), default]))),
        ("WhenEach left", error => Later(gate =>
        {
            CompletionSequence<Completion>.Enumerator enumerator = PooledValueTask.WhenEach([Throw(error, gate), default])
                .GetAsyncEnumerator();
            Assert.True(enumerator.MoveNextAsync().GetAwaiter().GetResult());
            enumerator.DisposeAsync();
        })),
        ("WhenAny's loser", static error =>
        {
            PooledValueTaskSource<int> loser = PooledValueTaskSource<int>.Create();
            _ = PooledValueTask.WhenAny(loser.PooledTask, new PooledValueTask<int>(1)).Result;
            loser.SetException(error);
        }),
        ("WhenAny's loser that is complete", static error =>
            _ = PooledValueTask.WhenAny(default(PooledValueTask), PooledValueTask.FromException(error)).Result),
        ("WaitAsync's input after its time", static error =>
        {
            ManualTimeProvider clock = new();
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromSeconds(1), clock);
            clock.Advance(TimeSpan.FromSeconds(1));
            Catch(() => _ = wait.Result);
            source.SetException(error);
        }),
        ("WaitAsync's input that did not wait", static error =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            Catch(() => _ = source.PooledTask.WaitAsync(TimeSpan.Zero).Result);
            source.SetException(error);
        }),
        ("WaitAsync", error => Later(gate => _ = Throw(error, gate).WaitAsync(TimeSpan.FromMinutes(5)))),
    ];

    private static readonly (string Name, Action<Exception> Observe)[] s_observed =
    [
        ("GetResult", static error => Catch(() => Throw(error, null).GetAwaiter().GetResult())),
        ("GetResult as ValueTask", static error => Catch(() => Throw(error, null).AsValueTask().GetAwaiter().GetResult())),
        ("AsTask", static error => Catch(() => Throw(error, null).AsValueTask().AsTask().GetAwaiter().GetResult())),
        ("await", static error => Catch(() => Awaiting.Pass(Throw(error, null)).GetAwaiter().GetResult())),
        ("Result of a Task", static error => Catch(() => _ = new PooledValueTask<int>(Task.FromException<int>(error)).Result)),
        ("PooledTask", static error => Catch(() => ThrowAsTask(error).AsTask().GetAwaiter().GetResult())),
        ("WhenAll", static error =>
            Catch(() => PooledValueTask.WhenAll([Throw(error, null), Throw(error, null)]).GetAwaiter().GetResult())),
        ("Completion.Exception", static error => _ = PooledValueTask.WhenAny([Throw(error, null)]).GetAwaiter().GetResult().Exception),
        ("a setter that loses", static error =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            source.SetResult(1);
            Assert.False(source.TrySetException(error));
            source.PooledTask.GetAwaiter().GetResult();
        }),
        ("FireAndForget's handler", static error =>
        {
            static void Handle(Exception exception)
            {
            }

            FireAndForget.Exception += Handle;
            _ = Forgotten(error, default);
            FireAndForget.Exception -= Handle;
        }),
    ];

    public static TheoryData<string> Dropped => [.. s_dropped.Select(static drop => drop.Name)];

    public static TheoryData<string> Observed => [.. s_observed.Select(static observe => observe.Name)];

    [Theory]
    [MemberData(nameof(Dropped))]
    public void Error_ThatNobodyConsumes_IsReportedOnce_AndNoCancellation(string operation) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException error = new();
        OperationCanceledException cancellation = new();

        // A new object: one of the pool may be kept alive by another test's handle that is over.
        Pool.Clear();
        Array.ForEach<Exception>([error, cancellation], s_dropped.Single(drop => drop.Name == operation).Drop);
        Assert.Equal(1, unobserved.CountOf(error));
        Assert.Equal(0, unobserved.CountOf(cancellation));
    });

    [Theory]
    [MemberData(nameof(Observed))]
    public void Error_ThatSomebodyGets_IsNotReported(string how) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException error = new();
        s_observed.Single(observe => observe.Name == how).Observe(error);
        Assert.Equal(0, unobserved.CountOf(error));
    });

    [Fact]
    public void Timeout_ThatComesTooLate_IsNotReported() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        Race();
        Assert.Equal(0, unobserved.CountOf<TimeoutException>());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Race()
        {
            for (int i = 0; i < 200; i++)
            {
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                PooledValueTask waiting = source.PooledTask.WaitAsync(TimeSpan.FromMilliseconds(1));
                System.Threading.Thread.Sleep(1);
                source.TrySetResult();
                _ = Record.Exception(() => waiting.GetAwaiter().GetResult());
            }
        }
    });

    private static void Later(Action<PooledValueTaskSource> begin)
    {
        PooledValueTaskSource gate = PooledValueTaskSource.Create();
        begin(gate);
        gate.SetResult();
    }

    private static void Catch(Action action) => Assert.NotNull(Record.Exception(action));

    private static async PooledValueTask Throw(Exception error, PooledValueTaskSource? gate)
    {
        if (gate is { } source)
        {
            await source.PooledTask;
        }

        throw error;
    }

    private static async PooledValueTask<int> ThrowWithResult(Exception error, PooledValueTaskSource gate)
    {
        await gate.PooledTask;
        throw error;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask ThrowAttributed(Exception error, PooledValueTaskSource? gate)
    {
        if (gate is { } source)
        {
            await source.PooledTask;
        }

        throw error;
    }

    private static async PooledTask ThrowAsTask(Exception error)
    {
        await Task.Yield();
        throw error;
    }

    private static async FireAndForget Forgotten(Exception error, PooledValueTask gate)
    {
        await gate;
        throw error;
    }
}

using System.Buffers;
using System.Reflection.Emit;

namespace PooledAwait.Tests.Timers;

/// <summary>An interrupt of a thread that completes an operation is for that thread's own next wait, and loses nothing.</summary>
public sealed class InterruptTests
{
    private const BindingFlags Private = BindingFlags.Instance | BindingFlags.NonPublic;

    [Theory]
    [InlineData(0, 0)]
    [InlineData(2, 0)]
    [InlineData(0, 1)]
    [InlineData(2, 1)]
    public void Timer_WhileItIsSet_KeepsTheInterrupt(int interruptions, int failures) => Watchdog.Run(() =>
    {
        FailingTimer timer = new(interruptions, failures);
        Assert.IsType(failures == 0 ? typeof(int) : typeof(TestException), Record.Exception(() => UnflowedTimer.Set(timer, 100)) ?? (object)0);
        Assert.Equal(interruptions + 1, timer.Calls);
        Assert.IsType(
            interruptions == 0 ? typeof(int) : typeof(ThreadInterruptedException), Record.Exception(() => Thread.Sleep(1)) ?? (object)0);
    });

    /// <summary>The source's own lock is taken away from it, so that the thread waits.</summary>
    [Theory]
    [Booleans]
    public void WaitAsync_InterruptedInTheLockOfTheToken_KeepsTheInterrupt(bool atTheEnd) => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        cancellation.Token.Register(static () => { }).Unregister();
        object registrations = typeof(CancellationTokenSource).GetField("_registrations", Private)!.GetValue(cancellation)!;
        Type type = registrations.GetType();
        FieldInfo isLocked = type.GetField("_locked", Private) ?? type.GetField("_lock", Private)!; // .NET 8: _lock
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = atTheEnd ? source.PooledTask.WaitAsync(cancellation.Token) : default;
        AssertKept(() => SetLock(1), () => SetLock(0), () =>
        {
            if (atTheEnd)
            {
                source.SetResult(1);
            }
            else
            {
                wait = source.PooledTask.WaitAsync(cancellation.Token);
            }
        });

        _ = source.TrySetResult(1);
        Assert.Equal(1, wait.GetAwaiter().GetResult());

        void SetLock(int held) =>
            isLocked.SetValue(registrations, Convert.ChangeType(held, isLocked.FieldType, CultureInfo.InvariantCulture));
    });

    /// <summary>The framework locks when it reads the text of an exception; here another thread has that lock.</summary>
    [Theory]
    [InlineData("Task")]
    [InlineData("timeout")]
    [InlineData("WhenAll")]
    [InlineData("WhenAny")]
    [InlineData("Dispose")]
    public void Failure_InterruptedInTheLockOfTheTexts_KeepsTheInterrupt(string cause) => Watchdog.Run(() =>
    {
        FieldInfo theLock = typeof(object).Assembly.GetType("System.SR")!.GetFields(BindingFlags.Static | BindingFlags.NonPublic)
            .Single(static field => field.FieldType == typeof(object));
        ManualTimeProvider clock = new();
        TaskCompletionSource<int> source = new();
        PooledLock gate = new();
        _ = gate.EnterAsync().GetAwaiter().GetResult();
        PooledValueTask<int> Timed() =>
            PooledValueTaskSource<int>.Create(TimeSpan.FromSeconds(1), clock).PooledTask;
        Action pass = () => clock.Advance(TimeSpan.FromSeconds(2));
        (Func<Exception?> outcome, Action fail, Type expected) = cause switch
        {
            "Task" => (
                OutcomeOf(new PooledValueTask<int>(source.Task)), () => source.SetException(new TestException("a")), typeof(TestException)),
            "timeout" => (OutcomeOf(Timed()), pass, typeof(TimeoutException)),
            "WhenAll" => (OutcomeOf(PooledValueTask.WhenAll([Timed(), Timed()])), pass, typeof(TimeoutException)),
            "WhenAny" => (OutcomeOf(PooledValueTask.WhenAny([Timed(), Timed()])), pass, typeof(TimeoutException)),
            _ => (OutcomeOf(gate.EnterAsync()), gate.Dispose, typeof(ObjectDisposedException)),
        };

        AssertKept(fail, theLock.GetValue(null)!);

        Assert.IsType(expected, outcome());
    });

    /// <summary>A thread's first return of a long array takes a lock of the framework's pool; here another thread has it.</summary>
    [Fact]
    public void GrowingBuffer_ClearedInTheLockOfTheArrays_IsEmptyAndKeepsTheInterrupt() => Watchdog.Run(() =>
    {
        ArrayPool<OwnItem> arrays = ArrayPool<OwnItem>.Shared;
        object threads = arrays.GetType().GetField("_allTlsBuckets", Private)!.GetValue(arrays)!;
        object theLock = threads.GetType().GetField("_lock", Private)!.GetValue(threads)!;
        GrowingBuffer<OwnItem> buffer = default;
        for (int i = 0; i < 40; i++)
        {
            buffer.Add(default);
        }

        AssertKept(() => buffer.Clear(), theLock);

        Assert.Equal(0, buffer.Count);
    });

    /// <summary>To borrow an array that another thread has given back, a thread takes a lock of the framework's pool.</summary>
    [Fact]
    public void GrowingBuffer_GrownInTheLockOfTheArrays_HasAllAndKeepsTheInterrupt() => Watchdog.Run(() =>
    {
        ArrayPool<OtherItem> arrays = ArrayPool<OtherItem>.Shared;
        OtherItem[][] two = [arrays.Rent(64), arrays.Rent(64)];
        foreach (OtherItem[] array in two)
        {
            arrays.Return(array);
        }

        object partitions = ((Array)arrays.GetType().GetField("_buckets", Private)!.GetValue(arrays)!).Cast<object?>()
            .Single(static one => one is not null)!;
        object[] locks = [.. ((Array)partitions.GetType().GetField("_partitions", Private)!.GetValue(partitions)!).Cast<object>()];
        GrowingBuffer<OtherItem> buffer = default;
        AssertKept(Fill, locks);

        Assert.Equal(40, buffer.Count);

        void Fill()
        {
            for (int i = 0; i < 40; i++)
            {
                buffer.Add(default);
            }
        }
    });

    /// <summary>Type initializers create pools, and run once.</summary>
    [Fact]
    public void Pool_CreatedInTheLockOfTheSizes_IsThereAndKeepsTheInterrupt() => Watchdog.Run(() =>
    {
        object sizes = typeof(PoolSizes).GetField("s_ofAssemblies", BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!;
        object theLock = sizes.GetType().GetField("_lock", Private)!.GetValue(sizes)!;
        Type type = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Sizes"), AssemblyBuilderAccess.Run)
            .DefineDynamicModule("Sizes").DefineType("OfItsOwnAssembly").CreateType();
        OperationPool pool = OperationPool.None;
        AssertKept(() => pool = OperationPools.Create(type), theLock);

        Assert.NotEqual(OperationPool.None, pool);
    });

    /// <summary>Runs the body on an interrupted thread, while this thread has the monitors for a while. The body must throw nothing, and
    /// the thread's next wait is interrupted.</summary>
    internal static void AssertKept(Action body, params object[] locks) =>
        AssertKept(() => Array.ForEach(locks, Monitor.Enter), () => Array.ForEach(locks, Monitor.Exit), body);

    /// <inheritdoc cref="AssertKept(Action, object[])"/>
    private static void AssertKept(Action takeLocks, Action releaseLocks, Action body)
    {
        Exception? thrown = null;
        Exception? kept = null;
        Thread thread = new(() =>
        {
            Thread.CurrentThread.Interrupt();
            thrown = Record.Exception(body);
            kept = Record.Exception(static () => Thread.Sleep(1));
        });
        takeLocks();
        thread.Start();
        Thread.Sleep(50);
        releaseLocks();
        thread.Join();
        Assert.Null(thrown);
        Assert.IsType<ThreadInterruptedException>(kept);
    }

    /// <summary>Takes the outcome when it is there: an error, that of the first to complete, or none.</summary>
    private static Func<Exception?> OutcomeOf<T>(PooledValueTask<T> task) => () =>
    {
        Assert.True(task.IsCompleted);
        T result = default!;
        return Record.Exception(() => result = task.GetAwaiter().GetResult()) ?? (result as Completion<int>?)?.Exception;
    };

    /// <summary>A type of this test's own, whose arrays no other code pools.</summary>
    private readonly struct OwnItem;

    /// <inheritdoc cref="OwnItem"/>
    private readonly struct OtherItem;
}

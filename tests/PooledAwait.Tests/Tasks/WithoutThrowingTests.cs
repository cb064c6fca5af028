namespace PooledAwait.Tests.Tasks;

/// <summary>An await that gives an outcome instead of an exception.</summary>
public sealed class WithoutThrowingTests
{
    private static readonly TestException s_error = new();
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);

    /// <summary>Every kind of task that has the await, made of one source's.</summary>
    private static readonly (string Name, Func<PooledValueTask<int>, Task<Completion<int>>> Await)[] s_forms =
    [
        ("PooledValueTask", static async task => await task.WithoutThrowing()),
        ("PooledValueTask, configured", static async task => await task.WithoutThrowing().ConfigureAwait(false)),
        ("ValueTask of a source", static async task => await task.AsValueTask().WithoutThrowing()),
        ("ValueTask, configured", static async task => await task.AsValueTask().WithoutThrowing().ConfigureAwait(false)),
        ("attributed method", static async task => await Attributed(task).WithoutThrowing()),
        ("ValueTask of a Task", static async task => await new ValueTask<int>(task.AsTask()).WithoutThrowing()),
        ("ValueTask of the framework's builder", static async task => await Framework(task).WithoutThrowing()),
        ("PooledTask", static async task => await AsPooledTask(task).WithoutThrowing()),
        ("in a pooled method", static task => InPooledMethod(task).AsTask()),
        ("in an attributed method", static task => InAttributedMethod(task).AsTask()),
        ("WaitAsync", static async task => await task.WaitAsync(s_long).WithoutThrowing()),
        ("Then", static async task => await task.Then(static value => value).WithoutThrowing()),
        ("without a result", static async task => Of(await task.Then(static _ => { }).WithoutThrowing())),
        ("ValueTask without a result", static async task => Of(await task.Then(static _ => { }).AsValueTask().WithoutThrowing())),
        ("PooledTask without a result", static async task => Of(await AsPooledTaskWithoutResult(task).WithoutThrowing())),
    ];

    public static IEnumerable<object[]> Forms =>
        from form in s_forms from isPending in (bool[])[false, true] select (object[])[form.Name, isPending];

    [Theory, MemberData(nameof(Forms))]
    public void Await_OfAnyOutcome_GivesItAndObservesTheError(string form, bool isPending) => Watchdog.Run(() =>
    {
        Completion<int> success = Run(form, isPending, static source => source.SetResult(7));
        Assert.True(success is { IsCompletedSuccessfully: true, IsFaulted: false, IsCanceled: false, Exception: null, Index: 0 });
        Assert.Equal(form.Contains("without", StringComparison.Ordinal) ? 0 : 7, success.Result);

        TestException error = new();
        Assert.Throws<TestException>(() => ThrowFromNamedMethod(error));
        Completion<int> failure = Run(form, isPending, source => source.SetException(error));
        Assert.True(failure is { IsFaulted: true, IsCompletedSuccessfully: false, IsCanceled: false });
        Assert.Same(error, failure.Exception);
        Assert.Same(error, Assert.Throws<TestException>(() => failure.Result));
        Assert.Contains(nameof(ThrowFromNamedMethod), error.StackTrace, StringComparison.Ordinal);

        using CancellationTokenSource cancellation = new();
        foreach (CancellationToken token in (CancellationToken[])[default, cancellation.Token])
        {
            Completion<int> canceled =
                Run(form, isPending, source => (token == default ? (Action)source.SetCanceled : () => source.SetCanceled(token))());
            Assert.True(canceled is { IsCanceled: true, IsCompletedSuccessfully: false, IsFaulted: false });
            Assert.Equal(token, Assert.IsAssignableFrom<OperationCanceledException>(canceled.Exception).CancellationToken);
            Assert.ThrowsAny<OperationCanceledException>(() => canceled.Result);
        }

        // Also a Task's, which has an exception of its own.
        OperationCanceledException own = new("own");
        Completion<int> canceledByIt = Run(form, isPending, source => source.SetException(own));
        Assert.True(canceledByIt.IsCanceled);
        Assert.Same(own, canceledByIt.Exception);
        Assert.Same(own, Assert.Throws<OperationCanceledException>(() => canceledByIt.Result));

        using UnobservedExceptions unobserved = new();
        TestException notLookedAt = new();
        Act();
        Assert.Equal(0, unobserved.CountOf(notLookedAt));

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Act() => Run(form, isPending, source => source.SetException(notLookedAt));
    });

    [Fact]
    public void Failure_OfATuplesWhenAll_ThrowsNothingInside() => Watchdog.Run(() =>
    {
        int thrown = 0;
        int thread = Environment.CurrentManagedThreadId;
        void Count(object? sender, System.Runtime.ExceptionServices.FirstChanceExceptionEventArgs e) =>
            thrown += Environment.CurrentManagedThreadId == thread ? 1 : 0;

        AppDomain.CurrentDomain.FirstChanceException += Count;
        try
        {
            foreach (bool isPending in (bool[])[false, true])
            {
                PooledValueTaskSource<int> one = PooledValueTaskSource<int>.Create();
                PooledValueTaskSource<int> two = PooledValueTaskSource<int>.Create();
                PooledValueTask<(int, int)> all = isPending ? PooledValueTask.WhenAll(one.PooledTask, two.PooledTask) : default;
                one.SetCanceled();
                two.SetException(s_error);
                all = isPending ? all : PooledValueTask.WhenAll(one.PooledTask, two.PooledTask);
                Assert.Same(s_error, all.WithoutThrowing().GetAwaiter().GetResult().Exception);
            }
        }
        finally
        {
            AppDomain.CurrentDomain.FirstChanceException -= Count;
        }

        Assert.Equal(0, thrown);
    });

    [Fact]
    public void ToString_OfACompletion_IsItsOutcome() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException error = new("lost");
        Assert.Equal("3", PooledValueTask.FromResult(3).WithoutThrowing().GetAwaiter().GetResult().ToString());
        Assert.Equal("completed", default(PooledValueTask).WithoutThrowing().GetAwaiter().GetResult().ToString());
        PooledValueTaskSource<int> canceled = PooledValueTaskSource<int>.Create();
        canceled.SetCanceled();
        Assert.Equal("canceled", canceled.PooledTask.WithoutThrowing().GetAwaiter().GetResult().ToString());
        PooledValueTask late = PooledValueTaskSource.Create().PooledTask.WaitAsync(TimeSpan.Zero);
        Assert.Equal($"TimeoutException: {new TimeoutException().Message}", late.WithoutThrowing().GetAwaiter().GetResult().ToString());
        PooledValueTask several =
            PooledValueTask.WhenAll(PooledValueTask.FromException(new TestException("a")), PooledValueTask.FromException(s_error));
        Assert.Equal(
            $"TestException: a; TestException: {s_error.Message}", several.WithoutThrowing().GetAwaiter().GetResult().ToString());
        Act();
        Assert.Equal(1, unobserved.CountOf(error));

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Act() => Assert.Equal(
            "TestException: lost", PooledValueTask.WhenAny(PooledValueTask.FromException(error)).GetAwaiter().GetResult().ToString());
    });

    [Fact]
    public void Await_ConsumesTheTask()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetException(s_error);
        PooledValueTask<int> task = source.PooledTask;
        Assert.True(task.WithoutThrowing().GetAwaiter().GetResult().IsFaulted);
        Assert.Throws<InvalidOperationException>(() => task.WithoutThrowing().GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => task.WithoutThrowing().IsCompleted);

        // Where the operation behind the ValueTask is not found, the mistake is the outcome.
        Exception? mistake = PrivateFields.MayBeRead
            ? Record.Exception(() => source.Task.WithoutThrowing().GetAwaiter().GetResult())
            : source.Task.WithoutThrowing().GetAwaiter().GetResult().Exception;
        Assert.IsType<InvalidOperationException>(mistake);
    }

    [Fact]
    public void Await_OfAValueTask_LeavesOtherOperationsTheirExceptions() => Watchdog.Run(() =>
    {
        // The source throws out of its GetResult what another operation of ours has thrown, and translates it.
        PooledValueTaskSource<int> inner = PooledValueTaskSource<int>.Create();
        inner.SetException(s_error);
        Completion<int> completion = new ValueTask<int>(new Translating(inner.Task), 0).WithoutThrowing().GetAwaiter().GetResult();
        Assert.Same(s_error, Assert.IsType<NotSupportedException>(completion.Exception).InnerException);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Outcome_InAPooledMethod_AllocatesNothing() => Watchdog.Run(static () =>
    {
        Assert.Equal(0, BytesOf(OfTask, static source => source.SetResult(1)));
        Assert.Equal(0, BytesOf(OfTask, static source => source.SetCanceled()));
        Assert.Equal(0, BytesOf(OfTask, static source => source.SetException(s_error)));
        Assert.Equal(0, BytesOf(OfValueTask, static source => source.SetCanceled()));
        Assert.Equal(0, BytesOf(OfValueTask, static source => source.SetException(s_error)));

        static PooledValueTask<Completion<int>> OfTask(PooledValueTaskSource<int> source) => InPooledMethod(source.PooledTask);

        static async PooledValueTask<Completion<int>> OfValueTask(PooledValueTaskSource<int> source) =>
            await source.Task.WithoutThrowing();
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Cancellation_ByAToken_AllocatesNothing() => Watchdog.Run(static () =>
    {
        // What a CancellationTokenSource costs that is canceled with nothing registered, and with our operations.
        double withoutUs = Bytes.PerUse(static () =>
        {
            using CancellationTokenSource cancellation = new();
            cancellation.Token.UnsafeRegister(static _ => { }, null);
            cancellation.Cancel();
        });
        Assert.Equal(withoutUs, Bytes.PerUse(static () =>
        {
            using CancellationTokenSource cancellation = new();
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create(cancellation.Token);
            PooledValueTask<Completion<int>> method = InPooledMethod(source.PooledTask);
            cancellation.Cancel();
            Assert.True(method.GetAwaiter().GetResult().IsCanceled);
        }));
        Assert.Equal(withoutUs, Bytes.PerUse(static () =>
        {
            using CancellationTokenSource cancellation = new();
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<Completion<int>> method = InPooledMethod(source.PooledTask.WaitAsync(cancellation.Token));
            cancellation.Cancel();
            Assert.True(method.GetAwaiter().GetResult().IsCanceled);
            source.SetResult(1);
        }));
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Timeout_AllocatesNothing() => Watchdog.Run(static () =>
    {
        AssertNone(static () => (InPooledMethod(PooledValueTaskSource<int>.Create(TimeSpan.FromMilliseconds(1)).PooledTask), default));
        AssertNone(static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            return (InPooledMethod(source.PooledTask.WaitAsync(TimeSpan.FromMilliseconds(1))), source);
        });

        static void AssertNone(Func<(PooledValueTask<Completion<int>> Method, PooledValueTaskSource<int> Late)> start)
        {
            // They end on threads of the pool, whose magazines keep some: a burst leaves enough for all.
            Array.ForEach(Enumerable.Range(0, 2_000).Select(_ => start()).ToArray(), End);

            Bytes.AssertPerUseInProcess(0, () => End(start()), uses: 10);
        }

        static void End((PooledValueTask<Completion<int>> Method, PooledValueTaskSource<int> Late) use)
        {
            while (!use.Method.IsCompleted)
            {
                Thread.Yield();
            }

            Assert.True(use.Method.GetAwaiter().GetResult().IsFaulted);
            use.Late.TrySetResult(1);
        }
    });

    /// <summary>
    /// The bars of the throwing rows: the exception, and 72 B for its stack trace at each method that it passes, or 96 B, as the runtime
    /// has compiled the method. An error costs its ExceptionDispatchInfo besides, and one more frame.
    /// </summary>
    [Theory]
    [InlineData(1, 136 + 96)]
    [InlineData(10, 136 + (10 * 96))]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Cancellation_Caught_CostsItsExceptionAndOneFrameForEachMethod(int methods, int bytes) => Watchdog.Run(() =>
        AssertBytesOfCatch(bytes, methods, static source => source.SetCanceled()));

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Error_Caught_CostsItsExceptionAndTwoFrames() => Watchdog.Run(() =>
        AssertBytesOfCatch(376, 1, static source => source.SetException(new InvalidOperationException())));

    [Fact]
    public void Timeout_ThatNobodyConsumes_IsReported() => Watchdog.Run(() =>
    {
        Pool.Clear();
        using UnobservedExceptions unobserved = new();
        Drop();
        Assert.Equal(2, unobserved.CountOf<TimeoutException>());

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Drop()
        {
            PooledValueTask<int> dropped = PooledValueTaskSource<int>.Create(TimeSpan.FromMilliseconds(1)).PooledTask;
            Watchdog.WaitFor(() => dropped.IsCompleted, "the deadline");
            PooledValueTaskSource<int>.Create(TimeSpan.Zero).PooledTask.Forget();
        }
    });

    private static double BytesOf(
        Func<PooledValueTaskSource<int>, PooledValueTask<Completion<int>>> await, Action<PooledValueTaskSource<int>> complete) =>
        Bytes.PerUse(() =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<Completion<int>> method = await(source);
            complete(source);
            method.GetAwaiter().GetResult();
        });

    /// <summary>Once the methods are optimized: only then is the awaiter inlined, so that it throws in the method's own frame.</summary>
    private static void AssertBytesOfCatch(int most, int methods, Action<PooledValueTaskSource<int>> complete)
    {
        double bytes = double.MaxValue;
        for (int window = 0; window < 200 && bytes > most; window++)
        {
            Thread.Sleep(10);
            bytes = Math.Min(bytes, BytesOfCatch(methods, complete));
        }

        Assert.InRange(bytes, 1, most);
    }

    private static double BytesOfCatch(int methods, Action<PooledValueTaskSource<int>> complete) => Bytes.PerUse(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> last = source.PooledTask;
        for (int i = 1; i < methods; i++)
        {
            last = Pass(last);
        }

        PooledValueTask<bool> method = Catch(last);
        complete(source);
        Assert.True(method.GetAwaiter().GetResult());
    });

    private static Completion<int> Run(string form, bool isPending, Action<PooledValueTaskSource<int>> complete)
    {
        Func<PooledValueTask<int>, Task<Completion<int>>> awaiting = s_forms.Single(item => item.Name == form).Await;
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        if (!isPending)
        {
            complete(source);
        }

        Task<Completion<int>> task = awaiting(source.PooledTask);
        if (isPending)
        {
            complete(source);
        }

        return task.GetAwaiter().GetResult();
    }

    private static Completion<int> Of(Completion completion) => new PooledValueTask<Completion<int>>(
        completion.IsCompletedSuccessfully ? PooledValueTask.FromResult(0).WithoutThrowing().GetAwaiter().GetResult()
        : PooledValueTask.FromException<int>(completion.Exception!).WithoutThrowing().GetAwaiter().GetResult()).Result;

    private static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;

    private static async PooledValueTask<bool> Catch(PooledValueTask<int> task)
    {
        try
        {
            await task;
            return false;
        }
        catch (OperationCanceledException)
        {
            return true;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }

    private static async PooledValueTask<Completion<int>> InPooledMethod(PooledValueTask<int> task) => await task.WithoutThrowing();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Completion<int>> InAttributedMethod(PooledValueTask<int> task) => await task.WithoutThrowing();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Attributed(PooledValueTask<int> task) => await task;

    private static async ValueTask<int> Framework(PooledValueTask<int> task) => await task;

    private static async PooledTask<int> AsPooledTask(PooledValueTask<int> task) => await task;

    private static async PooledTask AsPooledTaskWithoutResult(PooledValueTask<int> task) => await task;

    private static void ThrowFromNamedMethod(Exception exception) => throw exception;

    private sealed class Translating(ValueTask<int> inner) : IValueTaskSource<int>
    {
        public int GetResult(short token)
        {
            try
            {
                return inner.GetAwaiter().GetResult();
            }
            catch (TestException exception)
            {
                throw new NotSupportedException("translated", exception);
            }
        }

        public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Faulted;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            throw new NotSupportedException();
    }
}

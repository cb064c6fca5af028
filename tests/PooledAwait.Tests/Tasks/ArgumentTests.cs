using PooledAwait.MethodBuilders;

namespace PooledAwait.Tests.Tasks;

/// <summary>Arguments that are null or out of range: the call throws, says which it is, and consumes and completes nothing.</summary>
public sealed class ArgumentTests
{
    private const TaskCreationOptions Fair = TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness;
    private static readonly TimeSpan s_negative = TimeSpan.FromMilliseconds(-2);
    private static readonly TimeSpan s_tooLong = TimeSpan.FromDays(50);
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);
    private static readonly PooledSemaphore s_semaphore = new(1);
    private readonly PooledValueTaskSource<int> _source = PooledValueTaskSource<int>.Create();
    private readonly PooledValueTaskSource _void = PooledValueTaskSource.Create();
    private readonly LazyTaskCompletionSource<int> _lazy = LazyTaskCompletionSource<int>.Create();
    private readonly LazyTaskCompletionSource _lazyVoid = LazyTaskCompletionSource.Create();
    private readonly ValueTaskCompletionSource<int> _taskSource = ValueTaskCompletionSource<int>.Create();

    private PooledValueTask<int> Pending => _source.PooledTask;

    [Fact]
    public void Null_IsRefused()
    {
        ConfiguredYieldAwaitable.ConfiguredYieldAwaiter yield = Task.Yield().ConfigureAwait(true).GetAwaiter();
        AssertThrow<ArgumentNullException>(
        [
            ("tasks", static () => PooledValueTask.WhenAll((IReadOnlyList<PooledValueTask>)null!)),
            ("tasks", static () => PooledValueTask.WhenAny((IReadOnlyList<ValueTask>)null!)),
            ("tasks", static () => PooledValueTask.WhenEach((IReadOnlyList<PooledValueTask<int>>)null!)),
            ("timeProvider", static () => PooledValueTask.Delay(TimeSpan.Zero, (TimeProvider)null!)),
            ("timeProvider", () => Pending.WaitAsync(s_long, (TimeProvider)null!)),
            ("timeProvider", static () => PooledValueTaskSource.Create(s_long, null!)),
            ("options", static () => PooledChannel.CreateBounded<int>(null!)),
            ("options", static () => PooledChannel.CreateUnbounded<int>(null!)),
            ("task", static () => new PooledValueTask((Task)null!)),
            ("task", static () => new PooledValueTask<int>((Task<int>)null!)),
            ("source", static () => new PooledValueTask((IValueTaskSource)null!, 0)),
            ("source", static () => new PooledValueTask<int>((IValueTaskSource<int>)null!, 0)),
            ("exception", static () => PooledValueTask.FromException(null!)),
            ("exception", static () => PooledValueTask.FromException<int>(null!)),
            ("factory", static () => new PooledLazy<int>(null!)),
            ("gate", static () => new PooledConditionVariable(null!)),
            ("error", () => _source.TrySetException(null!)),
            ("error", () => _void.TrySetException(null!)),
            ("error", static () => default(PooledValueTaskSource<int>).TrySetException(null!)),
            ("error", static () => default(PooledValueTaskSource).TrySetException(null!)),
            ("exception", () => _taskSource.TrySetException(null!)),
            ("exception", static () => default(ValueTaskCompletionSource<int>).TrySetException(null!)),
            ("exception", () => _lazy.TrySetException(null!)),
            ("exception", static () => default(LazyTaskCompletionSource<int>).TrySetException(null!)),
            ("exception", () => _lazyVoid.TrySetException(null!)),
            ("exception", static () => default(LazyTaskCompletionSource).TrySetException(null!)),
            .. Calls("error", () => _source.SetException(null!), () => _void.SetException(null!)),
            .. Calls("exception", () => _taskSource.SetException(null!)),
            .. Calls("exception", () => _lazy.SetException(null!), () => _lazyVoid.SetException(null!)),
            .. Calls(
                "continuation",
                () => Pending.GetAwaiter().OnCompleted(null!),
                () => Pending.GetAwaiter().UnsafeOnCompleted(null!),
                () => _void.PooledTask.GetAwaiter().OnCompleted(null!),
                () => _void.PooledTask.GetAwaiter().UnsafeOnCompleted(null!)),
            .. Calls("continuation", static () => default(PooledValueTask).GetAwaiter().OnCompleted(null!)),
            .. Calls("continuation", static () => default(PooledValueTask<int>).GetAwaiter().OnCompleted(null!)),
            .. Calls("continuation", () => yield.OnCompleted(null!), () => yield.UnsafeOnCompleted(null!)),
            .. Calls("stateMachine", static () => default(PooledValueTaskMethodBuilder).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(PooledValueTaskMethodBuilder<int>).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(PooledTaskMethodBuilder).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(PooledTaskMethodBuilder<int>).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(FireAndForgetMethodBuilder).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(PooledAsyncValueTaskMethodBuilder).SetStateMachine(null!)),
            .. Calls("stateMachine", static () => default(PooledAsyncTaskMethodBuilder<int>).SetStateMachine(null!)),
            ("continuation", () => _void.PooledTask.Then((Action)null!)),
            ("continuation", () => _void.PooledTask.Then((Func<string>)null!)),
            ("continuation", () => _void.PooledTask.Then((Func<PooledValueTask>)null!)),
            ("continuation", () => _void.PooledTask.Then((Func<PooledValueTask<string>>)null!)),
            ("continuation", () => _void.PooledTask.Then("state", (Action<string>)null!)),
            ("continuation", () => _void.PooledTask.Then("state", (Func<string, string>)null!)),
            ("continuation", () => _void.PooledTask.Then("state", (Func<string, PooledValueTask>)null!)),
            ("continuation", () => _void.PooledTask.Then("state", (Func<string, PooledValueTask<string>>)null!)),
            ("continuation", () => Pending.Then((Action<int>)null!)),
            ("continuation", () => Pending.Then((Func<int, string>)null!)),
            ("continuation", () => Pending.Then((Func<int, PooledValueTask>)null!)),
            ("continuation", () => Pending.Then((Func<int, PooledValueTask<string>>)null!)),
            ("continuation", () => Pending.Then("state", (Action<int, string>)null!)),
            ("continuation", () => Pending.Then("state", (Func<int, string, string>)null!)),
            ("continuation", () => Pending.Then("state", (Func<int, string, PooledValueTask>)null!)),
            ("continuation", () => Pending.Then("state", (Func<int, string, PooledValueTask<string>>)null!)),
        ]);
    }

    [Fact]
    public void OutOfRange_IsRefused() => AssertThrow<ArgumentOutOfRangeException>(
    [
        ("delay", static () => PooledValueTask.Delay(s_negative)),
        ("delay", static () => PooledValueTask.Delay(s_tooLong)),
        ("timeout", () => Pending.WaitAsync(s_negative)),
        ("timeout", () => Pending.WaitAsync(s_tooLong)),
        ("timeout", () => Pending.AsValueTask().WaitAsync(s_negative)),
        ("timeout", static () => new PooledLock().EnterAsync(s_negative)),
        ("timeout", static () => s_semaphore.WaitAsync(s_negative)),
        ("timeout", static () => new PooledAutoResetEvent(true).WaitAsync(s_negative)),
        ("timeout", static () => PooledValueTaskSource.Create(s_negative)),
        ("initialCount", static () => new PooledSemaphore(-1, 1)),
        ("initialCount", static () => new PooledSemaphore(2, 1)),
        ("maxCount", static () => new PooledSemaphore(0, 0)),
        .. Calls("releaseCount", static () => s_semaphore.Release(0), static () => s_semaphore.Release(-1)),
        ("capacity", static () => PooledChannel.CreateBounded<int>(-1)),
        ("cancellationToken", static () => PooledValueTask.FromCanceled(CancellationToken.None)),
        ("cancellationToken", static () => PooledValueTask.FromCanceled<int>(CancellationToken.None)),
        ("options", static () => ValueTaskCompletionSource<int>.Create(Fair)),
        ("options", static () => LazyTaskCompletionSource<int>.Create(Fair)),
    ]);

    [Theory]
    [InlineData(TaskCreationOptions.PreferFairness)]
    [InlineData(TaskCreationOptions.LongRunning)]
    [InlineData(TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.AttachedToParent)]
    public void OptionsWithoutUse_AreRefused(TaskCreationOptions options) => AssertThrow<ArgumentOutOfRangeException>(
    [
        ("options", () => PooledValueTaskSource.Create(options)),
        ("options", () => PooledValueTaskSource<int>.Create(s_long, TimeProvider.System, options)),
        ("options", () => ValueTaskCompletionSource<int>.Create(options)),
        ("options", () => LazyTaskCompletionSource<int>.Create(options)),
        ("options", () => LazyTaskCompletionSource.Create(options)),
        ("options", () => PooledValueTask.Delay(s_long, TimeProvider.System, options)),
        ("options", () => Pending.WaitAsync(s_long, TimeProvider.System, options)),
        ("options", () => _void.PooledTask.WaitAsync(s_long, TimeProvider.System, options)),
        ("options", () => _source.Task.WaitAsync(s_long, TimeProvider.System, options)),
    ]);

    [Fact]
    public void Nothing_WhereSomethingIsNeeded_IsRefused() => AssertThrow<ArgumentException>(
    [
        ("tasks", static () => PooledValueTask.WhenAny(Array.Empty<PooledValueTask>())),
        ("tasks", static () => PooledValueTask.WhenAny(Array.Empty<ValueTask<int>>())),
        ("results", static () => PooledValueTask.WhenAll([new PooledValueTask<int>(1)], Memory<int>.Empty)),
    ]);

    private static IEnumerable<(string, Func<object>)> Calls(string parameter, params Action[] calls) =>
        calls.Select(call => (parameter, (Func<object>)(() =>
        {
            call();
            return call;
        })));

    private void AssertThrow<T>((string Parameter, Func<object> Call)[] calls)
        where T : ArgumentException
    {
        Assert.All(calls, static call => Assert.Throws<T>(call.Parameter, call.Call));
        Assert.Equal(1, s_semaphore.CurrentCount);
        Assert.True(_source.TrySetResult(7) && _void.TrySetResult());
        Assert.True(_taskSource.TrySetResult(7) && _lazy.TrySetResult(7) && _lazyVoid.TrySetResult());
        Assert.Equal(7, Pending.Result);
        _void.PooledTask.GetAwaiter().GetResult();
    }
}

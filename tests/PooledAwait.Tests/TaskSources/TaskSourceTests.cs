namespace PooledAwait.Tests;

/// <summary>What all sources of real tasks have in common: the semantics of TaskCompletionSource.</summary>
public sealed class TaskSourceTests
{
    private static readonly CancellationToken s_canceledToken = new(canceled: true);
    private static readonly CancellationTokenSource s_liveTokens = new();
    private static readonly Exception s_exception = new TestException();
    private static readonly Exception s_cancellation = new OperationCanceledException("mine", s_liveTokens.Token);

    /// <summary>How to complete a source, by name.</summary>
    private static readonly Dictionary<string, Action<TaskSource>> s_outcomes = new()
    {
        ["pending"] = static _ => { },
        ["result"] = static source => source.SetResult(),
        ["exception"] = static source => source.SetException(s_exception),
        ["exception that is a cancellation"] = static source => source.SetException(s_cancellation),
        ["canceled"] = static source => source.SetCanceled(default),
        ["canceled by a token that is canceled"] = static source => source.SetCanceled(s_canceledToken),
        ["canceled by a token that is not"] = static source => source.SetCanceled(s_liveTokens.Token),
    };

    private static readonly TaskSourceKind[] s_kinds = [TaskSourceKind.Value, TaskSourceKind.Lazy, TaskSourceKind.LazyWithoutResult];

    public static TheoryData<TaskSourceKind> Kinds => [.. s_kinds];

    public static IEnumerable<object[]> Completions =>
        from kind in s_kinds
        from outcome in s_outcomes.Keys
        from askedForFirst in (bool[])[true, false]
        select (object[])[kind, outcome, askedForFirst];

    [Theory]
    [MemberData(nameof(Completions))]
    public void Task_OfAnyOutcome_IsThatOfTaskCompletionSourceAndStays(TaskSourceKind kind, string outcome, bool askedForFirst)
    {
        TaskSource expected = TaskSource.Create(TaskSourceKind.Framework);
        TaskSource actual = TaskSource.Create(kind);
        Task? first = askedForFirst ? actual.Task : null;

        s_outcomes[outcome](expected);
        s_outcomes[outcome](actual);
        if (outcome != "pending")
        {
            AssertRefusesAll(actual);
        }

        Assert.Equal(Describe(expected.Task), Describe(actual.Task));
        Assert.Same(actual.Task, first ?? actual.Task);
        if (actual.Task is Task<int> { Status: TaskStatus.RanToCompletion } task)
        {
            Assert.Equal(TaskSource.Value, task.Result);
        }
    }

    [Theory]
    [InlineData(TaskSourceKind.Value, false)]
    [InlineData(TaskSourceKind.Lazy, false)]
    [InlineData(TaskSourceKind.LazyWithoutResult, false)]
    [InlineData(TaskSourceKind.Lazy, true)]
    [InlineData(TaskSourceKind.LazyWithoutResult, true)]
    public void DefaultOrDisposed_RefusesEverythingAndLeavesTheNextOneAlone(TaskSourceKind kind, bool isDisposed)
    {
        TaskSource source = isDisposed ? TaskSource.Create(kind) : TaskSource.CreateDefault(kind);
        Task? task = isDisposed ? source.Task : null;
        source.Dispose();

        // It has the object of the one that was disposed of.
        TaskSource next = TaskSource.Create(kind);
        Assert.Equal(!isDisposed, source.IsNull);
        Assert.False(next.IsNull);
        AssertRefusesAll(source);
        Assert.Throws<InvalidOperationException>(() => { _ = source.Task; });
        source.Dispose();
        Assert.Equal(isDisposed ? TaskStatus.Canceled : null, task?.Status);
        Assert.False(next.Task.IsCompleted);
        Assert.True(next.TrySetResult());
        Assert.True(next.Task.IsCompletedSuccessfully);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Continuations_Synchronous_RunInsideTheSetterAndUnderNoLock(TaskSourceKind kind) => Watchdog.Run(() =>
    {
        TaskSource source = TaskSource.Create(kind);
        int thread = 0;
        source.Task.GetAwaiter().UnsafeOnCompleted(() =>
        {
            thread = Environment.CurrentManagedThreadId;

            // All that another thread may want of the source, while this one is still in its setter.
            PoolTests.RunOnAnotherThread(() =>
            {
                Assert.False(source.TrySetResult());
                Assert.True(source.Task.IsCompletedSuccessfully);
                source.Dispose();
            });
        });

        source.SetResult();
        Assert.Equal(Environment.CurrentManagedThreadId, thread);
    });

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Continuations_Asynchronous_NeverRunInsideTheSetter(TaskSourceKind kind) => Watchdog.Run(() =>
    {
        TaskSource source = TaskSource.Create(kind, TaskCreationOptions.RunContinuationsAsynchronously);
        using ManualResetEventSlim ran = new();
        using ManualResetEventSlim released = new();
        source.Task.GetAwaiter().UnsafeOnCompleted(() =>
        {
            released.Wait();
            ran.Set();
        });

        source.SetResult(); // would hang
        released.Set();
        ran.Wait();
    });

    private static void AssertRefusesAll(TaskSource source)
    {
        Assert.False(source.TrySetResult());
        Assert.False(source.TrySetException(s_exception));
        Assert.False(source.TrySetCanceled(default));
        Assert.Throws<InvalidOperationException>(source.SetResult);
        Assert.Throws<InvalidOperationException>(() => source.SetException(s_exception));
        Assert.Throws<InvalidOperationException>(() => source.SetCanceled(default));
    }

    private static string Describe(Task task)
    {
        string thrown = "nothing";
        if (task.IsCompleted)
        {
            try
            {
                task.GetAwaiter().GetResult();
            }
            catch (OperationCanceledException exception)
            {
                thrown = ReferenceEquals(exception, s_cancellation)
                    ? "the cancellation"
                    : $"{exception.GetType()} with {Name(exception.CancellationToken)}";
            }
            catch (TestException exception)
            {
                thrown = ReferenceEquals(exception, s_exception) ? "the exception" : "another exception";
            }
        }

        return $"{task.Status}, throws {thrown}, has {task.Exception?.InnerExceptions.Count ?? 0} exceptions, "
            + $"state {task.AsyncState ?? "none"}";
    }

    private static string Name(CancellationToken token) =>
        token == s_canceledToken ? "the canceled token"
        : token == s_liveTokens.Token ? "the live token"
        : token == default ? "no token"
        : "another token";
}

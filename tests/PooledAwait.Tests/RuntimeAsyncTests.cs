using PooledAwait.Tests.RuntimeAsync;

namespace PooledAwait.Tests;

/// <summary>Our types where runtime-async is on: methods of another project, compiled by .NET 11's own compiler.</summary>
public sealed class RuntimeAsyncTests
{
    /// <summary>The mark of a method that the runtime suspends itself.</summary>
    private const MethodImplAttributes Async = MethodImplAttributes.Async;

    private static readonly PooledLock s_lock = new();

    /// <summary>One method over a source's operation: its result plus 1.</summary>
    private static readonly Dictionary<string, Func<PooledValueTask<int>, ValueTask<int>>> s_forms = new()
    {
        [nameof(Methods.AwaitTask)] = static inner => new(Methods.AwaitTask(inner.AsTask())),
        [nameof(Methods.AwaitValueTask)] = static inner => new(Methods.AwaitValueTask(inner)),
        [nameof(Methods.AwaitPooledValueTask)] = static inner => new(Methods.AwaitPooledValueTask(inner)),
        [nameof(Methods.AwaitAsValueTask)] = static inner => new(Methods.AwaitAsValueTask(inner)),
        [nameof(Methods.AwaitPooledTask)] = static inner => new(Methods.AwaitPooledTask(PooledMethods.OfPooledTask(inner))),
        [nameof(Methods.AwaitPooledMethod)] = static inner => new(Methods.AwaitPooledMethod(inner)),
        [nameof(Methods.AwaitThen)] = static inner => new(Methods.AwaitThen(inner)),
        [nameof(Methods.AwaitWhenAll)] = static inner => new(Methods.AwaitWhenAll(inner)),
        [nameof(Methods.AwaitLock)] = static inner => new(Methods.AwaitLock(inner, s_lock)),
        [nameof(Methods.OfValueTask)] = Methods.OfValueTask,
        ["Ignored attribute, ValueTask"] = static inner => Methods.OfAttributedValueTask(inner),
        ["Ignored attribute, Task"] = static inner => new(Methods.OfAttributedTask(inner)),
        [nameof(PooledMethods.OfPooledValueTask)] = static inner => PooledMethods.OfPooledValueTask(inner),
        [nameof(PooledMethods.OfPooledTask)] = static inner => new(PooledMethods.OfPooledTask(inner).AsTask()),
        [nameof(PooledMethods.AwaitRuntimesMethod)] = static inner => PooledMethods.AwaitRuntimesMethod(inner),
        [nameof(PooledMethods.OfAttributedValueTask)] = static inner => PooledMethods.OfAttributedValueTask(inner),
        [nameof(PooledMethods.OfAttributedTask)] = static inner => new(PooledMethods.OfAttributedTask(inner)),
    };

    public static TheoryData<string> Forms => new(s_forms.Keys);

    /// <summary>The compiler ignores the builder of a method that isn't kept from runtime-async, and obeys that of a type.</summary>
    [Fact]
    public void Methods_AreTheRuntimes_UnlessTheirTypeOrAnAttributeSaysOtherwise()
    {
        Assert.All(Compiled(typeof(Methods)), static method => Assert.True(method.MethodImplementationFlags.HasFlag(Async), method.Name));
        Assert.All(
            Compiled(typeof(PooledMethods)), static method => Assert.False(method.MethodImplementationFlags.HasFlag(Async), method.Name));
    }

    [Fact]
    public void Library_IsNotCompiledWithIt() =>
        Assert.DoesNotContain(
            typeof(Pool).Assembly.GetTypes().SelectMany(Compiled), static method => method.MethodImplementationFlags.HasFlag(Async));

    [Theory]
    [MemberData(nameof(Forms))]
    public void Result_OfAPendingSource_IsSeen(string form)
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> task = s_forms[form](source.PooledTask);
        Assert.False(task.IsCompleted);

        source.SetResult(41);

        Assert.Equal(42, task.AsTask().WaitAsync(TimeSpan.FromSeconds(30)).GetAwaiter().GetResult());
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Exception_OfAPendingSource_IsThrown(string form)
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> task = s_forms[form](source.PooledTask);

        source.SetException(new TestException());

        Assert.Throws<TestException>(() => task.AsTask().WaitAsync(TimeSpan.FromSeconds(30)).GetAwaiter().GetResult());
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Result_OfACompletedTask_IsThereAtOnce(string form)
    {
        ValueTask<int> task = s_forms[form](PooledValueTask.FromResult(41));

        Assert.True(task.IsCompleted);
        Assert.Equal(42, task.GetAwaiter().GetResult());
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void SynchronizationContext_OfTheAwait_IsPostedTo(string form)
    {
        QueueingContext context = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> task = default;
        context.Invoke(() => task = s_forms[form](source.PooledTask));

        source.SetResult(41);

        Assert.False(task.IsCompleted);
        while (context.Run() > 0)
        {
        }

        Assert.True(task.IsCompleted);
        Assert.Equal(42, task.GetAwaiter().GetResult());
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void ExecutionContext_OfTheSetter_IsLeftAlone(string form)
    {
        AsyncLocal<int> local = new() { Value = 1 };
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        int seen = 0;
        ValueTask<int> task = s_forms[form](source.PooledTask);
        task.GetAwaiter().OnCompleted(() => seen = local.Value);
        local.Value = 2;

        source.SetResult(41);

        Assert.Equal(2, local.Value);
        Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref seen) != 0, TimeSpan.FromSeconds(30)));
        Assert.Equal(1, seen);
        Assert.Equal(42, task.GetAwaiter().GetResult());
    }

    /// <summary>
    /// One call that suspends, over a source of 0 B. A method that the runtime suspends has its Task, its frame and a delegate. Where it
    /// awaits a type of ours without <c>AsValueTask</c>, it has some 20 B more: the runtime boxes an awaiter that it doesn't know.
    /// </summary>
    [Theory]
    [InlineData(nameof(Methods.AwaitValueTask), 184)]
    [InlineData(nameof(Methods.AwaitPooledValueTask), 208)]
    [InlineData(nameof(Methods.AwaitAsValueTask), 192)]
    [InlineData(nameof(Methods.AwaitPooledTask), 264)]
    [InlineData(nameof(Methods.AwaitPooledMethod), 208)]
    [InlineData(nameof(Methods.AwaitThen), 208)]
    [InlineData(nameof(Methods.AwaitWhenAll), 216)]
    [InlineData(nameof(Methods.AwaitLock), 280)]
    [InlineData(nameof(Methods.OfValueTask), 208)]
    [InlineData("Ignored attribute, ValueTask", 184)]
    [InlineData("Ignored attribute, Task", 184)]
    [InlineData(nameof(PooledMethods.OfPooledValueTask), 0)]
    [InlineData(nameof(PooledMethods.AwaitRuntimesMethod), 184)]
    [InlineData(nameof(PooledMethods.OfAttributedValueTask), 0)]
    [InlineData(nameof(PooledMethods.OfAttributedTask), 72)]
    public void Suspension_Allocates(string form, int bytes) => Watchdog.Run(() =>
    {
        Func<PooledValueTask<int>, ValueTask<int>> call = s_forms[form];
        Assert.Equal(bytes, Bytes.PerUse(() =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            ValueTask<int> task = call(source.PooledTask);
            source.SetResult(41);
            _ = task.GetAwaiter().GetResult();
        }));
    });

    private static IEnumerable<MethodInfo> Compiled(Type type) =>
        type.GetTypeInfo().DeclaredMethods;
}

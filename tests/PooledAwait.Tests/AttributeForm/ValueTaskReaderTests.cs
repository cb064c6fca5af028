using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Tests;

/// <summary>
/// Methods that await a ValueTask of an operation through each awaiter of the framework: where its fields are read, and where it gets
/// delegates.
/// </summary>
public sealed class ValueTaskReaderTests
{
    private static readonly AsyncLocal<int> s_local = new();

    /// <summary>Calls a method that awaits two sources, and returns what an AsyncLocal has after that.</summary>
    private delegate PooledValueTask<int> Call(Source first, Source second);

    /// <summary>The methods. The first one of each type of ValueTask has both readers of that type made.</summary>
    private static IEnumerable<(Call Call, bool CapturesContext)> Methods =>
    [
        (static (first, second) => Plain(first.Task, second.Task), true),
        (static (first, second) => Configured(first.Task, second.Task, false), false),
        (static (first, second) => Configured(first.Task, second.Task, true), true),
        (static (first, second) => Configured(first.Text, second.Text, true), true),
        (static (first, second) => Configured(first.Text, second.Text, false), false),
        (static (first, second) => Plain(first.Text, second.Text), true),
        (static (first, second) => Plain(first.WithoutResult, second.WithoutResult), true),
        (static (first, second) => Configured(first.WithoutResult, second.WithoutResult, false), false),
        (static (first, second) => Configured(first.WithoutResult, second.WithoutResult, true), true),
    ];

    [Fact]
    public void AwaitsOfOneType_NeedNoDelegateAfterTheFirstOnes() => InBothModes(static () =>
    {
        FieldInfo resume = typeof(MethodBox<int>).GetField("_resume", BindingFlags.Instance | BindingFlags.NonPublic)!;
        foreach ((Call call, _) in Methods)
        {
            Teach(call);

            // One of these has the object of the first calls, with the delegate if a reader was made after them.
            object[] boxes = [.. Enumerable.Range(0, 3).Select(_ => call(new(), new())._operation!)];
            int delegates = boxes.Count(box => resume.GetValue(box) is not null);
            Assert.InRange(delegates, PrivateFields.MayBeRead ? 0 : 3, PrivateFields.MayBeRead ? 1 : 3);
        }
    });

    [Fact]
    public void TaskMethod_AfterTheFirstAwaits_NeedsNoDelegateEither() => InBothModes(static () =>
    {
        Teach();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Task<int> task = AttributedMethods.IncrementAsTask(source.Task);
        Operation<int> awaited = source.PooledTask._operation!;
        FieldInfo continuation = typeof(Operation).GetField("_continuation", BindingFlags.Instance | BindingFlags.NonPublic)!;
        Assert.Equal(PrivateFields.MayBeRead, continuation.GetValue(awaited) is MethodBox<int>);
        source.SetResult(1);
        Assert.Equal(2, task.Result);
    });

    [Fact]
    public void AwaitersOfOperations_AreReadAsTheyWereMade() => InBothModes(static () =>
    {
        Teach();
        Operation<int> operation = PooledValueTaskSource<int>.Create().PooledTask._operation!;
        Operation<VoidResult> other = PooledValueTaskSource.Create().PooledTask._operation!;
        foreach (short token in new short[] { 0, 1, -1, short.MinValue, short.MaxValue })
        {
            ValueTask<int> result = new(operation, token);
            ValueTask noResult = new(other, token);
            AssertRead(result.GetAwaiter(), operation, token, true);
            AssertRead(result.ConfigureAwait(true).GetAwaiter(), operation, token, true);
            AssertRead(result.ConfigureAwait(false).GetAwaiter(), operation, token, false);
            AssertRead(noResult.GetAwaiter(), other, token, true);
            AssertRead(noResult.ConfigureAwait(true).GetAwaiter(), other, token, true);
            AssertRead(noResult.ConfigureAwait(false).GetAwaiter(), other, token, false);
        }
    });

    [Fact]
    public void AwaitersOfAnythingElse_GetDelegates() => InBothModes(static () =>
    {
        Teach();
        TaskCompletionSource<int> task = new();
        ForeignSource foreign = new();
        PooledValueTaskSource<int> wrapped = PooledValueTaskSource<int>.Create();
        PooledValueTask<int>[] methods =
        [
            Plain(new ValueTask<int>(task.Task), new ValueTask<int>(task.Task)),
            Configured(new ValueTask<int>(task.Task), new ValueTask<int>(task.Task), false),
            Plain(new ValueTask(task.Task), new ValueTask(task.Task)),
            Configured(new ValueTask(task.Task), new ValueTask(task.Task), false),
            Plain(new ValueTask<int>(foreign, foreign.Version), default),
            Configured(default, new ValueTask<int>(new Wrapper(wrapped.PooledTask), 0), false),
        ];

        Assert.All(methods, static method => Assert.False(method.IsCompleted));
        task.SetResult(1);
        foreign.SetResult(1);
        wrapped.SetResult(1);
        Assert.All(methods, static method => Assert.Equal(0, method.GetAwaiter().GetResult()));

        // A ValueTask with a result holds no source.
        Assert.Null(ReadSource(default(ValueTask<int>).GetAwaiter()));
    });

    [Fact]
    public void SchedulingContext_IsPostedToUnlessConfiguredOtherwise() => InBothModes(static () =>
    {
        Teach();
        foreach ((Call call, bool capturesContext) in Methods)
        {
            QueueingContext context = new();
            Source first = new();
            Source second = new();
            context.Install();
            PooledValueTask<int> task = call(first, second);
            SynchronizationContext.SetSynchronizationContext(null);
            first.Complete();
            AssertPosted(context.Waiting, context.Run);
            second.Complete();
            AssertPosted(context.Waiting, context.Run);
            task.GetAwaiter().GetResult();

            QueueingScheduler scheduler = new();
            first = new();
            second = new();
            scheduler.Invoke(() => task = call(first, second));
            first.Complete();
            AssertPosted(scheduler.Waiting, scheduler.Run);
            second.Complete();
            AssertPosted(scheduler.Waiting, scheduler.Run);
            task.GetAwaiter().GetResult();

            void AssertPosted(int waiting, Func<int> run)
            {
                Assert.Equal(capturesContext ? 1 : 0, waiting);
                run();
            }
        }
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void ExecutionContext_Flows() => InBothModes(static () =>
    {
        Teach();
        foreach ((Call call, _) in Methods)
        {
            Source first = new();
            Source second = new();
            s_local.Value = 1;
            PooledValueTask<int> task = call(first, second);
            s_local.Value = 2;
            first.Complete();
            s_local.Value = 3;
            second.Complete();
            Assert.Equal(3, s_local.Value);
            s_local.Value = 0;
            Assert.Equal(1, task.GetAwaiter().GetResult());
        }
    });

    [Fact]
    public void SecondAwaiterOfAnOperation_GetsTheException_AndTheFirstTheResult() => InBothModes(static () =>
    {
        Teach();
        foreach ((Call call, _) in Methods)
        {
            Source[] sources = [new(), new(), new()];
            sources[0].Complete();
            PooledValueTask<int> first = call(sources[1], sources[2]);
            Assert.Throws<InvalidOperationException>(() => call(sources[1], new()).GetAwaiter().GetResult());
            sources[1].Complete();
            Assert.Throws<InvalidOperationException>(() => call(sources[0], sources[2]).GetAwaiter().GetResult());
            sources[2].Complete();
            first.GetAwaiter().GetResult();
        }
    });

    [Fact]
    public void Failure_IsThrownAtTheAwait() => InBothModes(static () =>
    {
        Teach();
        foreach ((Call call, _) in Methods)
        {
            Source first = new();
            PooledValueTask<int> task = call(first, new());
            first.Fail();
            Assert.Throws<TestException>(() => task.GetAwaiter().GetResult());

            first = new();
            Source second = new();
            task = call(first, second);
            first.Complete();
            second.Fail();
            Assert.Throws<TestException>(() => task.GetAwaiter().GetResult());
        }
    });

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    [InlineData(null, false)]
    public void Reader_IsUsedIfItReadsItsSamples(bool? readsSamples, bool isUsed)
    {
        object source = new();
        try
        {
            ValueTaskReaders.Use(new FakeReader(readsSamples), source, new Fake(source), new Fake(source), option: true);
            Assert.Equal(isUsed, AwaiterReader<Fake>.Known is not null);
        }
        finally
        {
            AwaiterReader<Fake>.Known = null;
        }
    }

    /// <summary>Runs a body where nothing is learned yet: with the fields, and as on a runtime that has others.</summary>
    private static void InBothModes(Action body)
    {
        FreshLibrary.Run(body);
        AppContext.SetSwitch(PrivateFields.Switch, false);
        try
        {
            FreshLibrary.Run(body);
        }
        finally
        {
            AppContext.SetSwitch(PrivateFields.Switch, true);
        }
    }

    private static async PooledValueTask<int> Plain<T>(ValueTask<T> first, ValueTask<T> second)
    {
        await first;
        await second;
        return s_local.Value;
    }

    private static async PooledValueTask<int> Configured<T>(ValueTask<T> first, ValueTask<T> second, bool continueOnCapturedContext)
    {
        await first.ConfigureAwait(continueOnCapturedContext);
        await second.ConfigureAwait(continueOnCapturedContext);
        return s_local.Value;
    }

    private static async PooledValueTask<int> Plain(ValueTask first, ValueTask second)
    {
        await first;
        await second;
        return s_local.Value;
    }

    private static async PooledValueTask<int> Configured(ValueTask first, ValueTask second, bool continueOnCapturedContext)
    {
        await first.ConfigureAwait(continueOnCapturedContext);
        await second.ConfigureAwait(continueOnCapturedContext);
        return s_local.Value;
    }

    /// <summary>Awaits through each awaiter until it is read, where it can be.</summary>
    private static void Teach()
    {
        foreach ((Call call, _) in Methods)
        {
            Teach(call);
        }
    }

    private static void Teach(Call call)
    {
        for (int i = 0; i < ValueTaskReaders.Delegates; i++)
        {
            Source first = new();
            Source second = new();
            PooledValueTask<int> task = call(first, second);
            first.Complete();
            second.Complete();
            task.GetAwaiter().GetResult();
        }
    }

    private static object? ReadSource<TAwaiter>(TAwaiter awaiter) => AwaiterReader<TAwaiter>.Known?.Read(ref awaiter, out _, out _);

    private static void AssertRead<TAwaiter>(TAwaiter awaiter, object source, short token, bool continueOnCapturedContext)
    {
        AwaiterReader<TAwaiter>? reader = AwaiterReader<TAwaiter>.Known;
        if (!PrivateFields.MayBeRead)
        {
            Assert.Null(reader);
            return;
        }

        Assert.Same(source, reader!.Read(ref awaiter, out short readToken, out bool readOption));
        Assert.Equal((token, continueOnCapturedContext), (readToken, readOption));
    }

    /// <summary>Sources with results of both kinds, and one without.</summary>
    private sealed class Source
    {
        private readonly PooledValueTaskSource<int> _source = PooledValueTaskSource<int>.Create();
        private readonly PooledValueTaskSource<string> _text = PooledValueTaskSource<string>.Create();
        private readonly PooledValueTaskSource _withoutResult = PooledValueTaskSource.Create();

        internal ValueTask<int> Task => _source.Task;

        internal ValueTask<string> Text => _text.Task;

        internal ValueTask WithoutResult => _withoutResult.Task;

        internal void Complete()
        {
            _source.SetResult(1);
            _text.SetResult("1");
            _withoutResult.SetResult();
        }

        internal void Fail()
        {
            _source.SetException(new TestException());
            _text.SetException(new TestException());
            _withoutResult.SetException(new TestException());
        }
    }

    private readonly record struct Fake(object Source);

    /// <summary>A reader of awaiters whose fields are as a test says.</summary>
    /// <param name="readsSamples">Whether samples are read as they were made; null if a field is missing.</param>
    private sealed class FakeReader(bool? readsSamples) : AwaiterReader<Fake>
    {
        internal override object? Read(ref Fake awaiter, out short token, out bool continueOnCapturedContext)
        {
            (token, continueOnCapturedContext) = readsSamples ?? throw new MissingFieldException()
                ? (ValueTaskReaders.SampleToken, true)
                : default((short, bool));
            return awaiter.Source;
        }
    }

    /// <summary>A source of another library, which passes everything on to an operation.</summary>
    private sealed class Wrapper(PooledValueTask<int> inner) : IValueTaskSource<int>
    {
        public int GetResult(short token) => ((IValueTaskSource<int>)inner._operation!).GetResult(inner._token);

        public ValueTaskSourceStatus GetStatus(short token) => inner._operation!.GetStatus(inner._token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            inner._operation!.OnCompleted(continuation, state, inner._token, flags);
    }
}

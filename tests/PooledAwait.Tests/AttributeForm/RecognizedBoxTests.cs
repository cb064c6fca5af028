namespace PooledAwait.Tests;

/// <summary>
/// Methods that await a ValueTask of an operation through each awaiter of the framework: where that takes our boxes as its own, and where
/// it gets delegates.
/// </summary>
public sealed class RecognizedBoxTests
{
    /// <summary>Calls a method that awaits two sources.</summary>
    private delegate PooledValueTask<int> Call(Source first, Source second);

    /// <summary>The methods, one for each awaiter.</summary>
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
    public void Await_FromTheFirstOn_NeedsNoDelegate() => InBothModes(static () =>
    {
        foreach ((Call call, _) in Methods)
        {
            Assert.Equal(!PrivateFields.MayBeRead, HasDelegate(call(new(), new())._operation!));
        }
    });

    [Fact]
    public void Await_OfATask_NeedsNoDelegateEither() => InBothModes(static () =>
    {
        TaskCompletionSource<int> source = new();
        foreach (PooledValueTask<int> method in (PooledValueTask<int>[])
        [
            OfTask(source.Task),
            OfTask(source.Task, continueOnCapturedContext: false),
            OfTask((Task)source.Task),
            Plain(new ValueTask<int>(source.Task), default),
            Configured(new ValueTask(source.Task), default, false),
        ])
        {
            Assert.Equal(!PrivateFields.MayBeRead, HasDelegate(method._operation!));
        }

        static async PooledValueTask<int> OfTask(Task task, bool continueOnCapturedContext = true)
        {
            await task.ConfigureAwait(continueOnCapturedContext);
            return 0;
        }
    });

    [Fact]
    public void TaskMethod_NeedsNoDelegateEither() => InBothModes(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Task<int> task = AttributedMethods.IncrementAsTask(source.Task);
        FieldInfo continuation = typeof(Operation).GetField("_continuation", BindingFlags.Instance | BindingFlags.NonPublic)!;
        object box = continuation.GetValue(source.PooledTask._operation!)!;
        Assert.IsAssignableFrom<MethodBox<TaskResult>>(box);
        Assert.Equal(!PrivateFields.MayBeRead, HasDelegate(box));
        source.SetResult(1);
        Assert.Equal(2, task.Result);
    });

    [Fact]
    public void SchedulingContext_IsPostedToUnlessConfiguredOtherwise() => InBothModes(static () =>
    {
        foreach ((Call call, bool capturesContext) in Methods)
        {
            QueueingContext context = new();
            QueueingScheduler scheduler = new();
            Check(context.Invoke, () => context.Waiting, context.Run);
            Check(scheduler.Invoke, () => scheduler.Waiting, scheduler.Run);

            void Check(Action<Action> invoke, Func<int> waiting, Func<int> run)
            {
                Source[] sources = [new(), new()];
                PooledValueTask<int> task = default;
                invoke(() => task = call(sources[0], sources[1]));
                foreach (Source source in sources)
                {
                    source.Complete();
                    Assert.Equal(capturesContext ? 1 : 0, waiting());
                    run();
                }

                task.GetAwaiter().GetResult();
            }
        }
    });

    [Fact]
    public void SecondAwaiterOfAnOperation_GetsTheException_AndTheFirstTheResult() => InBothModes(static () =>
    {
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

    /// <summary>Runs a body where boxes are recognized, and as on a runtime where they are not.</summary>
    private static void InBothModes(Action body)
    {
        bool usual = PrivateFields.MayBeRead;
        try
        {
            foreach (bool areRecognized in (bool[])[true, false])
            {
                AppContext.SetSwitch(PrivateFields.Switch, areRecognized);
                FreshLibrary.Run(body);
            }
        }
        finally
        {
            AppContext.SetSwitch(PrivateFields.Switch, usual);
        }
    }

    private static async PooledValueTask<int> Plain<T>(ValueTask<T> first, ValueTask<T> second)
    {
        await first;
        await second;
        return 0;
    }

    private static async PooledValueTask<int> Configured<T>(ValueTask<T> first, ValueTask<T> second, bool continueOnCapturedContext)
    {
        await first.ConfigureAwait(continueOnCapturedContext);
        await second.ConfigureAwait(continueOnCapturedContext);
        return 0;
    }

    private static async PooledValueTask<int> Plain(ValueTask first, ValueTask second)
    {
        await first;
        await second;
        return 0;
    }

    private static async PooledValueTask<int> Configured(ValueTask first, ValueTask second, bool continueOnCapturedContext)
    {
        await first.ConfigureAwait(continueOnCapturedContext);
        await second.ConfigureAwait(continueOnCapturedContext);
        return 0;
    }

    private static bool HasDelegate(object box)
    {
        Type? type = box.GetType();
        while (!type!.Name.StartsWith("MethodBox", StringComparison.Ordinal))
        {
            type = type.BaseType;
        }

        return type.GetField("_resume", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(box) is not null;
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
    }
}

using System.Reflection.Emit;

namespace PooledAwait.Tests.Diagnostics;

/// <summary>The messages of misuse and leaks, with all operations tracked and with none.</summary>
public class TrackingTests
{
    private const string Once =
        "A pooled task can be awaited, or its result taken, only once: use AsTask() or Preserve() to do so more often.";

    [Fact]
    public void Consumed_WithoutTracking_SaysTheMethodAndHowToTrackIt() => AssertSaysHowToTrack();

    /// <summary>The first operation of a process is not among those that the level records.</summary>
    [Fact]
    public void Consumed_NotAmongTheSampled_SaysTheSame() => RunTracked(static () => AssertSaysHowToTrack(), "sampled");

    [Fact]
    public void Consumed_Tracked_SaysWhereItWasStartedAndFirstConsumed() => RunTracked(static () =>
    {
        (PooledValueTask<int> task, int line) = Consumed();
        string expected = $"The result of 'TrackingTests.AddOne', started by TrackingTests.Consumed at TrackingTests.cs:{line}, "
            + $"was already consumed by TrackingTests.Consumed at TrackingTests.cs:{line + 2}. {Once}";
        Assert.Equal(expected, Refusal(() => task.Result));
        Assert.Equal(expected, Refusal(() => task.IsCompleted));
        Assert.Equal(expected, Refusal(() => task.AsValueTask().IsCompleted));
        Assert.Equal(expected, Assert.Throws<InvalidOperationException>(() => task.Forget()).Message);
    });

    [Fact]
    public void Consumed_ByAnAwaitThatFails_SaysTheMethodThatAwaited() => RunTracked(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        string? message = null;
        PooledValueTask<int> awaiting = CatchAsync();
        source.SetException(new FormatException());
        Assert.Equal(1, awaiting.Result);
        Assert.Contains("was already consumed by TrackingTests.", message, StringComparison.Ordinal);
        Assert.Contains("CatchAsync", message, StringComparison.Ordinal);

        // The second consumer comes before the trampoline has recycled the object.
        async PooledValueTask<int> CatchAsync()
        {
            try
            {
                return await task;
            }
            catch (FormatException)
            {
                message = Assert.Throws<InvalidOperationException>(() => task.Result).Message;
                return 1;
            }
        }
    });

#if NET9_0_OR_GREATER
    /// <summary>Diagnosis never changes a result: the method's attributes are read to find out whether it is the operation's own.</summary>
    [Fact]
    public void Started_UnderAnAttributeThatCannotBeRead_IsTracked() => RunTracked(static () =>
    {
        MethodInfo method = MethodUnderAnAttributeThatIsMissing();
        PooledValueTaskSource source = (PooledValueTaskSource)method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null)!;
        Assert.Contains(Pool.GetPendingOperations(), static operation => operation.StartedBy == "Attributed.Start");
        Assert.Equal("Attributed", OperationNames.Of(method.DeclaringType!));
        source.SetResult();
        source.PooledTask.GetAwaiter().GetResult();
    });
#endif

    /// <summary>A combinator consumes an input when it completes, inside the call that completed it.</summary>
    [Fact]
    public void Consumed_ByACombinator_SaysTheCodeThatCompletedTheInput() => RunTracked(static () =>
    {
        Action<PooledValueTask<int>>[] combinators =
        [
            static task => PooledValueTask.WhenAll(task, PooledValueTask.FromResult(1)).Forget(),
            static task => PooledValueTask.WhenAny(task, PooledValueTaskSource<int>.Create().PooledTask).Forget(),
            static task => task.WaitAsync(TimeSpan.FromSeconds(100)).Forget(),
            static task => task.Then(static value => value + 1).Forget(),
        ];
        foreach (Action<PooledValueTask<int>> combine in combinators)
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = source.PooledTask;
            combine(task);
            CompleteInput(source);
            AssertRefused("was already consumed by TrackingTests.CompleteInput at TrackingTests.cs:", () => task.Result);
        }
    });

    [Fact]
    public void Awaited_ByAnother_IsToldFromConsumed()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = AddOne(source.PooledTask);
        Assert.Equal(
            "'PooledValueTaskSource<Int32>' is already awaited, blocked on or forgotten by other code. "
                + $"{Once} Set POOLEDAWAIT_TRACKING=all to learn where.",
            Refusal(() => source.PooledTask.Result));
        source.SetResult(1);
        Assert.Equal(2, awaiting.Result);
    }

    [Fact]
    public void Awaited_ByAnother_Tracked_SaysWhereItWasStartedAndWhoAwaits() => RunTracked(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = AddOne(source.PooledTask);
        Assert.Matches(
            "^'PooledValueTaskSource<Int32>', started by .+, is already awaited, blocked on or forgotten by TrackingTests.AddOne at "
                + $"TrackingTests.cs:.+{Regex.Escape(Once)}$",
            Refusal(() => source.PooledTask.Result));
        source.SetResult(1);
        Assert.Equal(2, awaiting.Result);
    });

    [Fact]
    public void NeverValid_IsToldFromConsumed()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        ValueTask<int> never = new((IValueTaskSource<int>)task._operation!, (short)(task._token + 1));
        AssertRefused("This handle of 'PooledValueTaskSource<Int32>' was never valid", () => never.IsCompleted);
    }

    [Fact]
    public void Misuse_IsCounted()
    {
        long before = DiagnosticReports.Misused;
        (PooledValueTask<int> task, _) = Consumed();
        Assert.Throws<InvalidOperationException>(() => task.Result);
        Assert.Equal(before + 1, DiagnosticReports.Misused);
    }

    [Fact]
    public void Lost_Tracked_IsReportedWithWhereItWasStarted() => RunTracked(static () =>
    {
        List<string> lost = [];
        Pool.OperationLost += static _ => throw new TestException();
        Pool.OperationLost += operation =>
        {
            lock (lost)
            {
                lost.Add($"{operation.Method}, {operation.StartedBy.Split(" at ")[0]}");
            }
        };
        Lose();
        Watchdog.WaitFor(
            () =>
            {
                Garbage.Collect();
                lock (lost)
                {
                    return lost.Count != 0;
                }
            },
            "the lost operation");
        Assert.Equal(["TrackingTests.AddOne, TrackingTests.Lose"], lost);
        Assert.Equal(1, DiagnosticReports.Lost);
    });

    /// <summary>A hold is listed by who entered, also where it was another's leaving that let it in.</summary>
    [Fact]
    public void Held_Tracked_NamesWhoHasEntered() => RunTracked(static () =>
    {
        PooledLock gate = new();
        Check(gate.EnterAsync, gate.EnterAsync);
        PooledReaderWriterLock shared = new();
        Check(shared.EnterWriteAsync, shared.EnterReadAsync);

        static void Check<T>(Func<CancellationToken, PooledValueTask<T>> first, Func<CancellationToken, PooledValueTask<T>> second)
            where T : IDisposable
        {
            T releaser = EnterFirst(first).GetAwaiter().GetResult();
            PooledValueTask<T> waiting = EnterSecond(second);
            Assert.StartsWith("TrackingTests.EnterFirst at TrackingTests.cs:", Assert.Single(Holders()), StringComparison.Ordinal);
            releaser.Dispose();
            Assert.StartsWith("TrackingTests.EnterSecond at TrackingTests.cs:", Assert.Single(Holders()), StringComparison.Ordinal);
            waiting.GetAwaiter().GetResult().Dispose();
            Assert.Empty(Pool.GetPendingOperations());
        }

        static IEnumerable<string> Holders() => Pool.GetPendingOperations()
            .Where(static operation => operation.Method.EndsWith(".Releaser", StringComparison.Ordinal))
            .Select(static operation => operation.StartedBy);
    });

    [Fact]
    public void Everything_ThatIsConsumed_IsNeitherPendingNorLost() => RunTracked(static () =>
    {
        int lost = 0;
        Pool.OperationLost += _ => Interlocked.Increment(ref lost);
        for (int i = 0; i < 5; i++)
        {
            Use().GetAwaiter().GetResult();
        }

        SpinWait.SpinUntil(static () => Pool.GetPendingOperations().Count == 0, TimeSpan.FromSeconds(10));
        Assert.Empty(Pool.GetPendingOperations().Select(static operation => $"{operation.Method}, {operation.StartedBy}"));
        Garbage.Collect();
        Assert.Equal(0, Volatile.Read(ref lost));

        static async Task Use()
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> then = AddOne(source.PooledTask)
                .Then(static value => value + 1)
                .Then(static value => AddOne(PooledValueTask.FromResult(value)));
            source.SetResult(1);
            Assert.Equal(4, await then);

            PooledValueTaskSource<int> one = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<int> two = PooledValueTaskSource<int>.Create();
            PooledValueTask<(int, int)> all = PooledValueTask.WhenAll(AddOne(one.PooledTask), two.PooledTask);
            one.SetResult(1);
            two.SetResult(2);
            Assert.Equal((2, 2), await all.WaitAsync(TimeSpan.FromSeconds(100)));

            await PooledValueTask.Delay(TimeSpan.FromMilliseconds(1));
            Assert.Equal(7, await ReturnTask(7));
            PooledValueTask.FromException(new TestException()).Forget();
            PooledValueTaskSource<int> forgotten = PooledValueTaskSource<int>.Create();
            forgotten.PooledTask.Forget();
            forgotten.SetResult(1);
            await foreach ((int _, int value) in PooledValueTask.WhenEach([Yielding(1), Yielding(2)]))
            {
                Assert.InRange(value, 1, 2);
            }
        }

        static async PooledTask<int> ReturnTask(int value)
        {
            await Task.Yield();
            return value;
        }

        static async PooledValueTask<int> Yielding(int value)
        {
            await Task.Yield();
            return value;
        }
    });

    [Fact]
    public void Debugger_SeesTheMethodItsStateAndWhoAwaits() => Watchdog.Run(static () =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = AddOne(source.PooledTask);
        Assert.Equal(
            "PooledValueTaskSource<Int32>: Pending, awaited by TrackingTests.AddOne",
            source.PooledTask._operation!.DescribeFully(source.PooledTask._token));
        Assert.Equal("TrackingTests.AddOne: Pending", task._operation!.DescribeFully(task._token));
        source.SetResult(1);
        Assert.Equal("TrackingTests.AddOne: Completed, not yet consumed", task._operation!.DescribeFully(task._token));
        Assert.Equal(2, task.Result);
        Assert.Equal("TrackingTests.AddOne: Consumed", task._operation!.DescribeFully(task._token));
    });

    [Theory]
    [Booleans]
    public void Exception_ThreeMethodsDeep_GivesThreeLinesOfTheUsers(bool suspends) => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        if (!suspends)
        {
            source.SetResult(1);
        }

        PooledValueTask<int> task = First(source.PooledTask);
        if (suspends)
        {
            source.SetResult(1);
        }

        TestException exception = Assert.Throws<TestException>(() => task.Result);
        string[] frames = [.. exception.StackTrace!.Split('\n').Where(static line => line.Contains("   at ", StringComparison.Ordinal))];
        Assert.Collection(
            frames.Take(3),
            static line => Assert.Contains("g__Third|", line, StringComparison.Ordinal),
            static line => Assert.Contains("g__Second|", line, StringComparison.Ordinal),
            static line => Assert.Contains("g__First|", line, StringComparison.Ordinal));
        Assert.DoesNotContain(
            frames,
            static line => line.Contains("at PooledAwait.", StringComparison.Ordinal)
                && !line.Contains("at PooledAwait.Tests.", StringComparison.Ordinal));

        static async PooledValueTask<int> First(PooledValueTask<int> task) => await Second(task);
        static async PooledValueTask<int> Second(PooledValueTask<int> task) => await Third(task);
        static async PooledValueTask<int> Third(PooledValueTask<int> task) => await task == 1 ? throw new TestException() : 0;
    });

    private static void AssertSaysHowToTrack()
    {
        (PooledValueTask<int> task, _) = Consumed();
        Assert.Equal(
            $"The result of 'TrackingTests.AddOne' was already consumed. {Once} Set POOLEDAWAIT_TRACKING=all to learn where.",
            Refusal(() => task.Result));
    }

    private static string Refusal(Func<object> use) => Assert.Throws<InvalidOperationException>(use).Message;

    private static void AssertRefused(string part, Func<object> use) => Assert.Contains(part, Refusal(use), StringComparison.Ordinal);

    /// <summary>A task whose result was taken, and the line of its start; two lines on, it is consumed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (PooledValueTask<int> Task, int Line) Consumed()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        (PooledValueTask<int> task, int line) = (AddOne(source.PooledTask), Line());
        source.SetResult(1);
        Assert.Equal(2, task.Result);
        return (task, line);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        _ = AddOne(source.PooledTask);
        source.SetResult(1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // a frame of its own, which messages name
    private static void CompleteInput(PooledValueTaskSource<int> source) => source.SetResult(1);

    private static async PooledValueTask<int> AddOne(PooledValueTask<int> task) => await task + 1;

    private static int Line([CallerLineNumber] int line = 0) => line;

#if NET9_0_OR_GREATER // which can save an assembly
    /// <summary>
    /// A method under an attribute from an assembly that is nowhere, as are its class and its assembly. It returns a pending operation.
    /// </summary>
    internal static MethodInfo MethodUnderAnAttributeThatIsMissing()
    {
        PersistedAssemblyBuilder missing = new(new AssemblyName("PooledAwait.Tests.Missing"), typeof(object).Assembly);
        TypeBuilder attribute = missing.DefineDynamicModule("m").DefineType("MissingAttribute", TypeAttributes.Public, typeof(Attribute));
        ConstructorBuilder constructor = attribute.DefineDefaultConstructor(MethodAttributes.Public);
        attribute.CreateType();

        PersistedAssemblyBuilder deployed = new(new AssemblyName("PooledAwait.Tests.Attributed"), typeof(object).Assembly);
        deployed.SetCustomAttribute(new CustomAttributeBuilder(constructor, []));
        TypeBuilder type = deployed.DefineDynamicModule("m").DefineType("Attributed", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Start", MethodAttributes.Public | MethodAttributes.Static, typeof(object), []);
        type.SetCustomAttribute(new CustomAttributeBuilder(constructor, []));
        method.SetCustomAttribute(new CustomAttributeBuilder(constructor, []));
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Call, typeof(PooledValueTaskSource).GetMethod(nameof(PooledValueTaskSource.Create), Type.EmptyTypes)!);
        il.Emit(OpCodes.Box, typeof(PooledValueTaskSource));
        il.Emit(OpCodes.Ret);
        type.CreateType();
        using MemoryStream image = new();
        deployed.Save(image);
        image.Position = 0;
        return AssemblyLoadContext.GetLoadContext(typeof(Pool).Assembly)!.LoadFromStream(image).GetType("Attributed")!.GetMethod("Start")!;
    }
#endif

    /// <summary>Runs a body where operations are tracked: the library reads the level when it is first used.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledValueTask<T> EnterFirst<T>(Func<CancellationToken, PooledValueTask<T>> enter) => enter(CancellationToken.None);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledValueTask<T> EnterSecond<T>(Func<CancellationToken, PooledValueTask<T>> enter) => enter(CancellationToken.None);

    private static void RunTracked(Action body, string level = "all")
    {
        AppContext.SetData(TrackingSettings.Property, level);
        try
        {
            FreshLibrary.Run(body);
        }
        finally
        {
            AppContext.SetData(TrackingSettings.Property, null);
        }
    }
}

using System.Diagnostics.Tracing;

namespace PooledAwait.Tests;

/// <summary>Tests that change settings of the whole process, and so run alone.</summary>
[CollectionDefinition(nameof(FrameworkDiagnosticsTests), DisableParallelization = true)]
public sealed class FrameworkDiagnosticsAlone;

/// <summary>
/// What debuggers, dumps and profilers find out about suspended pooled methods, by the framework's members that they call or read. Where
/// boxes are recognized.
/// </summary>
[Collection(nameof(FrameworkDiagnosticsTests))]
public sealed class FrameworkDiagnosticsTests
{
    private const BindingFlags Members =
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Assembly s_framework = typeof(object).Assembly;
    private static readonly Type s_box = s_framework.GetType("System.Runtime.CompilerServices.IAsyncStateMachineBox", throwOnError: true)!;

    /// <summary>One pooled method of each form over a source.</summary>
    private static readonly Dictionary<string, Func<PooledValueTask<int>, ValueTask<int>>> s_forms = new()
    {
        [nameof(OfPooledValueTask)] = static inner => OfPooledValueTask(inner),
        [nameof(OfPooledTask)] = static inner => new(OfPooledTask(inner).AsTask()),
        [nameof(OfValueTask)] = static inner => OfValueTask(inner),
        [nameof(OfTask)] = static inner => new(OfTask(new ValueTask<int>(inner.AsTask()))),
    };

    public static TheoryData<string> Forms => new(s_forms.Keys);

    [Theory]
    [InlineData(nameof(OfPooledValueTask))]
    [InlineData(nameof(OfPooledTask))]
    [InlineData(nameof(OfValueTask))]
    public void Debugger_GetsTheStateMachineOfABox(string form) => IfRecognized(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ValueTask<int> task = s_forms[form](source.PooledTask);
        object box = source.PooledTask._operation!.FindAwaitingBox()!;
        Assert.IsAssignableFrom(s_box, box);

        Action seen = StateMachineForDebugger((Action)s_box.GetProperty("MoveNextAction")!.GetValue(box)!);

        Assert.Equal(form, MethodOf(seen.Target!));
        source.SetResult(1);
        Assert.Equal(2, task.AsTask().Result);
    });

    /// <summary>As a debugger shows the async call stack: from a Task to what continues it, and from that to its own Task.</summary>
    [Theory]
    [Booleans]
    public void Walk_ThroughTasks_FindsEachPooledMethod(bool isDebugger) => IfRecognized(() =>
    {
        using Listener listener = new(isDebugger ? "none" : "System.Threading.Tasks.TplEventSource");
        FieldInfo debugging = typeof(Task).GetField("s_asyncDebuggingEnabled", Members)!;
        debugging.SetValue(null, isDebugger);
        Listener.Synchronize();
        try
        {
            TaskCompletionSource<int> source = new();
            Task<int> task = OfTask(new ValueTask<int>(OfPooledTask(OfTask(new ValueTask<int>(source.Task))).AsTask()));
            Assert.Equal([nameof(OfTask), nameof(OfPooledTask), nameof(OfTask)], MethodsAfter(source.Task));
            source.SetResult(1);
            Assert.Equal(4, task.Result);
        }
        finally
        {
            debugging.SetValue(null, false);
            Listener.Synchronize();
        }
    });

    [Fact]
    public void DiagnosticData_LinksBoxToBox_FromAPendingLeafToTheOutermostMethod() => IfRecognized(static () =>
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> inner = OfPooledValueTask(OfTask(new ValueTask<int>(source.Task)));
        ValueTask<int> middle = OfValueTask(Sum(PooledValueTask.WhenAll(inner, new PooledValueTask<int>(1))));
        Task<int> outer = OfFramework(OfPooledTask(OfTask(new ValueTask<int>(middle.AsPooledValueTask().AsTask()))).AsTask());

        Assert.Equal(
            [
                nameof(OfTask), nameof(OfPooledValueTask), nameof(PooledValueTask.WhenAll), nameof(Sum), nameof(OfValueTask),
                nameof(OfTask), nameof(OfPooledTask), nameof(OfFramework),
            ],
            BoxesAfter(source.Task).Select(static box => MethodOf(StateMachineOf(box))));
        source.SetResult(1);
        Assert.Equal(8, outer.Result);
    });

    [Fact]
    public void DiagnosticData_OfABox_SaysWhichMethodAndWhichAwait() => IfRecognized(static () =>
    {
        TaskCompletionSource<int>[] sources = [new(), new()];
        PooledValueTask<int> task = OfTwo(sources[0].Task, sources[1].Task);
        object box = Assert.Single(BoxesAfter(sources[0].Task));
        Assert.Equal((MethodIdOf(box), 0), Describe(box));

        sources[0].SetResult(1);
        box = Assert.Single(BoxesAfter(sources[1].Task));
        Assert.Equal((MethodIdOf(box), 1), Describe(box));

        sources[1].SetResult(1);
        Assert.Equal(2, task.GetAwaiter().GetResult());

        static (ulong MethodId, int State) Describe(object box)
        {
            _ = DiagnosticData(box, out ulong methodId, out int state);
            return (methodId, state);
        }

        // What the framework's own boxes say; there is none before .NET 11.
        static ulong MethodIdOf(object box)
        {
            ulong id = (ulong)(s_framework.GetType("System.Runtime.CompilerServices.AsyncStateMachineDiagnostics`1")
                ?.MakeGenericType(StateMachineOf(box).GetType()).GetProperty("MethodId")!.GetValue(null) ?? 0UL);
            Assert.Equal(Environment.Version.Major >= 11, id != 0);
            return id;
        }
    });

    /// <summary>.NET 11's profiler wraps boxes.</summary>
    [Theory]
    [MemberData(nameof(Forms))]
    public void Methods_WithTheAsyncProfilerOn_WorkAsWithout(string form)
    {
        using Listener listener = new("System.Runtime.CompilerServices.AsyncProfilerEventSource");
        Watchdog.Run(async () =>
        {
            Func<PooledValueTask<int>, ValueTask<int>> call = s_forms[form];
            for (int i = 0; i < 200; i++)
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                TaskCompletionSource<int> end = new();
                ValueTask<int> task = call(OfPooledValueTask(OfTask(new ValueTask<int>(OfPooledTask(OfTask(source.Task)).AsTask()))));
                PooledValueTask<int> following = OfTwo(end.Task, task.AsTask());
                source.SetResult(i);
                end.SetResult(1);
                Assert.Equal(i + 6, await following);
                Assert.Equal(i + 1, await Yielding(i));

                source = PooledValueTaskSource<int>.Create();
                task = call(source.PooledTask);
                source.SetException(new TestException());
                await Assert.ThrowsAsync<TestException>(async () => await task);
            }
        });
        Assert.Equal(Environment.Version.Major >= 11, listener.Count > 0);
    }

    private static void IfRecognized(Action body)
    {
        if (FrameworkBoxes.AreRecognized)
        {
            Watchdog.Run(body);
        }
    }

    /// <summary>The methods that continue a Task, each one by the Task of the one before.</summary>
    private static List<string> MethodsAfter(Task first)
    {
        MethodInfo getDelegates = typeof(Task).GetMethod("GetDelegateContinuationsForDebugger", Members)!;
        List<string> methods = [];
        Task? task = first;
        while (task is not null
            && getDelegates.Invoke(task, null) is Delegate[] and [{ Target: IAsyncStateMachine stateMachine }])
        {
            methods.Add(MethodOf(stateMachine));
            FieldInfo builder = stateMachine.GetType().GetField("<>t__builder", Members)!;
            task = builder.FieldType.GetProperty("ObjectIdForDebugger", Members)!.GetValue(builder.GetValue(stateMachine)) as Task;
        }

        return methods;
    }

    /// <summary>The boxes that go on after a Task, as .NET 11's profiler finds them.</summary>
    private static IEnumerable<object> BoxesAfter(Task task)
    {
        object? next = typeof(Task).GetField("m_continuationObject", Members)!.GetValue(task);
        while (s_box.IsInstanceOfType(next))
        {
            yield return next!;
            next = DiagnosticData(next!, out _, out _);
        }
    }

    /// <summary>By the framework's interface, where that has the member.</summary>
    private static object? DiagnosticData(object box, out ulong methodId, out int state)
    {
        object?[] data = new object?[3];
        MethodInfo? method = s_box.GetMethod("GetDiagnosticData") ?? box.GetType().GetMethod("GetDiagnosticData");
        Assert.True(method is null || (bool)method.Invoke(box, data)!);
        methodId = (ulong)(data[0] ?? 0UL);
        state = (int)(data[1] ?? -1);
        return data[2];
    }

    private static object StateMachineOf(object box) => s_box.GetMethod("GetStateMachineObject")!.Invoke(box, null)!;

    private static Action StateMachineForDebugger(Action action) =>
        (Action)s_framework.GetType("System.Runtime.CompilerServices.AsyncMethodBuilderCore", throwOnError: true)!
            .GetMethod("TryGetStateMachineForDebugger", Members)!.Invoke(null, [action])!;

    /// <summary>The name in the name of the compiler's type.</summary>
    private static string MethodOf(object stateMachine) => stateMachine.GetType().Name.Split('<', '>')[1];

    private static async PooledValueTask<int> OfPooledValueTask(PooledValueTask<int> inner) => await inner + 1;

    private static async PooledValueTask<int> OfPooledValueTask(Task<int> inner) => await inner + 1;

    private static async PooledTask<int> OfPooledTask(PooledValueTask<int> inner) => await inner + 1;

    private static async PooledTask<int> OfPooledTask(Task<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OfValueTask(PooledValueTask<int> inner) => await inner.AsValueTask() + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    private static async Task<int> OfTask(ValueTask<int> inner) => await inner + 1;

    private static async Task<int> OfFramework(Task<int> inner) => await inner.ConfigureAwait(false) + 1;

    private static async PooledValueTask<int> Sum(PooledValueTask<(int, int)> inner)
    {
        (int left, int right) = await inner;
        return left + right;
    }

    private static async PooledValueTask<int> OfTwo(Task<int> first, Task<int> second) => await first + await second;

    private static async PooledValueTask<int> Yielding(int value)
    {
        await Task.Yield();
        return value + 1;
    }

    /// <summary>Switches an event source of the framework on while it lives, and counts its events.</summary>
    private sealed class Listener : EventListener
    {
        private readonly string _name;
        private int _count;

        internal Listener(string name)
        {
            _name = name;
            foreach (EventSource source in EventSource.GetSources())
            {
                Enable(source);
            }
        }

        internal int Count => Volatile.Read(ref _count);

        /// <summary>.NET 11 looks at the debugger's switch when an event source has changed.</summary>
        internal static void Synchronize() => new Listener("System.Threading.Tasks.TplEventSource").Dispose();

        /// <summary>The base class calls it, too, before there is a name.</summary>
        protected override void OnEventSourceCreated(EventSource eventSource) => Enable(eventSource);

        protected override void OnEventWritten(EventWrittenEventArgs eventData) => Interlocked.Increment(ref _count);

        private void Enable(EventSource source)
        {
            if (source.Name == _name)
            {
                EnableEvents(source, EventLevel.Verbose, EventKeywords.All);
            }
        }
    }
}

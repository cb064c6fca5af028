using PooledAwait.Tests.Oracle;

namespace PooledAwait.Tests.Context;

/// <summary>What the switch decides: each test holds with flow and without, and says what is seen in both.</summary>
public sealed class FlowSwitchTests
{
    private static readonly AsyncLocal<string?> s_local = new();

    [Fact]
    public void Switch_OfThisRun_IsTheOneThatTheRunAsksFor() => Assert.Equal(FlowMode.IsOn, ExecutionContextFlow.IsEnabled);

    /// <summary>The trimmer ignores what it does not find.</summary>
    [Fact]
    public void Substitutions_OfTheTrimmer_NameTheSwitchAndItsProperty()
    {
        Assembly library = typeof(PooledValueTask).Assembly;
        using Stream stream = library.GetManifestResourceStream("ILLink.Substitutions.xml")!;
        XElement[] types = [.. XElement.Load(stream).Descendants("type")];
        Assert.All(types, one => Assert.NotNull(library.GetType((string)one.Attribute("fullname")!)));
        XElement type = types[0];
        XElement[] methods = [.. type.Elements()];

        Assert.Equal(library.GetName().Name, (string?)type.Parent!.Attribute("fullname"));
        Assert.Equal(typeof(ExecutionContextFlow).FullName, (string?)type.Attribute("fullname"));
        Assert.Equal(["true", "false"], methods.Select(static method => (string?)method.Attribute("featurevalue")));
        Assert.Equal("true", (string?)methods[0].Attribute("featuredefault"));
        Assert.All(methods, static method =>
        {
            Assert.Equal($"System.Boolean get_{nameof(ExecutionContextFlow.IsEnabled)}()", (string?)method.Attribute("signature"));
            Assert.Equal(ExecutionContextFlow.Switch, (string?)method.Attribute("feature"));
            Assert.Equal((string?)method.Attribute("featurevalue"), (string?)method.Attribute("value"));
        });
    }

    [Fact]
    public void AsyncLocal_AfterAnAwait_IsTheMethodsWithFlowAndTheCompletersWithout() => Watchdog.Run(static () =>
    {
        const int Caller = 1, Method = 2, Completer = 3, Changed = 4;
        Step[] body = [new SetLocal(Method), new Await(LeafKind.Own, default, InContext: true), new SetLocal(Changed)];
        foreach (ProgramForm form in ProgramForm.Ours)
        {
            Gate gate = new();
            Gate.Value = Caller;
            Root root = form.Start(body, new Flow(gate));
            int afterTheCall = Gate.Value;
            Gate.Value = Completer;
            gate.Leaf!.Complete();
            root.GetResult();

            (string, int, int, int) expected = FlowMode.IsOn
                ? (form.Name, Caller, Method, Completer)
                : (form.Name, Method, Completer, Changed);
            Assert.Equal(expected, (form.Name, afterTheCall, gate.AfterTheAwait, Gate.Value));
        }
    });

    [Fact]
    public void AsyncLocal_OfAFrameworkMethod_IsItsOwnAfterItAwaitsAPooledOne() => Watchdog.Run(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        s_local.Value = "caller";
        Task<string?> task = Framework(source.PooledTask);
        s_local.Value = "completer";
        source.SetResult();
        Assert.Equal("caller", task.GetAwaiter().GetResult());

        static async Task<string?> Framework(PooledValueTask task)
        {
            await task.ConfigureAwait(false);
            return s_local.Value;
        }
    });

    [Fact]
    public void AsyncLocal_AfterYield_IsTheMethodsWithFlowAndNoneWithout() => Watchdog.Run(static () =>
    {
        s_local.Value = "caller";
        Assert.Equal(FlowMode.IsOn ? "caller" : null, AfterYield().GetAwaiter().GetResult());

        static async PooledValueTask<string?> AfterYield()
        {
            await Task.Yield();
            return s_local.Value;
        }
    });

    /// <summary>The situation of one await, whose operation the test completes.</summary>
    private sealed class Gate() : World(isOurs: true)
    {
        internal static int Value
        {
            get => Local.Value;
            set => Local.Value = value;
        }

        internal Leaf? Leaf { get; private set; }

        internal int AfterTheAwait { get; private set; }

        internal override bool MayYield => false;

        internal override Leaf Pend(Await step) => Leaf = new Leaf(this, step.Kind, step.Outcome);

        internal override string Observe(string what)
        {
            AfterTheAwait = what.EndsWith(nameof(Await), StringComparison.Ordinal) ? Value : AfterTheAwait;
            return what;
        }

        internal override void Add(string name, Action act, Func<bool>? isSecond) => throw new NotSupportedException();

        internal override Task RunOn(SchedulerKind scheduler, Action action) => throw new NotSupportedException();

        protected override SynchronizationContext? ContextOf(ContextKind kind) => throw new NotSupportedException();
    }
}

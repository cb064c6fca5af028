using PooledAwait;
using Awaited = PooledAwait.PooledValueTask<int>;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library with its switch against flow, and with ConfigureAwait(false) at each await.</summary>
[AsyncMethods(
    Task = "PooledValueTask", Operation = ".PooledTask", Configured = ".ConfigureAwait(false)", Discard = "$2.Forget()")]
internal sealed partial class PooledAwaitNoFlowLibrary() : Row(
    Library.OfRepository(
        typeof(PooledValueTask),
        "PooledAwait-NoFlow",
        "PooledAwaitFlowExecutionContext = false, and ConfigureAwait(false) at each await: neither context is captured."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    private const string Switch = "PooledAwait.FlowExecutionContext";

    /// <summary>Continuations and combinators have no awaits to configure: they are the same methods, with the switch.</summary>
    private static readonly PooledAwaitLibrary s_flowing = new();

    public override Action Configure => static () => AppContext.SetSwitch(Switch, false);

#if NET
    /// <summary>A constant of a program that is compiled natively: it has the switch only if it was published with it.</summary>
    private static bool CanSwitch =>
        RuntimeFeature.IsDynamicCodeSupported || (AppContext.TryGetSwitch(Switch, out bool flows) && !flows);
#else
    private static bool CanSwitch => true;
#endif

    public override Availability AsyncAwait(bool pending) => IfSwitched(NestedWorkload<Body>.With(pending));
    public override Availability ContinueWith(bool pending) => IfSwitched(s_flowing.ContinueWith(pending));
    public override Availability Yield(YieldCategory category) => IfSwitched(YieldPooledValueTask.Of(category));
    public override Availability WhenAll(int inputs) => IfSwitched(s_flowing.WhenAll(inputs));
    public override Availability WhenAny(int inputs) => IfSwitched(s_flowing.WhenAny(inputs));
    public override Availability WaitAsync(WaitLimit limit) => IfSwitched(s_flowing.WaitAsync(limit));

    public override Availability Rounds(RoundsWork work) => IfSwitched(work.IsChain
        ? s_flowing.Rounds(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>());

    public override Availability Operations(OperationsWork work) => IfSwitched(work.With<Body, Source, Awaited>());

    private static Availability IfSwitched(Availability work) => CanSwitch
        ? work
        : Availability.No("NativeAOT compiles the switch as a constant, and this runner was published with flow.");
}

using FsCheck;
using FsCheck.Fluent;

namespace PooledAwait.Tests.Oracle;

/// <summary>A random program.</summary>
/// <param name="Body">The steps of its first method.</param>
/// <param name="DriverSeed">What the order depends on in which a driver completes, calls back and runs.</param>
/// <param name="IsPlain">
/// Whether it does without contexts, schedulers and second calls, for which Task has rules of its own: an await without a scheduling
/// context never goes on where there is one.
/// </param>
internal sealed record Program(Step[] Body, int DriverSeed = 0, bool IsPlain = false)
{
    /// <summary>The context without values, in which the driver begins.</summary>
    internal ExecutionContext Outside { get; init; } = null!;

    public override string ToString() =>
        $"{(IsPlain ? "plain, " : "")}driver {DriverSeed}: {string.Join("; ", Body.Select(static step => step.ToString()))}";
}

/// <summary>Makes random programs of one situation, and smaller ones out of those that fail.</summary>
internal sealed class Programs
{
    private readonly bool _isDriven;
    private readonly bool _isPlain;
    private readonly Gen<Step> _simple;

    private Programs(bool isDriven, bool isPlain)
    {
        _isDriven = isDriven;
        _isPlain = isPlain;
        _simple = isDriven ? Gen.Frequency((isPlain ? 1 : 5, DrivenSteps()), (isPlain ? 0 : 1, PlacedSteps())) : ThreadsSteps();
    }

    private static Gen<Outcome> Outcomes { get; } = Gen.Frequency(
        (6, Number(10).Select(id => new Outcome(OutcomeKind.Succeeds, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Fails, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Cancels, id))));

    private static Gen<bool> Mostly { get; } = Gen.Frequency((3, Gen.Constant(true)), (1, Gen.Constant(false)));

    private static Gen<Completer> Completers { get; } =
        from context in Gen.Elements(Threads.Contexts)
        from isNot in Mostly
        select new Completer(context, !isNot);

    private static Gen<Step> Throws { get; } =
        Outcomes.Where(outcome => outcome.Kind != OutcomeKind.Succeeds).Select(outcome => (Step)new Throw(outcome));

    private static Gen<Step> SetsLocal { get; } = Number(100).Select(value => (Step)new SetLocal(value));

    // After the generators above, which their constructors use.
    private static readonly Programs s_threads = new(isDriven: false, isPlain: false);
    private static readonly Programs s_plain = new(isDriven: true, isPlain: true);
    private static readonly Programs s_hostile = new(isDriven: true, isPlain: false);

    /// <summary>For <see cref="Oracle.Threads"/>; without flow they change no AsyncLocal and no context.</summary>
    internal static Arbitrary<Program> OfThreads { get; } = Arb.From(
        Gen.Sized(size => s_threads.Block(Math.Min(size, 24)).Select(body => new Program(body))),
        Shrink);

    /// <summary>For <see cref="Oracle.Driven"/>.</summary>
    internal static Arbitrary<Program> OfDriver { get; } = Arb.From(
        Gen.Sized(size =>
            from isPlain in Gen.Frequency((2, Gen.Constant(false)), (1, Gen.Constant(true)))
            from body in (isPlain ? s_plain : s_hostile).Block(Math.Min(size, 30))
            from seed in Number(1_000_000)
            select new Program(body, seed, isPlain)),
        Shrink);

    private static Gen<int> Number(int below) => Gen.Choose(0, below - 1);

    private static Gen<Step> SetsContext(params ContextKind[] contexts) =>
        Gen.Elements(contexts).Select(context => (Step)new SetContext(context));

    private Gen<Step[]> Block(int size) =>
        from length in Gen.Choose(0, Math.Max(1, Math.Min(size, 6)))
        from steps in Gen.ArrayOf(OneStep(size), length)
        select steps;

    private Gen<Step> OneStep(int size)
    {
        if (size < 2)
        {
            return _simple;
        }

        Gen<Step[]> block = Block(size / 3);
        Gen<Step[]?> maybe = Gen.OneOf(block.Select(steps => (Step[]?)steps), Gen.Constant<Step[]?>(null));
        SchedulerKind[] schedulers = _isPlain ? [SchedulerKind.Default] : Enum.GetValues<SchedulerKind>();
        Gen<Step> nested = Gen.Frequency(
            (4, from body in block from meanwhile in block from inContext in Mostly select (Step)new Call(body, meanwhile, inContext)),
            (_isDriven ? 1 : 0, block.Select(body => (Step)new Drop(body))),
            (_isDriven ? 1 : 0, from body in block from flows in Mostly select (Step)new CallBack(body, flows)),
            (2, from body in block from handler in maybe from last in maybe select (Step)new Try(body, handler, last)),
            (1, from scheduler in Gen.Elements(schedulers) from body in block select (Step)new CallOn(scheduler, body)));
        return Gen.Frequency((5, _simple), (4, nested));
    }

    private static Gen<Step> Awaits(params LeafKind[] kinds) =>
        from kind in Gen.Elements(kinds)
        from outcome in Outcomes
        from inContext in Mostly
        from completer in Completers
        select (Step)new Await(kind, outcome, inContext, completer);

    private static Gen<Step> AwaitsForeign(params ForeignKind[] kinds) =>
        from kind in Gen.Elements(kinds)
        from isCritical in Mostly
        from outcome in Outcomes.Where(outcome =>
            outcome.Kind == OutcomeKind.Fails || kind is not (ForeignKind.Throw or ForeignKind.ThrowThenLate))
        select (Step)new AwaitForeign(kind, isCritical, outcome);

    private static Gen<Step> ThreadsSteps() => Gen.Frequency(
        (8, Awaits([.. Enum.GetValues<LeafKind>().Except([LeafKind.Cancelable, LeafKind.Raced])])),
        (1, Completers.Select(completer => (Step)new AwaitRaced(completer))),
        (2, AwaitsForeign(ForeignKind.Late)),
        (2, Mostly.Select(inContext => (Step)new Yield(inContext))),
        (1, Throws),
        (FlowMode.IsOn ? 4 : 0, SetsLocal),
        (FlowMode.IsOn ? 2 : 0, SetsContext(Threads.Contexts)));

    private Gen<Step> DrivenSteps() => Gen.Frequency(
        (6, Awaits(LeafKind.Own, LeafKind.OwnAsValueTask, LeafKind.Cancelable, LeafKind.Other)),
        (5, AwaitsForeign([.. Enum.GetValues<ForeignKind>().Where(kind => !_isPlain || kind < ForeignKind.LateTwice)])),
        (2, from kind in Gen.Elements(LeafKind.Own, LeafKind.OwnAsValueTask)
            from outcome in Outcomes
            from flows in Mostly
            from inContext in Mostly
            from staysQuiet in Mostly
            select (Step)new Register(kind, outcome, flows, inContext && staysQuiet, !staysQuiet)),
        (3, SetsLocal),
        (1, Number(100).Select(value => (Step)new SetLocal(value, Notifies: true))),
        (_isPlain ? 1 : 2, SetsFlow()),
        (2, Number(12).Select(choice => (Step)new CompleteAnother(choice))),
        (1, Throws));

    /// <remarks>
    /// A plain program restores no flow: a Task runs its continuations in a completer's contexts, which the library leaves intact where
    /// that completer has restored its flow (docs/semantics.md).
    /// </remarks>
    private Gen<Step> SetsFlow() => _isPlain
        ? Gen.Constant((Step)new SetFlow(false))
        : Gen.OneOf(from flows in Mostly select (Step)new SetFlow(!flows), Gen.Constant((Step)new SetFlow(true)));

    private static Gen<Step> PlacedSteps() => Gen.Frequency(
        (4, SetsContext(Enum.GetValues<ContextKind>())),
        (1, Gen.Constant((Step)new Yield(InContext: true))),
        (1, from flows in Mostly select (Step)new RegisterCompleted(flows)));

    private static IEnumerable<Program> Shrink(Program program) => Shrink(program.Body).Select(body => program with { Body = body });

    /// <summary>Without one of the steps, with one replaced by its parts, or with one of its blocks made smaller.</summary>
    private static IEnumerable<Step[]> Shrink(Step[] steps) => Enumerable.Range(0, steps.Length).SelectMany(i =>
        Smaller(steps[i]).Prepend([]).Select(replacement => (Step[])[.. steps[..i], .. replacement, .. steps[(i + 1)..]]));

    private static IEnumerable<Step[]> Smaller(Step step) => step is not Nested nested ? [] :
    [
        nested.Body,
        .. nested is Call call ? [call.Meanwhile] : Array.Empty<Step[]>(),
        .. nested is Try { Catch: not null } ? [[nested with { Second = null }]] : Array.Empty<Step[]>(),
        .. nested is Try { Finally: not null } ? [[nested with { Third = null }]] : Array.Empty<Step[]>(),
        .. Shrink(nested.Body).Select(steps => (Step[])[nested with { Body = steps }]),
        .. Shrink(nested.Second ?? []).Select(steps => (Step[])[nested with { Second = steps }]),
        .. Shrink(nested.Third ?? []).Select(steps => (Step[])[nested with { Third = steps }]),
    ];
}

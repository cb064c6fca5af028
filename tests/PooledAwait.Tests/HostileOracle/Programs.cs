using System;
using System.Collections.Generic;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>Makes random programs, and smaller ones out of those that fail.</summary>
internal static class Programs
{
    internal static Arbitrary<Program> All { get; } = Arb.From(
        Gen.Sized(size =>
            from isPlain in Gen.Frequency((2, Gen.Constant(false)), (1, Gen.Constant(true)))
            from body in Block(Math.Min(size, 30), isPlain)
            from seed in Number(1_000_000)
            select new Program(body, seed, isPlain)),
        static program => Shrink(program.Body).Select(body => program with { Body = body }));

    private static Gen<Outcome> Outcomes { get; } = Gen.Frequency(
        (6, Number(10).Select(id => new Outcome(OutcomeKind.Succeeds, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Fails, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Cancels, id))));

    private static Gen<Outcome> Failures { get; } = Outcomes.Where(outcome => outcome.Kind != OutcomeKind.Succeeds);

    private static Gen<Outcome> Errors { get; } = Number(4).Select(id => new Outcome(OutcomeKind.Fails, id));

    private static Gen<bool> Mostly { get; } = Gen.Frequency((3, Gen.Constant(true)), (1, Gen.Constant(false)));

    private static Gen<int> Number(int below) => Gen.Choose(0, below - 1);

    private static Gen<Step[]> Block(int size, bool isPlain) =>
        from length in Gen.Choose(0, Math.Max(1, Math.Min(size, 6)))
        from steps in Gen.ArrayOf(OneStep(size, isPlain), length)
        select steps;

    private static Gen<Step> OneStep(int size, bool isPlain)
    {
        Gen<Step> simple = isPlain ? Simple(isPlain) : Gen.Frequency((5, Simple(isPlain)), (1, Placed));
        if (size < 2)
        {
            return simple;
        }

        Gen<Step[]> block = Block(size / 3, isPlain);
        Gen<Step[]?> maybe = Gen.OneOf(block.Select(steps => (Step[]?)steps), Gen.Constant<Step[]?>(null));
        Gen<Step> nested = Gen.Frequency(
            (4, from body in block from meanwhile in block from inContext in Mostly select (Step)new Call(body, meanwhile, inContext)),
            (1, block.Select(body => (Step)new Drop(body))),
            (1, from body in block from flows in Mostly select (Step)new CallBack(body, flows)),
            (2, from body in block from handler in maybe from last in maybe select (Step)new Try(body, handler, last)),
            (1, from scheduler in Gen.Elements(Schedulers(isPlain)) from body in block select (Step)new CallOn(scheduler, body)));
        return Gen.Frequency((5, simple), (4, nested));
    }

    private static SchedulerKind[] Schedulers(bool isPlain) => isPlain ? [SchedulerKind.Default] : Enum.GetValues<SchedulerKind>();

    private static Gen<Step> Simple(bool isPlain) => Gen.Frequency(
        (6, from kind in Gen.Elements(Enum.GetValues<LeafKind>())
            from outcome in Outcomes
            from inContext in Mostly
            select (Step)new Await(kind, outcome, inContext)),
        (5, from kind in Gen.Elements(Enum.GetValues<ForeignKind>().Where(kind => !isPlain || kind < ForeignKind.LateTwice).ToArray())
            from isCritical in Mostly
            from outcome in kind is ForeignKind.Throw or ForeignKind.ThrowThenLate ? Errors : Outcomes
            select (Step)new AwaitForeign(kind, isCritical, outcome)),
        (2, from kind in Gen.Elements(LeafKind.Own, LeafKind.OwnAsValueTask)
            from outcome in Outcomes
            from flows in Mostly
            from inContext in Mostly
            from staysQuiet in Mostly
            select (Step)new Register(kind, outcome, flows, inContext && staysQuiet, !staysQuiet)),
        (3, Number(100).Select(value => (Step)new SetLocal(value))),
        (1, Number(100).Select(value => (Step)new SetNotifying(value))),
        (isPlain ? 1 : 2, Flow(isPlain)),
        (2, Number(12).Select(choice => (Step)new CompleteAnother(choice))),
        (1, Failures.Select(outcome => (Step)new Throw(outcome))));

    /// <remarks>
    /// A plain program restores no flow: a Task runs its continuations in a completer's contexts, which the library leaves intact where
    /// that completer has restored its flow (docs/semantics.md).
    /// </remarks>
    private static Gen<Step> Flow(bool isPlain) => isPlain
        ? Gen.Constant((Step)new SetFlow(false))
        : Gen.OneOf(from flows in Mostly select (Step)new SetFlow(!flows), Gen.Constant((Step)new SetFlow(true)));

    private static Gen<Step> Placed { get; } = Gen.Frequency(
        (4, Gen.Elements(Enum.GetValues<ContextKind>()).Select(context => (Step)new SetContext(context))),
        (1, Gen.Constant((Step)new Yield())),
        (1, from flows in Mostly select (Step)new RegisterCompleted(flows)));

    /// <summary>Without one of the steps, with one replaced by its parts, or with one of its blocks made smaller.</summary>
    private static IEnumerable<Step[]> Shrink(Step[] steps) => Enumerable.Range(0, steps.Length).SelectMany(i =>
        Smaller(steps[i]).Prepend([]).Select(replacement => (Step[])[.. steps[..i], .. replacement, .. steps[(i + 1)..]]));

    private static IEnumerable<Step[]> Smaller(Step step) => step switch
    {
        Call c => [
            c.Body,
            c.Meanwhile,
            .. Shrink(c.Body).Select(body => (Step[])[c with { Body = body }]),
            .. Shrink(c.Meanwhile).Select(meanwhile => (Step[])[c with { Meanwhile = meanwhile }])],
        CallOn c => [c.Body, .. Shrink(c.Body).Select(body => (Step[])[c with { Body = body }])],
        Drop d => [d.Body, .. Shrink(d.Body).Select(body => (Step[])[d with { Body = body }])],
        CallBack c => [c.Body, .. Shrink(c.Body).Select(body => (Step[])[c with { Body = body }])],
        Try t => [
            t.Body,
            .. t.Catch is null
                ? Array.Empty<Step[]>()
                : [[t with { Catch = null }], .. Shrink(t.Catch).Select(c => (Step[])[t with { Catch = c }])],
            .. t.Finally is null
                ? Array.Empty<Step[]>()
                : [[t with { Finally = null }], .. Shrink(t.Finally).Select(f => (Step[])[t with { Finally = f }])],
            .. Shrink(t.Body).Select(body => (Step[])[t with { Body = body }])],
        _ => [],
    };
}

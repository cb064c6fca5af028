using System;
using System.Collections.Generic;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;

namespace PooledAwait.Tests.Oracle;

/// <summary>Makes random programs, and smaller ones out of those that fail.</summary>
internal static class Programs
{
    internal static Arbitrary<Step[]> All { get; } = Arb.From(Gen.Sized(size => Block(Math.Min(size, 24))), Shrink);

    private static Gen<Outcome> Outcomes { get; } = Gen.Frequency(
        (6, Number(10).Select(id => new Outcome(OutcomeKind.Succeeds, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Fails, id))),
        (1, Number(4).Select(id => new Outcome(OutcomeKind.Cancels, id))));

    private static Gen<Outcome> Failures { get; } = Outcomes.Where(outcome => outcome.Kind != OutcomeKind.Succeeds);

    private static Gen<bool> Captures { get; } = Gen.Frequency((3, Gen.Constant(true)), (1, Gen.Constant(false)));

    private static Gen<int> Number(int below) => Gen.Choose(0, below - 1);

    private static Gen<Step[]> Block(int size) =>
        from length in Gen.Choose(0, Math.Max(1, Math.Min(size, 5)))
        from steps in Gen.ArrayOf(OneStep(size), length)
        select steps;

    private static Gen<Step> OneStep(int size)
    {
        Gen<Step> simple = Gen.Frequency(
            (8, from kind in Gen.Elements(Enum.GetValues<AwaitableKind>())
                from outcome in Outcomes
                from captures in Captures
                select (Step)new Await(kind, outcome, captures)),
            (2, Captures.Select(captures => (Step)new Yield(captures))),
            (1, Failures.Select(outcome => (Step)new Throw(outcome))),
            (FlowMode.IsOn ? 4 : 0, Number(100).Select(value => (Step)new SetLocal(value))),
            (FlowMode.IsOn ? 2 : 0, Number(Machine.Places + 1).Select(context => (Step)new SetContext(context))));
        if (size < 2)
        {
            return simple;
        }

        Gen<Step[]> block = Block(size / 3);
        Gen<Step[]?> maybe = Gen.OneOf(block.Select(steps => (Step[]?)steps), Gen.Constant<Step[]?>(null));
        return Gen.Frequency(
            (5, simple),
            (2, from body in block from meanwhile in block select (Step)new Call(body, meanwhile)),
            (1, from scheduler in Number(Machine.Places + 1) from body in block select (Step)new CallOn(scheduler, body)),
            (1, from body in block from handler in maybe from last in maybe select (Step)new Try(body, handler, last)));
    }

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

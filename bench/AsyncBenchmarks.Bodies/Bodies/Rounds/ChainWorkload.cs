using System;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Bodies;

/// <summary>A chain of continuations on a pending root; then the root completes, then what the continuations returned.</summary>
internal sealed class ChainWorkload<TBody, TVoid, TVector, TObject> : RoundsWorkload
    where TBody : struct, IChainRounds<TVoid, TVector, TObject>
{
    private readonly RoundsKind _kind;

    /// <param name="kind">One of the kinds that are chains.</param>
    /// <param name="rounds">N.</param>
    public ChainWorkload(RoundsKind kind, int rounds)
        : base(rounds)
    {
        _kind = kind;
    }

    public override bool NeedsPreparation => IsPending;

    private static RoundSources<TVoid, TVector, TObject> Sources => default(TBody).Sources;

    private bool IsPending => _kind == RoundsKind.ContinueWithPending;

    protected override void Reserve() => Sources.Reserve(IsPending ? Capacity : 0);

    protected override void Prepare(int times, int rounds)
    {
        if (IsPending)
        {
            Sources.Fill<TBody>(times * rounds);
        }
    }

    protected override void RunOne(int time, int rounds)
    {
        TObject root = default(TBody).CreateObject();
        switch (_kind)
        {
            case RoundsKind.ContinueWithFromValue:
                default(TBody).ChainFromValue(root, rounds);
                break;
            case RoundsKind.ContinueWithResolved:
                default(TBody).ChainResolved(root, rounds);
                break;
            case RoundsKind.ContinueWithPending:
                default(TBody).ChainPending(root, rounds);
                break;
            default:
                throw new InvalidOperationException(_kind + " is no chain.");
        }

        default(TBody).Complete(root, RoundTally.Object);
        if (IsPending)
        {
            Sources.Complete<TBody>(time * rounds, rounds);
        }
    }

    protected override void Clear() => Sources.Clear();
}

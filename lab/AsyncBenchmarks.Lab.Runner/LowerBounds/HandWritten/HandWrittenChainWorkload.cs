using System;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>A chain of continuations on a pending root; then the root completes, then what the continuations returned.</summary>
internal sealed class HandWrittenChainWorkload<TBody, TVoid, TVector, TObject> : RoundsWorkload
    where TBody : struct, IHandWrittenChain<TVoid, TVector, TObject>
{
    private readonly RoundsKind _kind;

    /// <param name="kind">One of the kinds that are chains.</param>
    /// <param name="rounds">N.</param>
    public HandWrittenChainWorkload(RoundsKind kind, int rounds)
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

/// <summary>Chains by hand, each in one call.</summary>
/// <inheritdoc cref="IRoundSources{TVoid, TVector, TObject}"/>
internal interface IHandWrittenChain<TVoid, TVector, TObject> : IRoundSources<TVoid, TVector, TObject>
{
    /// <summary>Where the continuations of <see cref="ChainPending"/> take their operations from; static, as they are.</summary>
    RoundSources<TVoid, TVector, TObject> Sources { get; }

    /// <summary>The continuations return plain values.</summary>
    void ChainFromValue(TObject root, int rounds);

    /// <summary>The continuations return operations that are complete.</summary>
    void ChainResolved(TObject root, int rounds);

    /// <summary>The continuations return pending operations, the next of <see cref="Sources"/>.</summary>
    void ChainPending(TObject root, int rounds);
}

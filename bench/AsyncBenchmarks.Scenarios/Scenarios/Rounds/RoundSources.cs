using System;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The operations of rounds, made beforehand. For one thread at a time.</summary>
/// <inheritdoc cref="IRoundSources{TVoid, TVector, TObject}"/>
internal sealed class RoundSources<TVoid, TVector, TObject>
{
    private int _nextVoid;
    private int _nextVector;
    private int _nextObject;

    /// <summary>The operations without a result.</summary>
    public TVoid[] Voids { get; private set; } = [];

    /// <summary>The operations with a struct.</summary>
    public TVector[] Vectors { get; private set; } = [];

    /// <summary>The operations with an object.</summary>
    public TObject[] Objects { get; private set; } = [];

    /// <summary>Makes room, once.</summary>
    public void Reserve(int rounds)
    {
        Voids = new TVoid[rounds];
        Vectors = new TVector[rounds];
        Objects = new TObject[rounds];
    }

    /// <summary>Makes pending operations for so many rounds.</summary>
    public void Fill<TBody>(int rounds)
        where TBody : struct, IRoundSources<TVoid, TVector, TObject>
    {
        _nextVoid = _nextVector = _nextObject = 0;
        for (int index = 0; index < rounds; index++)
        {
            Voids[index] = default(TBody).CreateVoid();
            Vectors[index] = default(TBody).CreateVector();
            Objects[index] = default(TBody).CreateObject();
        }
    }

    /// <summary>Completes the operations of some rounds, in order.</summary>
    public void Complete<TBody>(int first, int rounds)
        where TBody : struct, IRoundSources<TVoid, TVector, TObject>
    {
        for (int index = first; index < first + rounds; index++)
        {
            default(TBody).Complete(Voids[index]);
            default(TBody).Complete(Vectors[index], RoundTally.Vector);
            default(TBody).Complete(Objects[index], RoundTally.Object);
        }
    }

    /// <summary>Keeps none of them.</summary>
    public void Clear()
    {
        Array.Clear(Voids, 0, Voids.Length);
        Array.Clear(Vectors, 0, Vectors.Length);
        Array.Clear(Objects, 0, Objects.Length);
    }

    /// <summary>Takes the next without a result.</summary>
    public TVoid NextVoid() => Voids[_nextVoid++];

    /// <summary>Takes the next with a struct.</summary>
    public TVector NextVector() => Vectors[_nextVector++];

    /// <summary>Takes the next with an object.</summary>
    public TObject NextObject() => Objects[_nextObject++];
}

using System;

namespace PooledAwait.Analyzers.Flow;

/// <summary>The knowledge at one point of one path: which operation each variable holds, and its state.</summary>
/// <remarks>One cell per variable (the operation it holds, plus one, or <see cref="Null"/>), per operation (<see cref="OperationState"/>),
/// per operation (the event that consumed it, plus one) and per condition (0 unknown, 1 false, 2 true). Equal cells are the same
/// world.</remarks>
internal readonly struct World : IEquatable<World>
{
    /// <summary>The cell of a nullable variable that holds no operation.</summary>
    public const byte Null = byte.MaxValue;

    private readonly byte[] _cells;

    public World(byte[] cells) => _cells = cells;

    public byte this[int cell] => _cells[cell];

    /// <summary>The operation that a variable holds, or -1.</summary>
    public int OperationIn(int variable) => _cells[variable] == Null ? -1 : _cells[variable] - 1;

    public World With(int cell, byte value)
    {
        if (_cells[cell] == value)
        {
            return this;
        }

        var cells = (byte[])_cells.Clone();
        cells[cell] = value;
        return new World(cells);
    }

    public bool Equals(World other) => _cells.AsSpan().SequenceEqual(other._cells);

    public override bool Equals(object? obj) => obj is World other && Equals(other);

    public override int GetHashCode()
    {
        int hash = 17;
        foreach (byte cell in _cells)
        {
            hash = unchecked((hash * 31) + cell);
        }

        return hash;
    }
}

/// <summary>The state of an operation on one path.</summary>
internal enum OperationState : byte
{
    /// <summary>Not started, or of no interest: a plain value, or one that left the method's sight.</summary>
    Unknown,

    /// <summary>Started, its result not taken.</summary>
    Pending,

    /// <summary>As before, and seen to be complete.</summary>
    Completed,

    /// <summary>Its result was taken, or it was passed on.</summary>
    Consumed,
}

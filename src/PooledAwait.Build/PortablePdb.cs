using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace PooledAwait.Build;

/// <summary>The tables of a portable PDB that Cecil doesn't show: all documents, and how constants are written.</summary>
internal sealed class PortablePdb
{
    /// <summary>The tables of the assembly come before this one, and a PDB has only their row counts.</summary>
    private const int DocumentTable = 0x30;

    private const int LocalConstantTable = 0x34;

    private const int MethodTable = 0x06;

    private readonly byte[] _bytes;
    private readonly Dictionary<string, int> _streams = [];
    private readonly uint[] _rows = new uint[64];
    private readonly int _heapSizes;
    private readonly int _tables;

    internal PortablePdb(byte[] bytes)
    {
        _bytes = bytes;
        int position = 16 + BitConverter.ToInt32(bytes, 12);
        int streams = BitConverter.ToUInt16(bytes, position + 2);
        position += 4;
        for (int i = 0; i < streams; i++)
        {
            int end = Array.IndexOf(bytes, (byte)0, position + 8);
            _streams[Encoding.ASCII.GetString(bytes, position + 8, end - position - 8)] = BitConverter.ToInt32(bytes, position);
            position = (end + 4) & ~3;
        }

        const int AfterIdAndEntryPoint = 24;
        ReadRowCounts(IdPosition + AfterIdAndEntryPoint, IdPosition + AfterIdAndEntryPoint + 8);
        _heapSizes = bytes[_streams["#~"] + 6];
        _tables = ReadRowCounts(_streams["#~"] + 8, _streams["#~"] + 24);
    }

    /// <summary>Where the id is: the hash of everything else.</summary>
    internal int IdPosition => _streams["#Pdb"];

    internal uint Constants => _rows[LocalConstantTable];

    private int BlobSize => (_heapSizes & 4) != 0 ? 4 : 2;

    private int GuidSize => (_heapSizes & 2) != 0 ? 4 : 2;

    private int StringSize => (_heapSizes & 1) != 0 ? 4 : 2;

    /// <summary>Reads all documents: name, algorithm of the hash, hash, language.</summary>
    internal IEnumerable<(string Name, Guid Algorithm, byte[] Hash, Guid Language)> Documents()
    {
        for (int i = 0, position = _tables; i < _rows[DocumentTable]; i++)
        {
            string name = DocumentName(Index(ref position, BlobSize));
            Guid algorithm = ReadGuid(Index(ref position, GuidSize));
            (int hash, int length) = Blob(Index(ref position, BlobSize));
            yield return (name, algorithm, Bytes(hash, length), ReadGuid(Index(ref position, GuidSize)));
        }
    }

    /// <summary>Finds the signature of a constant.</summary>
    internal (int Position, int Length) Constant(uint row)
    {
        int methodSize = _rows[MethodTable] > ushort.MaxValue ? 4 : 2;
        int position = _tables
            + Size(DocumentTable, 2 * BlobSize + 2 * GuidSize)
            + Size(0x31, RowSize(DocumentTable) + BlobSize)
            + Size(0x32, methodSize + RowSize(0x35) + RowSize(0x33) + RowSize(LocalConstantTable) + 8)
            + Size(0x33, 4 + StringSize)
            + (int)(row - 1) * (StringSize + BlobSize) + StringSize;
        return Blob(Index(ref position, BlobSize));

        int Size(int table, int size) => (int)_rows[table] * size;

        int RowSize(int table) => _rows[table] > ushort.MaxValue ? 4 : 2;
    }

    internal byte[] Bytes(int position, int length) => _bytes.Skip(position).Take(length).ToArray();

    /// <summary>Reads an integer of one, two or four bytes, whose first bits say how many.</summary>
    internal int Compressed(ref int position)
    {
        byte first = _bytes[position++];
        return (first & 0x80) == 0 ? first
            : (first & 0x40) == 0 ? (first & 0x3F) << 8 | _bytes[position++]
            : (first & 0x1F) << 24 | _bytes[position++] << 16 | _bytes[position++] << 8 | _bytes[position++];
    }

    private int ReadRowCounts(int masks, int position)
    {
        ulong mask = BitConverter.ToUInt64(_bytes, masks);
        for (int i = 0; i < _rows.Length; i++)
        {
            if ((mask >> i & 1) != 0)
            {
                _rows[i] = BitConverter.ToUInt32(_bytes, position);
                position += 4;
            }
        }

        return position;
    }

    private int Index(ref int position, int size)
    {
        int index = size == 2 ? BitConverter.ToUInt16(_bytes, position) : BitConverter.ToInt32(_bytes, position);
        position += size;
        return index;
    }

    private (int Position, int Length) Blob(int index)
    {
        int position = _streams["#Blob"] + index;
        int length = Compressed(ref position);
        return (position, length);
    }

    private Guid ReadGuid(int index) => index == 0 ? Guid.Empty : new(Bytes(_streams["#GUID"] + 16 * (index - 1), 16));

    /// <summary>A separator, and parts that are blobs themselves.</summary>
    private string DocumentName(int index)
    {
        (int position, int length) = Blob(index);
        int end = position + length;
        string separator = _bytes[position] == 0 ? "" : ((char)_bytes[position]).ToString();
        position++;
        List<string> parts = [];
        while (position < end)
        {
            (int part, int partLength) = Blob(Compressed(ref position));
            parts.Add(Encoding.UTF8.GetString(_bytes, part, partLength));
        }

        return string.Join(separator, parts);
    }
}

using System;
using System.Globalization;
using System.Text;
using PooledAwait;

namespace Samples.Redis;

/// <summary>The kinds of replies.</summary>
public enum RedisKind
{
    /// <summary>No value: a missing key.</summary>
    Null,
    /// <summary>An integer.</summary>
    Number,
    /// <summary>A simple or bulk string.</summary>
    Bytes,
    /// <summary>Several values.</summary>
    Array,
}

/// <summary>A reply. Its bytes are pooled: dispose of it once, when they are no longer needed; a copy is not valid after that.</summary>
public readonly struct RedisValue : IDisposable
{
    private readonly object? _content;
    private readonly long _number;

    private RedisValue(RedisKind kind, object? content, long number) => (Kind, _content, _number) = (kind, content, number);

    /// <summary>The kind of the reply.</summary>
    public RedisKind Kind { get; }

    /// <summary>The integer, or 0.</summary>
    public long Number => Kind == RedisKind.Number ? _number : 0;

    /// <summary>The bytes of a string; empty for every other kind.</summary>
    public ReadOnlySpan<byte> Bytes => Kind == RedisKind.Bytes ? ((ReplyBuffer)_content!).Bytes.AsSpan(0, (int)_number) : default;

    /// <summary>The items of an array; empty for every other kind.</summary>
    public ReadOnlySpan<RedisValue> Items => Kind == RedisKind.Array ? (RedisValue[])_content! : default;

    /// <summary>The string as text; null for a missing value.</summary>
    public override string? ToString() => Kind switch
    {
        RedisKind.Null => null,
        RedisKind.Number => _number.ToString(CultureInfo.InvariantCulture),
        RedisKind.Bytes => Encoding.UTF8.GetString(Bytes),
        _ => $"{Items.Length} items",
    };

    /// <summary>Returns the bytes to their pool.</summary>
    public void Dispose()
    {
        if (_content is ReplyBuffer { Bytes.Length: <= ReplyBuffer.MaxPooled } buffer)
        {
            Pool.Return(buffer);
        }

        foreach (RedisValue item in Items)
        {
            item.Dispose();
        }
    }

    internal static RedisValue OfNumber(long value) => new(RedisKind.Number, null, value);

    internal static RedisValue OfBytes(ReadOnlySpan<byte> bytes)
    {
        ReplyBuffer buffer = Pool.TryRent<ReplyBuffer>() ?? new ReplyBuffer();
        if (buffer.Bytes.Length < bytes.Length)
        {
            buffer.Bytes = new byte[bytes.Length];
        }

        bytes.CopyTo(buffer.Bytes);
        return new RedisValue(RedisKind.Bytes, buffer, bytes.Length);
    }

    internal static RedisValue OfItems(RedisValue[] items) => new(RedisKind.Array, items, items.Length);

    /// <summary>Pooled bytes: as many as are in use. ArrayPool.Shared keeps 32 arrays for each processor, too few for a burst.</summary>
    private sealed class ReplyBuffer
    {
        internal const int MaxPooled = 8 * 1024;
        internal byte[] Bytes = new byte[128];
    }
}

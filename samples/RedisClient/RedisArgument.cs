using System;

namespace Samples.Redis;

/// <summary>A word of a command: text, sent as UTF-8, or bytes, which must not change until the command is complete.</summary>
public readonly struct RedisArgument
{
    private RedisArgument(string? text, ReadOnlyMemory<byte> bytes) => (Text, Bytes) = (text, bytes);

    internal string? Text { get; }

    internal ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>Converts text.</summary>
    public static implicit operator RedisArgument(string text) => new(text ?? throw new ArgumentNullException(nameof(text)), default);

    /// <summary>Converts bytes.</summary>
    public static implicit operator RedisArgument(ReadOnlyMemory<byte> bytes) => new(null, bytes);
}

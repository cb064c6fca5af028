using System;
using System.Buffers;
using System.Buffers.Text;
using System.IO;
using System.Text;

namespace Samples.Redis;

/// <summary>The protocol RESP2: how commands are written and replies are read.</summary>
internal static class Resp
{
    private const int MaxDepth = 32; // of arrays in arrays: protects the stack
    private const int MaxLine = 64 * 1024; // waited for without a line break
    private const int MaxLength = 512 * 1024 * 1024; // the longest string that Redis allows

    /// <summary>Writes a command: an array of bulk strings.</summary>
    internal static void Write(IBufferWriter<byte> output, ReadOnlySpan<RedisArgument> command)
    {
        WriteNumber(output, (byte)'*', command.Length);
        foreach (RedisArgument argument in command)
        {
            int length = argument.Text is null ? argument.Bytes.Length : Encoding.UTF8.GetByteCount(argument.Text);
            WriteNumber(output, (byte)'$', length);
            Span<byte> span = output.GetSpan(length + 2);
            if (argument.Text is null)
            {
                argument.Bytes.Span.CopyTo(span);
            }
            else
            {
                Encoding.UTF8.GetBytes(argument.Text, span);
            }

            "\r\n"u8.CopyTo(span[length..]);
            output.Advance(length + 2);
        }
    }

    private static void WriteNumber(IBufferWriter<byte> output, byte prefix, int number)
    {
        Span<byte> span = output.GetSpan(16);
        span[0] = prefix;
        Utf8Formatter.TryFormat(number, span[1..], out int digits);
        span[digits + 1] = (byte)'\r';
        span[digits + 2] = (byte)'\n';
        output.Advance(digits + 3);
    }

    /// <summary>Reads replies.</summary>
    internal ref struct Reader(ReadOnlySpan<byte> received)
    {
        private readonly ReadOnlySpan<byte> _received = received;

        internal int Position { get; private set; }

        /// <summary>Reads one reply: a value, or the server's error.</summary>
        /// <returns>False if the reply is not complete yet; the position is of no use then.</returns>
        /// <exception cref="InvalidDataException">The bytes are no RESP2.</exception>
        internal bool TryRead(out RedisValue value, out RedisServerException? error, int depth = MaxDepth)
        {
            value = default;
            error = null;
            if (!TryReadLine(out ReadOnlySpan<byte> line))
            {
                return false;
            }

            ReadOnlySpan<byte> rest = line.IsEmpty ? line : line[1..];
            switch (line.IsEmpty ? default : (char)line[0])
            {
                case '+':
                    value = RedisValue.OfBytes(rest);
                    return true;
                case '-':
                    string message = Encoding.UTF8.GetString(rest);
                    error = message.StartsWith("MOVED ", StringComparison.Ordinal)
                        ? new RedisMovedException(message)
                        : new RedisServerException(message);
                    return true;
                case ':':
                    value = RedisValue.OfNumber(ParseNumber(rest, long.MinValue, long.MaxValue));
                    return true;
                case '$':
                    return TryReadBytes((int)ParseNumber(rest, -1, MaxLength), out value);
                case '*' when depth > 0:
                    return TryReadItems((int)ParseNumber(rest, -1, int.MaxValue), depth - 1, out value);
                default:
                    throw Malformed(line, "at the beginning of a reply");
            }
        }

        private static long ParseNumber(ReadOnlySpan<byte> digits, long minimum, long maximum) =>
            Utf8Parser.TryParse(digits, out long number, out int used) && used == digits.Length && number >= minimum && number <= maximum
                ? number
                : throw Malformed(digits, "in the place of a number");

        private static InvalidDataException Malformed(ReadOnlySpan<byte> line, string place) =>
            new($"The server does not speak RESP2: it sent '{Encoding.UTF8.GetString(line[..Math.Min(line.Length, 32)])}' {place}.");

        private bool TryReadLine(out ReadOnlySpan<byte> line)
        {
            ReadOnlySpan<byte> rest = _received[Position..];
            int end = rest.IndexOf("\r\n"u8);
            if (end < 0 && rest.Length > MaxLine)
            {
                throw Malformed(rest, "without a line break");
            }

            line = end < 0 ? default : rest[..end];
            Position += end < 0 ? 0 : end + 2;
            return end >= 0;
        }

        private bool TryReadBytes(int length, out RedisValue value)
        {
            value = default;
            if (length < 0)
            {
                return true;
            }

            if (_received.Length - Position < length + 2)
            {
                return false;
            }

            if (!_received.Slice(Position + length, 2).SequenceEqual("\r\n"u8))
            {
                throw Malformed(_received.Slice(Position + length, 2), "after a string, in the place of a line break");
            }

            value = RedisValue.OfBytes(_received.Slice(Position, length));
            Position += length + 2;
            return true;
        }

        private bool TryReadItems(int count, int depth, out RedisValue value)
        {
            value = default;
            if (count < 0)
            {
                return true;
            }

            // An item takes four bytes or more, so a count that cannot be true makes no large array.
            if (count > (_received.Length - Position) / 4)
            {
                return false;
            }

            RedisValue[] array = new RedisValue[count];
            for (int i = 0; i < count; i++)
            {
                if (!TryRead(out array[i], out RedisServerException? error, depth))
                {
                    RedisValue.OfItems(array).Dispose();
                    return false;
                }

                if (error is not null)
                {
                    array[i] = RedisValue.OfBytes(Encoding.UTF8.GetBytes(error.Message)); // EXEC's replies may hold errors.
                }
            }

            value = RedisValue.OfItems(array);
            return true;
        }
    }
}

// What the examples in the library's XML documentation refer to.
using PooledAwait;

namespace Documents.Examples;

public sealed class Request
{
}

public static class Given
{
    public static Stream stream { get; } = new MemoryStream([1, 2, 3]);

    public static Stream other { get; } = new MemoryStream([4, 5, 6]);

    public static CancellationToken cancellationToken => CancellationToken.None;

    public static byte[] buffer { get; } = new byte[16];

    public static async PooledValueTask<int> ReadAsync(Stream stream)
    {
        await Task.Yield();
        return stream.ReadByte();
    }

    public static async PooledValueTask WriteAsync(Stream stream, int value)
    {
        await Task.Yield();
        stream.WriteByte((byte)value);
    }

    public static PooledValueTask WriteAsync(int value) => WriteAsync(stream, value);

    public static void Drain()
    {
    }

    public static async PooledValueTask SendCoreAsync(Request request, CancellationToken token) => await Task.Delay(1, token);

    public static PooledValueTask SendAsync(Stream stream) => WriteAsync(stream, 42);
}

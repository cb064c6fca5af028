// What the snippets of docs/converting.md refer to, and what runs those that only declare something.
using PooledAwait;
using Xunit;
using static Documents.converting.Given;

namespace Documents.converting;

public static class Given
{
    public static Stream OneByte(byte value) => Bytes(value);

    public static Stream Bytes(params byte[] values) => new MemoryStream(values);

    public static async PooledValueTask<int> ReadAsync(Stream stream)
    {
        await Task.Yield();
        return stream.ReadByte();
    }
}

public partial class ReturnType
{
    public static async Task Run() => Assert.Equal(3, await new ReturnType().SumAsync(Bytes(1, 2)));
}

public partial class Attributed
{
    public static async Task Run()
    {
        using Stream stream = Bytes(9, 1, 2);
        await new Attributed().SkipAsync(stream);
        Assert.Equal(3, await new Attributed().SumAsync(stream));
    }
}

public partial class PublicSignature
{
    public static async Task Run()
    {
        Assert.Equal(3, await new PublicSignature().SumAsync(Bytes(1, 2)));
        Assert.Throws<ArgumentNullException>(() => { _ = new PublicSignature().SumAsync(null!); });
    }
}

public partial class Shortcut
{
    public static async Task Run()
    {
        Assert.Equal(7, await GetAsync(Task.FromResult(7), Stream.Null));
        Assert.Equal(1, await GetAsync(null, OneByte(1)));
    }
}

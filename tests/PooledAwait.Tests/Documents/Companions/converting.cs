// What the snippets of docs/converting.md refer to, and what runs those that only declare something.
#nullable enable
using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
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
        Assert.Equal(1, await FindAsync(OneByte(1), CancellationToken.None));
        Assert.True(FindAsync(OneByte(1), new CancellationToken(canceled: true)).IsCanceled);
        Stream closed = OneByte(1);
        closed.Dispose();
        Assert.True(FindAsync(closed, CancellationToken.None).IsFaulted);
    }
}

public partial class InterfaceMembers
{
    public static async Task Run()
    {
        IReader reader = new Reader(Bytes(1, 2, 3));
        Assert.Equal(1, await reader.ReadAsync(CancellationToken.None));
        Assert.Equal(5, await reader.ReadTwiceAsync(CancellationToken.None));
        Assert.Equal(3, await ((IReader)new OtherReader(Bytes(1, 2))).ReadTwiceAsync(CancellationToken.None));
    }
}

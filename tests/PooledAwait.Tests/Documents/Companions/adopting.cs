// What the snippets of docs/adopting.md refer to, and what runs those that only declare something.
#nullable enable
using System.IO;
using System.Threading.Tasks;
using PooledAwait;
using Xunit;
using static Documents.adopting.Given;

namespace Documents.adopting;

public static class Given
{
    public static Stream Bytes(params byte[] values) => new MemoryStream(values);

    public static async PooledValueTask<int> ReadAsync(Stream stream)
    {
        await Task.Yield();
        return stream.ReadByte();
    }
}

public partial class OptOut
{
    public static async Task Run() => Assert.Equal(3, await SharedAsync(Bytes(3)));
}

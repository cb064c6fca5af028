// What the snippets of README.md refer to, and what runs those that only declare something.
#nullable enable
using System.IO;
using System.Threading.Tasks;
using PooledAwait;
using Xunit;

namespace Documents.README;

public static class Given
{
    public static async PooledValueTask<int> ReadAsync(Stream stream)
    {
        await Task.Yield();
        return stream.ReadByte();
    }
}

public partial class ReturnType
{
    public static async Task Run() => Assert.Equal(3, await new ReturnType().SumAsync(new MemoryStream([1, 2])));
}

public partial class Attributed
{
    public static async Task Run() => Assert.Equal(1, await new Attributed().ReadAsync(new MemoryStream([1])));
}

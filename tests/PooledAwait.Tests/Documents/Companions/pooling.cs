// What runs the snippets of docs/pooling.md that only declare something.
using Xunit;

namespace Documents.pooling;

public partial class Bound
{
    public static async Task Run() => Assert.Equal(2, await Uploads.CopyAsync(new MemoryStream([1, 2]), new MemoryStream()));
}

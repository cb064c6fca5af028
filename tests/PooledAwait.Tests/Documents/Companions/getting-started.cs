// What runs the snippets of docs/getting-started.md that only declare something.
#nullable enable
using System.IO;
using System.Threading.Tasks;
using Xunit;

namespace Documents.getting_started;

public partial class Attributed
{
    public static async Task Run() => Assert.Equal(2, await LengthAsync(new MemoryStream([1, 2])));
}

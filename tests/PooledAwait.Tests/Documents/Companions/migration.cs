// What runs the snippets of docs/migration.md that only declare something.
#nullable enable
using System.IO;
using System.Threading.Tasks;
using Xunit;

namespace Documents.migration;

public partial class Attribute
{
    public static async Task Run() => Assert.Equal(1, await new Attribute().ReadAsync(new MemoryStream([1])));
}

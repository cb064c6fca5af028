// What runs the snippets of docs/diagnostics.md that only declare something.
#nullable enable
using System;
using System.Threading.Tasks;
using Xunit;

namespace Documents.diagnostics;

public partial class DoubleAwait
{
    /// <summary>The page shows the message.</summary>
    public static async Task Run() => Assert.Equal(
        "The result of 'Customers.LoadAsync' was already consumed. A pooled task can be awaited, or its result taken, only once: "
            + "use AsTask() or Preserve() to do so more often. Set POOLEDAWAIT_TRACKING=all to learn where.",
        (await Assert.ThrowsAsync<InvalidOperationException>(static () => Customers.ShowAsync(7))).Message);
}

using System;
using System.Linq;
using AsyncBenchmarks.Tests;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The bytes of the lower bounds, each in its process: none.</summary>
public class LowerBoundBytesTests
{
    private static readonly (string Id, int Allocated, int? Survived)[] s_expected =
    [
        ("ContinueWith/HandWritten/Pending=False", 0, 0),
        ("ContinueWith/HandWritten/Pending=True", 0, null),
        ("AsyncAwait/HandWritten-Async/Pending=False", 0, 0),
        ("AsyncAwait/HandWritten-Async/Pending=True", 0, null),
        ("ContinueWith/HandWritten-NoFlow/Pending=True", 0, null),
        ("AsyncAwait/HandWritten-Async-NoFlow/Pending=True", 0, null),
    ];

    public static TheoryData<string> Expected => [.. s_expected.Select(row => row.Id)];

    [Theory]
    [MemberData(nameof(Expected))]
    public void Row_InItsProcess_AllocatesAndKeepsWhatIsPublished(string id)
    {
        (_, int allocated, int? survived) = s_expected.Single(row => row.Id == id);
        using CaseProcess process = new(id);

        long? kept = process.Survived();
        if (survived is not null)
        {
            Assert.Equal(survived, kept);
        }

        // Each thread keeps what ends on it, so the loop around a thousand operations has new objects each time, and so has, on a busy
        // machine, a thread that takes its turn. What every operation allocates is a multiple of 8 B.
        Assert.Equal(allocated, 8 * Math.Round(process.AllocatedPerOperation() / 8));
    }
}

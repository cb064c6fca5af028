using System;
using System.Linq;
using AsyncBenchmarks.Tests;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The bytes of the lower bounds, each in its process: none but what the framework's Task needs.</summary>
public class LowerBoundBytesTests
{
    private static readonly (string Id, int Allocated, int? Survived)[] s_expected =
    [
        ("AsyncAwait/HandWritten/Pending=False", 0, 0),
        ("AsyncAwait/HandWritten/Pending=True", 0, null),
        ("ContinueWith/HandWritten/Pending=False", 0, 0),
        ("ContinueWith/HandWritten/Pending=True", 0, null),
        ("AsyncPending/HandWritten/N=100", 0, null),
        ("AsyncResolved/HandWritten/N=100", 0, null),
        ("AwaitPending/HandWritten/N=100", 0, null),
        ("AwaitResolved/HandWritten/N=100", 0, null),
        ("ContinueWithFromValue/HandWritten/N=100", 0, null),
        ("ContinueWithResolved/HandWritten/N=100", 0, null),
        ("ContinueWithPending/HandWritten/N=100", 0, null),
        ("AsyncAwait/HandWritten-Async/Pending=False", 0, 0),
        ("AsyncAwait/HandWritten-Async/Pending=True", 0, null),
        ("AsyncPending/HandWritten-Async/N=100", 0, null),
        ("AsyncResolved/HandWritten-Async/N=100", 0, null),
        ("AwaitPending/HandWritten-Async/N=100", 0, null),
        ("AwaitResolved/HandWritten-Async/N=100", 0, null),
        ("AsyncAwait/HandWritten-ValueTask/Pending=False", 0, 0),
        ("AsyncAwait/HandWritten-ValueTask/Pending=True", 0, null),
        ("AsyncPending/HandWritten-ValueTask/N=100", 0, null),
        ("AsyncResolved/HandWritten-ValueTask/N=100", 0, null),
        ("AwaitPending/HandWritten-ValueTask/N=100", 0, null),
        ("AwaitResolved/HandWritten-ValueTask/N=100", 0, null),
        ("Yield/HandWritten/Category=Task", 72, null),
        ("Yield/HandWritten/Category=Task<T>", 72, null),
        ("Yield/HandWritten/Category=ValueTask", 0, null),
        ("Yield/HandWritten/Category=ValueTask<T>", 0, null),
        ("Yield/HandWritten-Async/Category=Task", 72, null),
        ("Yield/HandWritten-Async/Category=Task<T>", 72, null),
        ("Yield/HandWritten-Async/Category=ValueTask", 0, null),
        ("Yield/HandWritten-Async/Category=ValueTask<T>", 0, null),
        ("Yield/HandWritten-ValueTask/Category=ValueTask", 0, null),
        ("Yield/HandWritten-ValueTask/Category=ValueTask<T>", 0, null),
        ("Deep/HandWritten/Links=10000", 0, null),
        ("Contended/HandWritten/Threads=2", 0, null),
        ("Flow/HandWritten/Value=None", 0, null),
        ("Deep/HandWritten-Async/Links=10000", 0, null),
        ("Contended/HandWritten-Async/Threads=2", 0, null),
        ("Flow/HandWritten-Async/Value=None", 0, null),
        ("Deep/HandWritten-ValueTask/Links=10000", 0, null),
        ("Contended/HandWritten-ValueTask/Threads=2", 0, null),
        ("Flow/HandWritten-ValueTask/Value=None", 0, null),
        ("AsyncAwait/HandWritten-NoFlow/Pending=True", 0, null),
        ("ContinueWith/HandWritten-NoFlow/Pending=True", 0, null),
        ("AwaitPending/HandWritten-Async-NoFlow/N=100", 0, null),
        ("AsyncAwait/HandWritten-Async-NoFlow/Pending=True", 0, null),
    ];

    public static TheoryData<string> Expected => [.. s_expected.Select(row => row.Id).Where(id => CaseIds.Among(Catalog.Find(id)!))];

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

    [Theory]
    [InlineData("HandWritten", 1)]
    [InlineData("HandWritten-Async", 1)]
    [InlineData("HandWritten-NoFlow", 0)]
    [InlineData("HandWritten-Async-NoFlow", 0)]
    public void Row_FlowsAsItsNameSays(string row, int flows)
    {
        using CaseProcess process = new($"Flow/{row}/Value=Changing");
        Assert.True(process.TryWork());

        Assert.Contains(new Figure("Flows", flows, FigureUnit.YesNo).Format(), process.Figures());
    }
}

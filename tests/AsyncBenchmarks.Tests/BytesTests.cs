using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Tests;

/// <summary>The bytes of the rows, each in its process, as published for the libraries: a body of another shape has others.</summary>
public class BytesTests
{
    private static readonly (string Id, int Allocated, int? Survived)[] s_expected =
    [
        ("AsyncAwait/Callback/Pending=True", 832, 0),
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
        ("AsyncAwait/Task/Pending=False", 192, 0),
        ("AsyncAwait/Task/Pending=True", 1_120, 0),
        ("AsyncAwait/ValueTask/Pending=False", 0, 0),

        // 56: the suite's source, ManualResetValueTaskSourceCore in an object.
        ("AsyncAwait/ValueTask/Pending=True", 968, 56),

        // 56, and 104 for the suite's object that takes the result; .NET keeps a box per core, not one per operation.
        ("AsyncAwait/ValueTask-Pooling/Pending=True", 0, 160),
        ("AsyncAwait/PooledAwait/Pending=False", 0, 0),
        ("AsyncAwait/PooledAwait/Pending=True", 0, null),
        ("AsyncAwait/PooledAwait-1.0.49/Pending=True", 0, 832),
        ("AsyncAwait/ProtoPromise/Pending=False", 0, 0),
        ("AsyncAwait/ProtoPromise/Pending=True", 0, 624),
        ("AsyncAwait/UniTask/Pending=True", 0, 744),
        ("AsyncAwait/UnityFx.Async/Pending=False", 360, 0),
        ("AsyncAwait/UnityFx.Async/Pending=True", 1_952, 0),
        ("ContinueWith/Task/Pending=False", 1_224, 0),
        ("ContinueWith/Task/Pending=True", 1_864, 0),
        ("ContinueWith/PooledAwait/Pending=False", 0, 0),
        ("ContinueWith/PooledAwait/Pending=True", 0, 504),
        ("ContinueWith/ProtoPromise/Pending=True", 0, 336),
        ("ContinueWith/UniTask/Pending=True", 0, 1_296),
        ("ContinueWith/RSG.Promise/Pending=False", 6_696, 0),
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
        ("Yield/Task/Category=Task<T>", 104, null),
        ("Yield/ValueTask/Category=ValueTask<T>", 112, null),
        ("Yield/PooledAwait/Category=Task<T>", 72, null),
        ("Yield/PooledAwait/Category=ValueTask", 0, null),
        ("Yield/PooledAwait/Category=ValueTask<T>", 0, null),
        ("Yield/ProtoPromise/Category=ValueTask<T>", 64, null),
        ("Yield/UniTask/Category=ValueTask<T>", 64, null),
        ("WhenAll/PooledAwait/Inputs=10", 0, null),
        ("WhenAll/PooledAwait/Inputs=1000", 0, null),
        ("WhenAny/PooledAwait/Inputs=2", 0, null),
        ("WhenAny/PooledAwait/Inputs=10", 0, null),
        ("WaitAsync/PooledAwait/Limit=Timeout", 0, null),
        ("WaitAsync/PooledAwait/Limit=Cancellation", 0, null),
        ("AsyncPending/PooledAwait/N=100", 0, null),
        ("AsyncResolved/PooledAwait/N=100", 0, null),
        ("AwaitPending/PooledAwait/N=100", 0, null),
        ("AwaitResolved/PooledAwait/N=100", 0, null),
        ("ContinueWithFromValue/PooledAwait/N=100", 0, null),
        ("ContinueWithResolved/PooledAwait/N=100", 0, null),
        ("ContinueWithPending/PooledAwait/N=100", 0, null),
        ("AsyncPending/PooledAwait-Attribute/N=100", 0, null),
        ("AsyncResolved/PooledAwait-Attribute/N=100", 0, null),
        ("AwaitPending/PooledAwait-Attribute/N=100", 0, null),
        ("AwaitResolved/PooledAwait-Attribute/N=100", 0, null),
        ("AsyncAwait/PooledAwait-Attribute/Pending=False", 0, 0),
        ("AsyncAwait/PooledAwait-Attribute/Pending=True", 0, null),
        ("AsyncAwait/ProtoPromise-Flow/Pending=True", 0, 624),
        ("Deep/HandWritten/Links=10000", 0, null),
        ("Contended/HandWritten/Threads=2", 0, null),
        ("Flow/HandWritten/Value=None", 0, null),
        ("Deep/HandWritten-Async/Links=10000", 0, null),
        ("Contended/HandWritten-Async/Threads=2", 0, null),
        ("Flow/HandWritten-Async/Value=None", 0, null),
        ("Deep/HandWritten-ValueTask/Links=10000", 0, null),
        ("Contended/HandWritten-ValueTask/Threads=2", 0, null),
        ("Flow/HandWritten-ValueTask/Value=None", 0, null),
        ("Deep/PooledAwait/Links=10000", 0, null),
        ("Contended/PooledAwait/Threads=2", 0, null),
        ("Flow/PooledAwait/Value=None", 0, null),
    ];

    public static TheoryData<string> Available => [.. s_expected.Select(row => row.Id).Intersect(CaseIds.Available)];

    [Theory]
    [MemberData(nameof(Available))]
    public void Row_InItsProcess_AllocatesAndKeepsWhatIsPublished(string id)
    {
        (_, int allocated, int? survived) = s_expected.Single(row => row.Id == id);
        using CaseProcess process = new(id);

        long? kept = process.Survived();
        if (survived is not null)
        {
            Assert.Equal(survived, kept);
        }

        double measured = process.AllocatedPerOperation();
        if (id.StartsWith("Yield/HandWritten", StringComparison.Ordinal))
        {
            // By hand each thread keeps what ends on it, so the loop around a thousand operations has new objects each time, and so has,
            // on a busy machine, a thread that takes its turn. What every operation allocates is a multiple of 8 B.
            measured = 8 * Math.Round(measured / 8);
        }

        // The loop around a thousand yields has a box of its own.
        Assert.Equal(allocated, Math.Round(measured));
    }

    [Fact]
    public void Row_MeasuredTwice_KeepsTheSameBytes()
    {
        HashSet<long?> measured = [];
        for (int launch = 0; launch < 2; launch++)
        {
            using CaseProcess process = new("AsyncAwait/PooledAwait/Pending=True");
            measured.Add(process.Survived());
        }

        Assert.Single(measured);
    }
}

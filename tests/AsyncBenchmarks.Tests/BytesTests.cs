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
        ("AsyncAwait/Task/Pending=False", 192, 0),
        ("AsyncAwait/Task/Pending=True", 1_120, 0),
        ("AsyncAwait/ValueTask/Pending=False", 0, 0),

        // 56: the suite's source, ManualResetValueTaskSourceCore in an object.
        ("AsyncAwait/ValueTask/Pending=True", 968, 56),

        // 56, and 104 for the suite's object that takes the result; .NET keeps a box per core, not one per operation.
        ("AsyncAwait/ValueTask-Pooling/Pending=True", 0, 160),
        ("AsyncAwait/PooledAwait/Pending=False", 0, 0),
        ("AsyncAwait/PooledAwait/Pending=True", 0, null),
        ("AsyncAwait/PooledAwait-Awaited-Task/Pending=False", 0, 0),

        // The sources' own.
        ("AsyncAwait/PooledAwait-Awaited-Task/Pending=True", 384, null),
        ("AsyncAwait/PooledAwait-Awaited-ValueTask/Pending=True", 0, null),
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
        ("AsyncAwait/PooledAwait-NoFlow/Pending=True", 0, null),
        ("AwaitPending/PooledAwait-NoFlow/N=100", 0, null),
        ("InFlight/PooledAwait/Operations=10000", 0, null),
        ("InFlight/PooledAwait-NoFlow/Operations=10000", 0, null),
        ("AsyncAwait/ProtoPromise-Flow/Pending=True", 0, 624),
        ("Deep/PooledAwait/Links=10000", 0, null),
        ("Contended/PooledAwait/Threads=2", 0, null),
        ("CrossThread/PooledAwait", 0, null),
        ("Border/PooledAwait/Awaits=PooledValueTask", 0, null),
        ("Border/PooledAwait/Awaits=ValueTask", 0, null),
        ("Border/PooledAwait/Awaits=PooledMethod", 0, null),
        ("Border/PooledAwait/Awaits=AttributedMethod", 0, null),
        ("Border/PooledAwait-Attribute/Awaits=AttributedMethod", 0, null),
        ("Flow/PooledAwait/Value=None", 0, null),
        ("Coordination/PooledAwait/Type=Lock-0", 0, null),
        ("Coordination/PooledAwait/Type=Lock-2", 0, null),
        ("Coordination/PooledAwait/Type=Lock-100", 0, null),
        ("Coordination/PooledAwait/Type=Semaphore-100", 0, null),
        ("Coordination/PooledAwait/Type=AutoResetEvent-100", 0, null),
        ("Coordination/PooledAwait/Type=ManualResetEvent-100", 0, null),
        ("Coordination/PooledAwait/Type=CountdownEvent-100", 0, null),
        ("Coordination/PooledAwait/Type=ReaderWriterLock-100", 0, null),
        ("Coordination/PooledAwait/Type=ConditionVariable-100", 0, null),
        ("Channel/PooledAwait/Shape=1to1-1", 0, null),
        ("Channel/PooledAwait/Shape=1to8-1", 0, null),
        ("Channel/PooledAwait/Shape=8to8-1", 0, null),
        ("Channel/PooledAwait/Shape=8to8-128", 0, null),
        ("Flow/PooledAwait-NoFlow/Value=None", 0, null),
    ];

    public static TheoryData<string> Available => [.. s_expected.Select(row => row.Id).Intersect(CaseIds.Available)];

    /// <summary>A row that was renamed would not be measured here, nor compared with its published results.</summary>
    [Fact]
    public void Rows_HaveTheirNames() => Assert.All(s_expected, static row => Assert.NotNull(Catalog.Find(row.Id)));

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

        // The loop around a thousand yields has a box of its own.
        Assert.Equal(allocated, Math.Round(process.AllocatedPerOperation()));
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

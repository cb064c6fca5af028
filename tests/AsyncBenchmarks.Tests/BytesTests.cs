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
        ("AsyncAwait/PooledAwait-Awaited-Task/Pending=False", 0, 0),

        // The sources' own.
        ("AsyncAwait/PooledAwait-Awaited-Task/Pending=True", 384, null),
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
        ("Yield/ProtoPromise/Category=ValueTask<T>", 64, null),
        ("Yield/UniTask/Category=ValueTask<T>", 64, null),
        ("AsyncAwait/PooledAwait-Attribute/Pending=False", 0, 0),
        ("AsyncAwait/ProtoPromise-Flow/Pending=True", 0, 624),
        ("CrossThread/PooledAwait", 0, null),
        .. Nothing("AsyncAwait", "PooledAwait PooledAwait-Attribute PooledAwait-NoFlow PooledAwait-Awaited-ValueTask", "Pending=True"),
        .. Nothing("AsyncPending AsyncResolved AwaitPending AwaitResolved", "PooledAwait PooledAwait-Attribute", "N=100"),
        .. Nothing("ContinueWithFromValue ContinueWithResolved ContinueWithPending", "PooledAwait", "N=100"),
        .. Nothing("AwaitPending", "PooledAwait-NoFlow", "N=100"),
        .. Nothing("Yield", "PooledAwait", "Category=ValueTask Category=ValueTask<T>"),
        .. Nothing("WhenAll", "PooledAwait", "Inputs=10 Inputs=1000"),
        .. Nothing("WhenAny", "PooledAwait", "Inputs=2 Inputs=10"),
        .. Nothing("WaitAsync", "PooledAwait", "Limit=Timeout Limit=Cancellation"),
        .. Nothing("InFlight", "PooledAwait PooledAwait-NoFlow", "Operations=10000"),
        .. Nothing("Deep", "PooledAwait", "Links=10000"),
        .. Nothing("Contended", "PooledAwait", "Threads=2"),
        .. Nothing("Flow", "PooledAwait PooledAwait-NoFlow", "Value=None"),
        .. Nothing("Border", "PooledAwait", "Awaits=PooledValueTask Awaits=ValueTask Awaits=PooledMethod Awaits=AttributedMethod"),
        .. Nothing("Border", "PooledAwait-Attribute", "Awaits=AttributedMethod"),
        .. Nothing("Coordination", "PooledAwait", "Type=Lock-0 Type=Lock-2 Type=Lock-100 Type=Semaphore-100 Type=AutoResetEvent-100"),
        .. Nothing("Coordination", "PooledAwait", "Type=ManualResetEvent-100 Type=CountdownEvent-100 Type=ReaderWriterLock-100"),
        .. Nothing("Coordination", "PooledAwait", "Type=ConditionVariable-100"),
        .. Nothing("Channel", "PooledAwait", "Shape=1to1-1 Shape=1to8-1 Shape=8to8-1 Shape=8to8-128"),
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

    /// <summary>Each of the rows in each of the scenarios with each of the parameters: what it keeps is its pools'.</summary>
    private static IEnumerable<(string Id, int Allocated, int? Survived)> Nothing(string scenarios, string rows, string parameters) =>
        from scenario in scenarios.Split(' ')
        from row in rows.Split(' ')
        from parameter in parameters.Split(' ')
        select ($"{scenario}/{row}/{parameter}", 0, (int?)null);
}

namespace PooledAwait.Tests;

/// <summary>With pooling off nothing serves twice, and everything else stays. The run of .ci/run in which it is off for all tests has the
/// other half: it runs the tests of behaviour.</summary>
public sealed class PoolingOffTests
{
    [Fact]
    public void Variable_OfThisRun_DecidesWhetherPoolingIsOff() =>
        Assert.Equal(Environment.GetEnvironmentVariable(PoolingSwitch.Variable) == "off", PoolingSwitch.IsOff);

    [Fact]
    public void Operations_EachHaveAnObjectOfTheirOwn() => RunWithoutPooling(static () =>
    {
        HashSet<object> objects = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < 100; i++)
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = source.PooledTask;
            PooledValueTask<int> method = AddOne(task);
            Assert.True(objects.Add(task._operation!));
            Assert.True(objects.Add(method._operation!));
            source.SetResult(i);
            Assert.Equal(i + 1, method.Result);
            Assert.StartsWith(
                "The result of 'PoolingOffTests.AddOne' was already consumed.",
                Assert.Throws<InvalidOperationException>(() => method.Result).Message,
                StringComparison.Ordinal);
        }

        PoolStatistics boxes = Pool.GetStatistics().Single(static pool => pool.Type.DeclaringType == typeof(PoolingOffTests));
        Assert.Equal((100, 100, 100, 100, 0), (boxes.Rented, boxes.Allocated, boxes.Returned, boxes.Dropped, boxes.Idle));

        static async PooledValueTask<int> AddOne(PooledValueTask<int> task) => await task + 1;
    });

    [Fact]
    public void ObjectsOfAUser_AreResetAndNotKept_AndASecondReturnThrows() => RunWithoutPooling(static () =>
    {
        Item item = new();
        Pool.Return(item);

        Assert.True(item.IsReset);
        Assert.Null(Pool.TryRent<Item>());
        Assert.Throws<InvalidOperationException>(() => Pool.Return(item));
        object box = Pool.Box(1);
        Assert.Equal(1, Pool.UnboxAndReturn<int>(box));
        Assert.NotSame(box, Pool.Box(1));
        Assert.Throws<InvalidOperationException>(() => Pool.UnboxAndReturn<int>(box));
    });

    [Fact]
    public void Arrays_AreNotBorrowed() => RunWithoutPooling(static () =>
    {
        int[] array = BorrowedArray.Rent<int>(100);
        BorrowedArray.Return(array, used: 0);

        Assert.NotSame(array, BorrowedArray.Rent<int>(100));
    });

    /// <summary>Runs a body in a library that reads the switch.</summary>
    internal static void RunWithoutPooling(Action body)
    {
        AppContext.SetSwitch(PoolingSwitch.Name, false);
        try
        {
            FreshLibrary.Run(body);
        }
        finally
        {
            AppContext.SetSwitch(PoolingSwitch.Name, true);
        }
    }

    private sealed class Item : IResettable
    {
        internal bool IsReset { get; private set; }

        public void Reset() => IsReset = true;
    }
}

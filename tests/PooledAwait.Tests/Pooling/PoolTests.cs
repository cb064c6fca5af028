namespace PooledAwait.Tests;

[Trait(FlowMode.Needs, FlowMode.Pooling)]
public sealed class PoolTests
{
    [Fact]
    public void Pool_ThatIsStillBeingMade_HasNothingAndKeepsNothing() => Watchdog.Run(() =>
    {
        // Code that runs while a type's attributes are read gets this pool; it must not get that of another type.
        OperationPool pool = default;

        Assert.Null(pool.TryRent<object>());
        pool.Return(new object());
        pool.Count(rejected: 1);
        pool.Count(dropped: 1);

        Assert.Null(pool.TryRent<object>());
    });

    [Fact]
    public void Return_ByOneTypeAndThenByAnother_ThrowsAndTheObjectHasOneOwner() => Watchdog.Run(() =>
    {
        Pool.Clear();
        DerivedItem item = new();
        Pool.Return<Item>(item);

        Assert.Throws<InvalidOperationException>(() => Pool.Return(item));
        Assert.Throws<InvalidOperationException>(() => Pool.Return<object>(item));

        Assert.Same(item, Pool.TryRent<Item>());
        Assert.Null(Pool.TryRent<DerivedItem>());
        Pool.Return(item);
        Assert.Same(item, Pool.TryRent<DerivedItem>());
        Assert.Null(Pool.TryRent<Item>());
    });

    [Fact]
    public void Return_Null_IsIgnored() => Watchdog.Run(() =>
    {
        Pool.Clear();
        Pool.Return<Item>(null!);

        Assert.Null(Pool.TryRent<Item>());
    });

    [Theory]
    [InlineData(0)]
    [InlineData(500)]
    public void Return_Twice_ThrowsWhereverTheObjectIsByThen(int othersBetween) => Watchdog.Run(() =>
    {
        Pool.Clear();
        Item item = new();
        Pool.Return(item);
        long rejected = Statistics<Item>().Rejected;
        for (int i = 0; i < othersBetween; i++)
        {
            Pool.Return(new Item());
        }

        Assert.Throws<InvalidOperationException>(() => Pool.Return(item));
        RunOnAnotherThread(() => Assert.Throws<InvalidOperationException>(() => Pool.Return(item)));

        Assert.Equal(1, RentAll<Item>().Count(rented => ReferenceEquals(rented, item)));
        Assert.Equal(rejected + 2, Statistics<Item>().Rejected);
    });

    [Fact]
    public void Return_WhenResetThrows_DropsTheObjectAndReports() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();
        PoolStatistics before = Statistics<Resettable>();

        Pool.Return(new Resettable(thrown)); // does not throw

        Assert.Null(Pool.TryRent<Resettable>());
        Assert.Equal(1, unobserved.CountOf(thrown));
        Assert.Equal(before.Dropped + 1, Statistics<Resettable>().Dropped);
    });

    [Fact]
    public void Return_WhenResetUsesThePool_Works() => Watchdog.Run(() =>
    {
        Nesting outer = new() { Inner = new Nesting() };
        Pool.Return(outer);

        Assert.Equal(2, RentAll<Nesting>().Count);
    });

    [Fact]
    public void Object_InThePoolOnly_IsNotKeptAliveAfterClear() => Watchdog.Run(() =>
    {
        WeakReference item = ReturnNew();
        Garbage.Collect();
        Assert.True(item.IsAlive);

        Pool.Clear();
        Garbage.Collect();
        Assert.False(item.IsAlive);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference ReturnNew()
        {
            Item item = new();
            Pool.Return(item);
            return new WeakReference(item);
        }
    });

    internal static List<T> RentAll<T>()
        where T : class
    {
        List<T> rented = [];
        while (Pool.TryRent<T>() is { } item)
        {
            rented.Add(item);
        }

        return rented;
    }

    internal static PoolStatistics Statistics<T>() => Pool.GetStatistics().SingleOrDefault(pool => pool.Type == typeof(T));

    internal static void RunOnAnotherThread(Action action) => Watchdog.Run(action);

    private class Item;

    private sealed class DerivedItem : Item;

    [Fact]
    public void Put_AfterTheSpareArrayCouldNotBeMade_GivesEachObjectToOne()
    {
        MagazineDepot depot = new(typeof(object), objects: null, PoolSizes.DefaultSize);
        Magazine magazine = depot.AddMagazine(new Magazine?[1], 0);
        const int Full = 1 + (2 * Magazine.Capacity);
        for (int i = 0; i <= Full; i++)
        {
            Put();
        }

        // An OutOfMemoryException out of the last Put's new array leaves this: what was the spare array is the depot's.
        (magazine.Slots, magazine.Count) = (magazine.Spare, magazine.SpareCount);
        (magazine.Spare, magazine.SpareCount) = (null, 0);
        for (int i = 0; i < Full; i++)
        {
            Put();
        }

        List<object> taken = [];
        while ((magazine.TryTake() ?? depot.Take(magazine)) is { } value)
        {
            taken.Add(value);
        }

        Assert.InRange(taken.Count, Full + 1, (2 * Full) + 1);
        Assert.Equal(taken.Count, taken.Distinct(ReferenceEqualityComparer.Instance).Count());

        void Put()
        {
            object value = new();
            if (!magazine.TryPut(value))
            {
                depot.Put(magazine, value);
            }
        }
    }

    private sealed class Resettable(Exception thrown) : IResettable
    {
        public void Reset() => throw thrown;
    }

    private sealed class Nesting : IResettable
    {
        internal Nesting? Inner { get; set; }

        public void Reset()
        {
            Nesting? inner = Inner;
            Inner = null;
            Pool.Return(inner!);
        }
    }
}

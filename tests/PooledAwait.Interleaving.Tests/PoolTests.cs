using System.Linq;

namespace PooledAwait.Schedules;

public class PoolTests
{
    /// <summary>One, because each that is created stays in the process. Empty at the beginning of each run.</summary>
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(PoolTests));

    [Fact]
    public void TakeAgainstTake_ThroughTheDepot_DoublesNothing() => Explorer.Explore(atLeast: 5, race =>
    {
        Pool.Clear();
        Put( 6 * Magazine.Capacity);
        List<object> left = [];
        List<object> right = [];
        race(() => Take(left), () => Take(right));

        // Two magazines are the putter's own.
        Assert.Equal(4 * Magazine.Capacity, left.Count + right.Count);
        Assert.Empty(left.Intersect(right));
    });

    [Theory]
    [Booleans]
    public void ClearAgainstUse_OfFullMagazines_TheCountsAddUp(bool isTaken) => Explorer.Explore(atLeast: 3, race =>
    {
        Pool.Clear();
        Put(6 * Magazine.Capacity);
        long kept = Kept();
        int used = 0;
        race(
            () =>
            {
                Pool.Clear();
                Put(isTaken ? 5 * Magazine.Capacity : 0);
            },
            () =>
            {
                for (; used < 4 * Magazine.Capacity; used++)
                {
                    if (!isTaken)
                    {
                        s_pool.Return(new object());
                    }
                    else if (s_pool.TryRent<object>() is null)
                    {
                        break;
                    }
                }
            });

        Pool.Clear();
        if (!Explorer.IsWeak)
        {
            // There the counts of a magazine in use are not exact: its thread writes them without an order.
            Assert.Equal(kept + (isTaken ? (5 * Magazine.Capacity) - used : used), Kept());
        }

        // What was returned and not rented again, whether it is still there or was dropped.
        static long Kept()
        {
            PoolStatistics statistics = OperationPools.GetStatistics().Single(static pool => pool.Type == typeof(PoolTests));
            return statistics.Returned - (statistics.Rented - statistics.Allocated);
        }
    });

    [Fact]
    public void ReturnAgainstReturn_OfOneObject_OneIsRefused() => Explorer.Explore(atLeast: 2, race =>
    {
        object value = new();
        Attempt.OfOne(race, () => Pool.Return(value));
        Pool.Clear();
    });

    [Fact]
    public void ReturnAgainstReturn_OfOneBox_OneGetsTheValue() => Explorer.Explore(atLeast: 2, race =>
    {
        object box = Pool.Box(7);
        Assert.Equal(7, Attempt.OfOne(race, () => Pool.UnboxAndReturn<int>(box)));
    });

    private static void Take(List<object> taken)
    {
        while (s_pool.TryRent<object>() is { } value)
        {
            taken.Add(value);
        }
    }

    private static void Put(int count)
    {
        for (int i = 0; i < count; i++)
        {
            s_pool.Return(new object());
        }
    }
}

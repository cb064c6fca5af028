namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The suite's own recycled objects: a list for each thread, so that renting needs no lock, made large enough beforehand. Behind the lists
/// is a stock, which takes from the one that has too many and gives to the one that has none, half a list at a time.
/// </summary>
internal static class Recycled<T>
    where T : class
{
    private const int ListSize = 64;
    private const int Moved = ListSize / 2;

    private static readonly object s_lock = new();
    private static T?[] s_stock = [];
    private static int s_inStock;

    [ThreadStatic]
    private static T?[]? t_list;

    [ThreadStatic]
    private static int t_count;

    /// <summary>Gets one that was returned; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a part of what is measured: compiled as if it were written there
    public static T? TryRent()
    {
        T?[] list = t_list ??= new T?[ListSize];
        if (t_count == 0 && (t_count = Take(list)) == 0)
        {
            return null;
        }

        ref T? slot = ref list[--t_count];
        T item = slot!;
        slot = null;
        return item;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static void Return(T item)
    {
        T?[] list = t_list ??= new T?[ListSize];
        if (t_count == list.Length)
        {
            t_count = Give(list);
        }

        list[t_count++] = item;
    }

    private static int Take(T?[] list)
    {
        lock (s_lock)
        {
            int moved = Math.Min(s_inStock, Moved);
            s_inStock -= moved;
            Array.Copy(s_stock, s_inStock, list, 0, moved);
            Array.Clear(s_stock, s_inStock, moved);
            return moved;
        }
    }

    private static int Give(T?[] list)
    {
        lock (s_lock)
        {
            if (s_inStock + Moved > s_stock.Length)
            {
                Array.Resize(ref s_stock, Math.Max(s_inStock + Moved, s_stock.Length * 2));
            }

            Array.Copy(list, Moved, s_stock, s_inStock, Moved);
            s_inStock += Moved;
        }

        Array.Clear(list, Moved, Moved);
        return Moved;
    }
}

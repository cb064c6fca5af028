using System.Buffers;

namespace PooledAwait;

/// <summary>Arrays of the framework's pool; where this library's pools are off, new ones.</summary>
internal static class BorrowedArray
{
    /// <summary>Borrows an array of at least this length, with any content.</summary>
    internal static T[] Rent<T>(int length) => PoolingSwitch.IsOff
        ? new T[length]
        : UninterruptedWait.Repeat(static length => ArrayPool<T>.Shared.Rent(length), length);

    /// <summary>Returns an array, and clears the elements that were used: the first ones.</summary>
    internal static void Return<T>(T[] items, int used)
    {
        Array.Clear(items, 0, used);
        if (PoolingSwitch.IsOff)
        {
            return;
        }

        try
        {
            ArrayPool<T>.Shared.Return(items);
        }
        catch (ThreadInterruptedException)
        {
            // At a lock of that pool. Not again, because the first call may have taken the array. The caller's next wait throws.
            Thread.CurrentThread.Interrupt();
        }
    }
}

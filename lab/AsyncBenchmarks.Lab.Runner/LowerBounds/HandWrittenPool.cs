using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// The pools of a thread: one list for each class of operations, behind one thread-static. A returned operation goes to the
/// list of the returning thread. No list moves between threads or has a bound; a library needs both.
/// </summary>
internal static class HandWrittenPool
{
    /// <summary>Room for every class there is; one more would be an error at its first use.</summary>
    private const int MostKinds = 256;

    [ThreadStatic]
    private static FreeList[]? t_lists;

    private static int s_kinds;

    /// <summary>This thread's lists, by the numbers of their classes.</summary>
    public static FreeList[] Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // one lookup, in the caller
        get => t_lists ?? Create();
    }

    /// <summary>A class's number.</summary>
    public static int NewKind() => Interlocked.Increment(ref s_kinds) - 1;

    /// <summary>Takes one from this thread's list; null if there is none.</summary>
    /// <param name="kind">The class's number.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
    public static HandWrittenOperation? TryTake(int kind) => Current[kind].TryTake();

    [MethodImpl(MethodImplOptions.NoInlining)] // once a thread
    private static FreeList[] Create() => t_lists = new FreeList[MostKinds];

    internal struct FreeList
    {
        private Slot[]? _slots;
        private int _count;

        /// <summary>Takes one; null if there is none.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
        public HandWrittenOperation? TryTake()
        {
            int last = _count - 1;
            if (last < 0)
            {
                return null;
            }

            _count = last;
            return _slots![last].Operation;
        }

        /// <summary>Adds an unused operation.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        public void Give(HandWrittenOperation operation)
        {
            Slot[]? slots = _slots;
            int count = _count;
            if (slots is null || (uint)count >= (uint)slots.Length)
            {
                slots = Grow();
            }

            _count = count + 1;

            // A slot keeps what was taken from it, and often that comes back: a comparison is cheaper than a write of a reference.
            ref HandWrittenOperation? slot = ref slots[count].Operation;
            if (!ReferenceEquals(slot, operation))
            {
                slot = operation;
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)] // rare
        private Slot[] Grow()
        {
            Array.Resize(ref _slots, Math.Max(16, _count * 2));
            return _slots;
        }
    }

    /// <summary>A reference in a struct: storing one into an array needs no check of the array's type.</summary>
    internal struct Slot
    {
        public HandWrittenOperation? Operation;
    }
}

namespace PooledAwait;

/// <summary>The operations of pools. Each thread has a magazine, used without synchronization, and exchanges whole arrays with the
/// <see cref="Depot"/> that all threads share. An object that one thread creates and another consumes returns through it.</summary>
internal static class OperationPools
{
    internal static OperationPool Create(Type type) => Create(type, type);

    /// <summary>Creates a pool. The type names it in statistics, and may have a <see cref="PoolSizeAttribute"/>, whose search may wait at
    /// locks of the framework. This is called by type initializers, and a type whose initializer has thrown can't be used any
    /// more.</summary>
    /// <param name="objects">The class of the objects, by which the meter knows how large they are; null for those of a user.</param>
    internal static OperationPool Create(Type type, Type? objects)
    {
        bool isUnloadable = Unloading.MayPrecedeLibrary(type);
        int size = PoolingSwitch.IsOff ? 0 : UninterruptedWait.Repeat(PoolSizes.Of, type);
        return PoolRegistry.Add(new Depot(type, objects, size, isUnloadable), isUnloadable);
    }

    /// <summary>Takes an object from the pool. If null, the caller creates one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static T? TryRent<T>(this OperationPool pool)
        where T : class =>
        pool.TryRent<T>(ThreadState.Current);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static T? TryRent<T>(this OperationPool pool, ThreadState thread)
        where T : class
    {
        T? value = Cast.OrNull<T>(pool.TryRent(thread));
        if (OperationTracker.Current is { } tracker && value is ITracked operation)
        {
            tracker.Start(operation);
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
    internal static object? TryRent(this OperationPool pool, ThreadState thread)
    {
        Magazine?[] magazines = thread.FirstPage;
        int index = (int)pool;
        if ((uint)index < (uint)magazines.Length && magazines[index]?.TryTake() is { } value)
        {
            return value;
        }

        return TakeSlow(pool, thread);
    }

    /// <summary>Returns an object to the pool. The caller must have consumed it, so that no other code refers to it.</summary>
    internal static void Return(this OperationPool pool, object value) => pool.Return(ThreadState.Current, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every consumption
    internal static void Return(this OperationPool pool, ThreadState thread, object value)
    {
        Magazine?[] magazines = thread.FirstPage;
        int index = (int)pool;
        if ((uint)index >= (uint)magazines.Length || magazines[index]?.TryPut(value) != true)
        {
            PutSlow(pool, thread, value);
        }
    }

    internal static Type TypeOf(this OperationPool pool) => PoolRegistry.Get(pool)?.Type ?? typeof(object);

    /// <inheritdoc cref="Depot.Count"/>
    internal static void Count(this OperationPool pool, int dropped = 0, int retired = 0, int rejected = 0) =>
        PoolRegistry.Get(pool)?.Count(dropped, retired, rejected);

    internal static List<PoolStatistics> GetStatistics() => PoolRegistry.Snapshot().ConvertAll(static depot => depot.GetStatistics());

    [MethodImpl(MethodImplOptions.NoInlining)] // the depot's, and for pools beyond the first page
    private static object? TakeSlow(OperationPool pool, ThreadState thread)
    {
        if (PoolRegistry.Get(pool) is not { } depot)
        {
            return null;
        }

        if (depot.IsOneByOne)
        {
            return depot.TakeOne();
        }

        Magazine magazine = thread.GetOrAdd(pool, depot);
        return magazine.TryTake() ?? depot.Take(magazine);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // as TakeSlow
    private static void PutSlow(OperationPool pool, ThreadState thread, object value)
    {
        if (PoolRegistry.Get(pool) is not { } depot)
        {
            return;
        }

        Debug.Assert(depot.HasObjectsOf(value.GetType()), "the pool was created for another class");
        if (depot.IsOneByOne)
        {
            depot.PutOne(value);
        }
        else
        {
            Magazine magazine = thread.GetOrAdd(pool, depot);
            if (!magazine.TryPut(value))
            {
                depot.Put(magazine, value);
            }
        }

        // After the last change, because setting a timer may run other code in a wait that pumps messages.
        PoolTrimmer.OnReturn(depot.IsTrimmed);
    }
}

/// <summary>The pool of one type, as the index of its magazine in each thread's array and of its depot in the registry. Its methods are in
/// <see cref="OperationPools"/>. An object that knows its pool finds its magazine by one load, and stays small. It is an enumeration,
/// because a static field of a struct type is a reference to the heap, which costs one load more at every suspension.</summary>
internal enum OperationPool
{
    /// <summary>A pool that keeps nothing. User code sees it if it runs while the pool is being created, which reads attributes.</summary>
    None = 0,
}

/// <summary>The state of one thread, in one object that is found once per step: finding a thread-static is a call on most platforms. Each
/// layer adds its part, which its thread alone uses. This part has the thread's magazines.</summary>
internal sealed partial class ThreadState
{
    /// <summary>The number of magazines in a page. The first page is on the fast path.</summary>
    internal const int PageSize = 128;

    [ThreadStatic]
    private static ThreadState? t_current;

    /// <summary>The magazines, by the numbers of their pools, in pages of <see cref="PageSize"/>: a thread that uses one of thousands of
    /// pools has one page. Null where no pool was used, where a pool has no magazines, and where the <see cref="PoolTrimmer"/> dropped
    /// one.</summary>
    private Magazine?[]?[] _pages = [];

    /// <summary>The first page; empty until <see cref="PoolTrimmer.HasBegun"/>, so that the slow path counts all returns.</summary>
    private Magazine?[] _firstPage = [];

    private ThreadState()
    {
    }

    /// <summary>Counts what the thread did since its last exchanges, and drops the objects that it kept.</summary>
    ~ThreadState()
    {
        // Mono and .NET Framework finalize at the end of the process too, when a lock's owner may be gone.
        if (!Environment.HasShutdownStarted)
        {
            Clear();
        }
    }

    internal static ThreadState Current { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => t_current ?? Create(); }

    /// <summary>The magazines that the fast path may use, by the numbers of their pools.</summary>
    internal Magazine?[] FirstPage { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _firstPage; }

    internal Magazine GetOrAdd(OperationPool pool, Depot depot)
    {
        int number = (int)pool / PageSize;
        int place = (int)pool % PageSize;
        if (number >= _pages.Length)
        {
            Array.Resize(ref _pages, number + 1);
        }

        Magazine?[] page = _pages[number] ??= new Magazine?[PageSize];
        if (number == 0 && PoolTrimmer.HasBegun)
        {
            _firstPage = page;
        }

        return page[place] ?? depot.AddMagazine(page, place);
    }

    internal void Clear()
    {
        for (int number = 0; number < _pages.Length; number++)
        {
            Magazine?[]? page = _pages[number];
            for (int place = 0; place < page?.Length; place++)
            {
                if (page[place] is { } magazine)
                {
                    PoolRegistry.Get((OperationPool)((number * PageSize) + place))?.Drop(magazine);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per thread
    private static ThreadState Create() => t_current = new ThreadState();
}

/// <summary>One thread's stock of one pool: one object and two arrays, used by that thread without synchronization. (Magazine and depot are
/// Bonwick's terms: "Magazines and Vmem", 2001.)</summary>
/// <remarks>The thread finds it in its <see cref="ThreadState"/>, and the <see cref="Depot"/> has a list of all of them. An unused magazine
/// is dropped with its objects: it leaves both, while its thread may be using it. That thread keeps the object that it takes at this
/// moment. An object that it puts goes to the garbage collector, as does an array from the depot.</remarks>
internal sealed class Magazine(Magazine?[] page, int place)
{
    /// <summary>The number of objects in an array, over which the cost of one exchange with the depot is spread.</summary>
    /// <remarks>A thread keeps one object and two arrays: 65. <see cref="PoolSizeAttribute"/>, docs/pooling.md, docs/diagnostics.md and
    /// docs/architecture.md say so in numbers, as do PoolSizeTests, PoolStatisticsTests and PoolTests; <see cref="Depot"/> follows by
    /// itself, up to half of its SmallSize.</remarks>
    internal const int Capacity = 32;

    /// <summary>An object is fetched into the cache this many rentals before its own.</summary>
    private const int PrefetchDistance = 4;

    /// <summary>One object, or null. An object that is returned and rented in turns uses this field alone.</summary>
    internal object? First;

    /// <summary>Objects, up to <see cref="Count"/>; null until a second one is kept.</summary>
    internal Slot[]? Slots;

    /// <summary>A second array, full or empty, so that a thread at the boundary does not exchange at every use.</summary>
    internal Slot[]? Spare;

    internal int Count;

    /// <summary>How many objects are in <see cref="Spare"/>: 0 or <see cref="Capacity"/>.</summary>
    internal int SpareCount;

    /// <summary>How often an object was rented here; wraps around.</summary>
    internal uint Rented;

    /// <summary><see cref="Rented"/> when the depot last looked; guarded by the depot's lock, as all below.</summary>
    internal uint RentedBefore;

    /// <summary><see cref="Idle"/> when the depot last looked.</summary>
    internal int IdleBefore;

    /// <summary>The number of the trimmer's periods without a use, up to the last one; -1 if there was a use since.
    /// EndPeriod increments it, so a used magazine has 0 after the period.</summary>
    internal int IdlePeriods;

    /// <summary>Whether the depot has dropped the magazine: its objects are counted, so none may be added or moved.</summary>
    internal bool IsDropped { get; private set; }

    /// <summary>A reference in a struct: storing one into an array needs no check of the array's type.</summary>
    internal struct Slot
    {
        internal object? Value;
    }

    internal int Idle => (First is null ? 0 : 1) + Count + SpareCount;

    /// <summary>Takes an object; null if there is none within reach.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal object? TryTake()
    {
        object? value = First;
        if (value is not null)
        {
            First = null;
            Rented++;
            return value;
        }

        int index = Count - 1;
        if (index < 0)
        {
            return null;
        }

        Slot[] slots = Slots!;
        if (index >= PrefetchDistance)
        {
            Prefetch.Object(ref slots[index - PrefetchDistance].Value);
        }

        ref object? slot = ref slots[index].Value;
        value = slot;
        slot = null;
        Count = index;
        Rented++;
        return value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as OperationPools.TryRent
    internal bool TryPut(object value)
    {
        if (First is null)
        {
            First = value;
            return true;
        }

        Slot[]? slots = Slots;
        int index = Count;
        if (slots is null || (uint)index >= (uint)slots.Length)
        {
            return false;
        }

        slots[index].Value = value;
        Count = index + 1;
        return true;
    }

    internal void Swap()
    {
        (Slots, Spare) = (Spare, Slots);
        (Count, SpareCount) = (SpareCount, Count);
    }

    /// <summary>Takes the magazine away from its thread.</summary>
    internal void Remove()
    {
        IsDropped = true;
        page[place] = null;
    }
}

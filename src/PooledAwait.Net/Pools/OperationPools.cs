namespace PooledAwait;

/// <summary>The operations of pools. Each thread has a magazine, used without synchronization, and exchanges whole arrays with the
/// <see cref="Depot"/> that all threads share. An object that one thread creates and another consumes returns through it.</summary>
internal static class OperationPools
{
    /// <summary>Creates a pool. The type is that of the objects, or of the state machine in them. It names the pool in statistics, and may
    /// have a <see cref="PoolSizeAttribute"/>.</summary>
    internal static OperationPool Create(Type type)
    {
        bool isUnloadable = Unloading.MayPrecedeLibrary(type);
        return PoolRegistry.Add(new Depot(type, PoolSizes.Find(type) ?? PoolSizes.DefaultSize, isUnloadable), isUnloadable);
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
    internal static object? TryRent(this OperationPool pool) => pool.TryRent(ThreadState.Current);

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

    /// <summary>Counts an object whose version is exhausted.</summary>
    internal static void Retire(this OperationPool pool) => PoolRegistry.Get(pool)?.Count(retired: 1);

    internal static void Drop(this OperationPool pool) => PoolRegistry.Get(pool)?.Count(dropped: 1);

    /// <summary>Counts a second return of one object.</summary>
    internal static void Reject(this OperationPool pool) => PoolRegistry.Get(pool)?.Count(rejected: 1);

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

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
        Depot depot = isUnloadable || size <= Depot.SmallSize ? new Depot(type, objects, size) : new MagazineDepot(type, objects, size);
        return PoolRegistry.Add(depot, isUnloadable);
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
        Depot? depot = PoolRegistry.Get(pool);
        if (depot is not MagazineDepot shared)
        {
            return depot?.Take();
        }

        Magazine magazine = thread.GetOrAdd(pool, shared);
        return magazine.TryTake() ?? shared.Take(magazine);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // as TakeSlow
    private static void PutSlow(OperationPool pool, ThreadState thread, object value)
    {
        if (PoolRegistry.Get(pool) is not { } depot)
        {
            return;
        }

        Debug.Assert(depot.HasObjectsOf(value.GetType()), "the pool was created for another class");
        if (depot is not MagazineDepot shared)
        {
            depot.Put(value);
        }
        else if (thread.GetOrAdd(pool, shared) is var magazine && !magazine.TryPut(value))
        {
            shared.Put(magazine, value);
        }

        // After the last change, because setting a timer may run other code in a wait that pumps messages.
        PoolTrimmer.OnReturn(depot.IsTrimmed);
    }
}

namespace PooledAwait;

/// <summary>The pool of one type, as the index of its magazine in each thread's array and of its depot in the registry. Its methods are in
/// <see cref="OperationPools"/>. An object that knows its pool finds its magazine by one load, and stays small. It is an enumeration,
/// because a static field of a struct type is a reference to the heap, which costs one load more at every suspension.</summary>
internal enum OperationPool
{
    /// <summary>A pool that keeps nothing. User code sees it if it runs while the pool is being created, which reads attributes.</summary>
    None = 0,
}

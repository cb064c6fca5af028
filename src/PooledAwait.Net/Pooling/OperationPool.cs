namespace PooledAwait;

/// <summary>
/// The pool of one type, as the index of its magazine in each thread's array and of its depot in the registry. Its methods are in
/// <see cref="OperationPools"/>. An object that knows its pool finds its magazine by one load, and stays small. It is an enumeration,
/// because a static field of a struct type is a reference to the heap, which costs one load more at every suspension.
/// </summary>
internal enum OperationPool
{
    /// <summary>
    /// The pool of a type while it is being created. Creation reads the type's attributes and may run user code, which finds a pool that
    /// keeps no object.
    /// </summary>
    None = 0,
}

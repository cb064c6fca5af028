namespace PooledAwait;

/// <summary>
/// The pool of one type of object, operations first of all, as the number of its magazine's place in every thread's array, and
/// of its depot's in the registry; what it does is in <see cref="OperationPools"/>. So an object that knows its pool finds its
/// magazine by one load, and stays small. An enumeration, because a static field of one is a number, where a struct's would
/// be a reference to the heap: one load more at every suspension.
/// </summary>
internal enum OperationPool
{
    /// <summary>
    /// That of a type whose pool is being made, which asks the type for its attributes and may run code of users: it has no
    /// object then, and keeps none.
    /// </summary>
    None = 0,
}

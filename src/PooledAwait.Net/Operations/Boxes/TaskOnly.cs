namespace PooledAwait;

/// <summary>
/// The substitute of the box in a builder of real Tasks whose Task is made, or was shared, before the method has suspended. From then on
/// the framework's builder completes that Task, and refuses to do so twice.
/// </summary>
/// <typeparam name="TResult">The method's result.</typeparam>
internal sealed class TaskOnly<TResult> : MethodBox<TResult>
{
    internal static readonly TaskOnly<TResult> Instance = new();

    private TaskOnly()
        : base(OperationPool.None)
    {
    }
}

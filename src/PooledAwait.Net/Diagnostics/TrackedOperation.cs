namespace PooledAwait;

/// <summary>A tracked operation; see <see cref="Pool.GetPendingOperations"/> and <see cref="Pool.OperationLost"/>.</summary>
/// <example><code>
/// foreach (TrackedOperation operation in Pool.GetPendingOperations())
/// {
///     Console.WriteLine($"{operation.Method}, started by {operation.StartedBy}");
/// }
/// </code></example>
public readonly record struct TrackedOperation
{
    /// <summary>The type that names the operation: an async method's state machine, a source's or a combinator's type, the releaser of a
    /// lock that is held.</summary>
    public Type Type { get; internal init; }

    /// <summary>The name of the operation: its method with the class, otherwise its type.</summary>
    public string Method => OperationNames.Of(Type);

    /// <summary>The method that started the operation, with its file and line where those are known.</summary>
    public string StartedBy { get; internal init; }
}

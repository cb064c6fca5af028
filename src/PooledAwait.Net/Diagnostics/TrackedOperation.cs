using System;

namespace PooledAwait;

/// <summary>
/// What tracking knows about an operation; see <see cref="Pool.GetPendingOperations"/> and <see cref="Pool.OperationLost"/>.
/// </summary>
/// <example>
/// <code>
/// foreach (TrackedOperation operation in Pool.GetPendingOperations())
/// {
///     Console.WriteLine($"{operation.Method}, started by {operation.StartedBy}");
/// }
/// </code>
/// </example>
public readonly record struct TrackedOperation
{
    internal TrackedOperation(Type type, string startedBy)
    {
        Type = type;
        StartedBy = startedBy;
    }

    /// <summary>What the operation is of: an async method's state machine, or a kind of source or combinator.</summary>
    public Type Type { get; }

    /// <summary>The same as a name: that of the method, with its class, or that of the type.</summary>
    public string Method => OperationNames.Of(Type);

    /// <summary>The method that started the operation, with its file and line where those are known.</summary>
    public string StartedBy { get; }
}

namespace PooledAwait;

/// <summary>The result type of a box whose method's result is in a Task of the framework.</summary>
internal readonly struct TaskResult;

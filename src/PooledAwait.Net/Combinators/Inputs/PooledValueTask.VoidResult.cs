using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>Combinators take and give tasks without a result as tasks with an empty one.</content>
public readonly partial struct PooledValueTask
{
    internal PooledValueTask<VoidResult> WithVoidResult
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(_operation, default, _token);
    }

    /// <summary>A task that has failed.</summary>
    /// <param name="failure">As <see cref="Failure"/> makes it.</param>
    internal static PooledValueTask<T> Failed<T>(object failure)
    {
        Operation<T> operation = Fail<T>(failure);
        return new PooledValueTask<T>(operation, default!, operation.Token);
    }

    private static PooledValueTask WithoutResult(in PooledValueTask<VoidResult> task) => new(task._operation, task._token);
}

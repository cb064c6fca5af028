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

    internal static PooledValueTask WithoutResult(in PooledValueTask<VoidResult> task) => new(task._operation, task._token);
}

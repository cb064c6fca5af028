namespace PooledAwait;

/// <summary>Waits for three inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3> : WhenAllOperation<(T1, T2, T3)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3)> Run(
        in PooledValueTask<T1> task1, in PooledValueTask<T2> task2, in PooledValueTask<T3> task3)
    {
        if (task1._operation is null && task2._operation is null && task3._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3)>((task1._result, task2._result, task3._result));
        }

        WhenAllOf<T1, T2, T3> all = s_pool.TryRent<WhenAllOf<T1, T2, T3>>() ?? new WhenAllOf<T1, T2, T3>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        return new PooledValueTask<(T1, T2, T3)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        _ => input.Consume(out _result.Item3),
    };
}

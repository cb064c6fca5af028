namespace PooledAwait;

/// <summary>Waits for two inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2> : WhenAllOperation<(T1, T2)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2)> Run(in PooledValueTask<T1> task1, in PooledValueTask<T2> task2)
    {
        if (task1._operation is null && task2._operation is null)
        {
            return new PooledValueTask<(T1, T2)>((task1._result, task2._result));
        }

        WhenAllOf<T1, T2> all = s_pool.TryRent<WhenAllOf<T1, T2>>() ?? new WhenAllOf<T1, T2>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        return new PooledValueTask<(T1, T2)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        _ => input.Consume(out _result.Item2),
    };
}

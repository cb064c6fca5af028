namespace PooledAwait;

// Generated: change the template in WhenAllTupleTests, and run that with POOLEDAWAIT_GENERATE=1.

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

    internal static PooledValueTask<(T1, T2)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2)
    {
        if (task1._operation is null
            && task2._operation is null)
        {
            return new PooledValueTask<(T1, T2)>(
                (task1._result, task2._result));
        }

        WhenAllOf<T1, T2> all =
            s_pool.TryRent<WhenAllOf<T1, T2>>() ?? new WhenAllOf<T1, T2>();
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
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3)>(
                (task1._result, task2._result, task3._result));
        }

        WhenAllOf<T1, T2, T3> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3>>() ?? new WhenAllOf<T1, T2, T3>();
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

/// <summary>Waits for four inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
/// <typeparam name="T4">The fourth input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3, T4> : WhenAllOperation<(T1, T2, T3, T4)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3, T4>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3, T4)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3,
        in PooledValueTask<T4> task4)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null
            && task4._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3, T4)>(
                (task1._result, task2._result, task3._result, task4._result));
        }

        WhenAllOf<T1, T2, T3, T4> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3, T4>>() ?? new WhenAllOf<T1, T2, T3, T4>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        all.Add(3, task4, ref all._result.Item4);
        return new PooledValueTask<(T1, T2, T3, T4)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        2 => input.Consume(out _result.Item3),
        _ => input.Consume(out _result.Item4),
    };
}

/// <summary>Waits for five inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
/// <typeparam name="T4">The fourth input's result.</typeparam>
/// <typeparam name="T5">The fifth input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3, T4, T5> : WhenAllOperation<(T1, T2, T3, T4, T5)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3, T4, T5>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3, T4, T5)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3,
        in PooledValueTask<T4> task4,
        in PooledValueTask<T5> task5)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null
            && task4._operation is null
            && task5._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3, T4, T5)>(
                (task1._result, task2._result, task3._result, task4._result, task5._result));
        }

        WhenAllOf<T1, T2, T3, T4, T5> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3, T4, T5>>() ?? new WhenAllOf<T1, T2, T3, T4, T5>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        all.Add(3, task4, ref all._result.Item4);
        all.Add(4, task5, ref all._result.Item5);
        return new PooledValueTask<(T1, T2, T3, T4, T5)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        2 => input.Consume(out _result.Item3),
        3 => input.Consume(out _result.Item4),
        _ => input.Consume(out _result.Item5),
    };
}

/// <summary>Waits for six inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
/// <typeparam name="T4">The fourth input's result.</typeparam>
/// <typeparam name="T5">The fifth input's result.</typeparam>
/// <typeparam name="T6">The sixth input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3, T4, T5, T6> : WhenAllOperation<(T1, T2, T3, T4, T5, T6)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3, T4, T5, T6>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3, T4, T5, T6)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3,
        in PooledValueTask<T4> task4,
        in PooledValueTask<T5> task5,
        in PooledValueTask<T6> task6)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null
            && task4._operation is null
            && task5._operation is null
            && task6._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3, T4, T5, T6)>(
                (task1._result, task2._result, task3._result, task4._result, task5._result, task6._result));
        }

        WhenAllOf<T1, T2, T3, T4, T5, T6> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3, T4, T5, T6>>() ?? new WhenAllOf<T1, T2, T3, T4, T5, T6>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        all.Add(3, task4, ref all._result.Item4);
        all.Add(4, task5, ref all._result.Item5);
        all.Add(5, task6, ref all._result.Item6);
        return new PooledValueTask<(T1, T2, T3, T4, T5, T6)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        2 => input.Consume(out _result.Item3),
        3 => input.Consume(out _result.Item4),
        4 => input.Consume(out _result.Item5),
        _ => input.Consume(out _result.Item6),
    };
}

/// <summary>Waits for seven inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
/// <typeparam name="T4">The fourth input's result.</typeparam>
/// <typeparam name="T5">The fifth input's result.</typeparam>
/// <typeparam name="T6">The sixth input's result.</typeparam>
/// <typeparam name="T7">The seventh input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3, T4, T5, T6, T7> : WhenAllOperation<(T1, T2, T3, T4, T5, T6, T7)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3, T4, T5, T6, T7>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3,
        in PooledValueTask<T4> task4,
        in PooledValueTask<T5> task5,
        in PooledValueTask<T6> task6,
        in PooledValueTask<T7> task7)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null
            && task4._operation is null
            && task5._operation is null
            && task6._operation is null
            && task7._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)>(
                (task1._result, task2._result, task3._result, task4._result, task5._result, task6._result, task7._result));
        }

        WhenAllOf<T1, T2, T3, T4, T5, T6, T7> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3, T4, T5, T6, T7>>() ?? new WhenAllOf<T1, T2, T3, T4, T5, T6, T7>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        all.Add(3, task4, ref all._result.Item4);
        all.Add(4, task5, ref all._result.Item5);
        all.Add(5, task6, ref all._result.Item6);
        all.Add(6, task7, ref all._result.Item7);
        return new PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        2 => input.Consume(out _result.Item3),
        3 => input.Consume(out _result.Item4),
        4 => input.Consume(out _result.Item5),
        5 => input.Consume(out _result.Item6),
        _ => input.Consume(out _result.Item7),
    };
}

/// <summary>Waits for eight inputs of different types.</summary>
/// <typeparam name="T1">The first input's result.</typeparam>
/// <typeparam name="T2">The second input's result.</typeparam>
/// <typeparam name="T3">The third input's result.</typeparam>
/// <typeparam name="T4">The fourth input's result.</typeparam>
/// <typeparam name="T5">The fifth input's result.</typeparam>
/// <typeparam name="T6">The sixth input's result.</typeparam>
/// <typeparam name="T7">The seventh input's result.</typeparam>
/// <typeparam name="T8">The eighth input's result.</typeparam>
internal sealed class WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8> : WhenAllOperation<(T1, T2, T3, T4, T5, T6, T7, T8)>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8>));

    private WhenAllOf()
        : base(s_pool)
    {
    }

    internal static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)> Run(
        in PooledValueTask<T1> task1,
        in PooledValueTask<T2> task2,
        in PooledValueTask<T3> task3,
        in PooledValueTask<T4> task4,
        in PooledValueTask<T5> task5,
        in PooledValueTask<T6> task6,
        in PooledValueTask<T7> task7,
        in PooledValueTask<T8> task8)
    {
        if (task1._operation is null
            && task2._operation is null
            && task3._operation is null
            && task4._operation is null
            && task5._operation is null
            && task6._operation is null
            && task7._operation is null
            && task8._operation is null)
        {
            return new PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)>(
                (task1._result, task2._result, task3._result, task4._result, task5._result, task6._result, task7._result, task8._result));
        }

        WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8> all =
            s_pool.TryRent<WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8>>() ?? new WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8>();
        all.Add(0, task1, ref all._result.Item1);
        all.Add(1, task2, ref all._result.Item2);
        all.Add(2, task3, ref all._result.Item3);
        all.Add(3, task4, ref all._result.Item4);
        all.Add(4, task5, ref all._result.Item5);
        all.Add(5, task6, ref all._result.Item6);
        all.Add(6, task7, ref all._result.Item7);
        all.Add(7, task8, ref all._result.Item8);
        return new PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)>(all, default, all.Start());
    }

    private protected override object? ConsumeInput(in Input input) => input.Index switch
    {
        0 => input.Consume(out _result.Item1),
        1 => input.Consume(out _result.Item2),
        2 => input.Consume(out _result.Item3),
        3 => input.Consume(out _result.Item4),
        4 => input.Consume(out _result.Item5),
        5 => input.Consume(out _result.Item6),
        6 => input.Consume(out _result.Item7),
        _ => input.Consume(out _result.Item8),
    };
}

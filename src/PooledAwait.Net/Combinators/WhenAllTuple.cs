namespace PooledAwait;

/// <content>WhenAll of two to eight tasks of different types: async methods that await one input after the other. To mix pooled tasks and
/// ValueTasks, call AsValueTask, which costs nothing.</content>
public readonly partial record struct PooledValueTask
{
    /// <summary>Completes when all the tasks have, with all their results.</summary>
    /// <remarks>A task that is passed twice, or that is awaited or consumed elsewhere, counts as a failure: an
    /// <see cref="System.InvalidOperationException"/>, which precedes all others. Each task is consumed, also when another fails.</remarks>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <returns>A task with the results. It fails with all the errors; if there is none, but a cancellation, it is canceled.</returns>
    public static async PooledValueTask<(T1, T2)> WhenAll<T1, T2>(PooledValueTask<T1> task1, PooledValueTask<T2> task2)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        await failures.End();
        return (result1, result2);
    }

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    public static PooledValueTask<(T1, T2)> WhenAll<T1, T2>(ValueTask<T1> task1, ValueTask<T2> task2) =>
        WhenAll(task1.AsPooledValueTask(), task2.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task3">The third task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3)> WhenAll<T1, T2, T3>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        await failures.End();
        return (result1, result2, result3);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3})"/>
    public static PooledValueTask<(T1, T2, T3)> WhenAll<T1, T2, T3>(ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3) =>
        WhenAll(task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2, T3}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3})"/>
    /// <param name="task4">The fourth task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3, T4)> WhenAll<T1, T2, T3, T4>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3, PooledValueTask<T4> task4)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        T4 result4 = failures.Take(await new OutcomeAwaiter<T4>(task4));
        await failures.End();
        return (result1, result2, result3, result4);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3}, PooledValueTask{T4})"/>
    public static PooledValueTask<(T1, T2, T3, T4)> WhenAll<T1, T2, T3, T4>(
        ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3, ValueTask<T4> task4) =>
        WhenAll(task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask(), task4.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3}, PooledValueTask{T4})"/>
    /// <param name="task5">The fifth task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3, T4, T5)> WhenAll<T1, T2, T3, T4, T5>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3,
        PooledValueTask<T4> task4, PooledValueTask<T5> task5)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        T4 result4 = failures.Take(await new OutcomeAwaiter<T4>(task4));
        T5 result5 = failures.Take(await new OutcomeAwaiter<T5>(task5));
        await failures.End();
        return (result1, result2, result3, result4, result5);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3}, PooledValueTask{T4},
    /// PooledValueTask{T5})"/>
    public static PooledValueTask<(T1, T2, T3, T4, T5)> WhenAll<T1, T2, T3, T4, T5>(
        ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3, ValueTask<T4> task4, ValueTask<T5> task5) =>
        WhenAll(
            task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask(),
            task4.AsPooledValueTask(), task5.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3}, PooledValueTask{T4},
    /// PooledValueTask{T5})"/>
    /// <param name="task6">The sixth task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3, T4, T5, T6)> WhenAll<T1, T2, T3, T4, T5, T6>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3,
        PooledValueTask<T4> task4, PooledValueTask<T5> task5, PooledValueTask<T6> task6)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        T4 result4 = failures.Take(await new OutcomeAwaiter<T4>(task4));
        T5 result5 = failures.Take(await new OutcomeAwaiter<T5>(task5));
        T6 result6 = failures.Take(await new OutcomeAwaiter<T6>(task6));
        await failures.End();
        return (result1, result2, result3, result4, result5, result6);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5, T6}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3},
    /// PooledValueTask{T4}, PooledValueTask{T5}, PooledValueTask{T6})"/>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6)> WhenAll<T1, T2, T3, T4, T5, T6>(
        ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3, ValueTask<T4> task4, ValueTask<T5> task5, ValueTask<T6> task6) =>
        WhenAll(
            task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask(),
            task4.AsPooledValueTask(), task5.AsPooledValueTask(), task6.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5, T6}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3},
    /// PooledValueTask{T4}, PooledValueTask{T5}, PooledValueTask{T6})"/>
    /// <param name="task7">The seventh task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)> WhenAll<T1, T2, T3, T4, T5, T6, T7>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3, PooledValueTask<T4> task4,
        PooledValueTask<T5> task5, PooledValueTask<T6> task6, PooledValueTask<T7> task7)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        T4 result4 = failures.Take(await new OutcomeAwaiter<T4>(task4));
        T5 result5 = failures.Take(await new OutcomeAwaiter<T5>(task5));
        T6 result6 = failures.Take(await new OutcomeAwaiter<T6>(task6));
        T7 result7 = failures.Take(await new OutcomeAwaiter<T7>(task7));
        await failures.End();
        return (result1, result2, result3, result4, result5, result6, result7);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5, T6, T7}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3},
    /// PooledValueTask{T4}, PooledValueTask{T5}, PooledValueTask{T6}, PooledValueTask{T7})"/>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)> WhenAll<T1, T2, T3, T4, T5, T6, T7>(
        ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3, ValueTask<T4> task4,
        ValueTask<T5> task5, ValueTask<T6> task6, ValueTask<T7> task7) =>
        WhenAll(
            task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask(), task4.AsPooledValueTask(),
            task5.AsPooledValueTask(), task6.AsPooledValueTask(), task7.AsPooledValueTask());

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5, T6, T7}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3},
    /// PooledValueTask{T4}, PooledValueTask{T5}, PooledValueTask{T6}, PooledValueTask{T7})"/>
    /// <param name="task8">The eighth task; consumed by this.</param>
    public static async PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)> WhenAll<T1, T2, T3, T4, T5, T6, T7, T8>(
        PooledValueTask<T1> task1, PooledValueTask<T2> task2, PooledValueTask<T3> task3, PooledValueTask<T4> task4,
        PooledValueTask<T5> task5, PooledValueTask<T6> task6, PooledValueTask<T7> task7, PooledValueTask<T8> task8)
    {
        FailureCollector failures = default;
        T1 result1 = failures.Take(await new OutcomeAwaiter<T1>(task1));
        T2 result2 = failures.Take(await new OutcomeAwaiter<T2>(task2));
        T3 result3 = failures.Take(await new OutcomeAwaiter<T3>(task3));
        T4 result4 = failures.Take(await new OutcomeAwaiter<T4>(task4));
        T5 result5 = failures.Take(await new OutcomeAwaiter<T5>(task5));
        T6 result6 = failures.Take(await new OutcomeAwaiter<T6>(task6));
        T7 result7 = failures.Take(await new OutcomeAwaiter<T7>(task7));
        T8 result8 = failures.Take(await new OutcomeAwaiter<T8>(task8));
        await failures.End();
        return (result1, result2, result3, result4, result5, result6, result7, result8);
    }

    /// <inheritdoc cref="WhenAll{T1, T2, T3, T4, T5, T6, T7, T8}(PooledValueTask{T1}, PooledValueTask{T2}, PooledValueTask{T3},
    /// PooledValueTask{T4}, PooledValueTask{T5}, PooledValueTask{T6}, PooledValueTask{T7}, PooledValueTask{T8})"/>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)> WhenAll<T1, T2, T3, T4, T5, T6, T7, T8>(
        ValueTask<T1> task1, ValueTask<T2> task2, ValueTask<T3> task3, ValueTask<T4> task4,
        ValueTask<T5> task5, ValueTask<T6> task6, ValueTask<T7> task7, ValueTask<T8> task8) =>
        WhenAll(
            task1.AsPooledValueTask(), task2.AsPooledValueTask(), task3.AsPooledValueTask(), task4.AsPooledValueTask(),
            task5.AsPooledValueTask(), task6.AsPooledValueTask(), task7.AsPooledValueTask(), task8.AsPooledValueTask());
}

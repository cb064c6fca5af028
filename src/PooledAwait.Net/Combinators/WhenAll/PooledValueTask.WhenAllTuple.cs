namespace PooledAwait;

// Generated: change the template in WhenAllTupleTests, and run that with POOLEDAWAIT_GENERATE=1.

/// <content>
/// WhenAll of two to eight pooled tasks of different types. To mix them with ValueTasks, call AsValueTask, which costs nothing.
/// </content>
public readonly partial struct PooledValueTask
{
    /// <summary>Completes when all the tasks have, with all their results.</summary>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <returns>
    /// A task with the results. It fails with all the errors if any task fails, and is canceled if none
    /// fails and any is canceled.
    /// </returns>
    public static PooledValueTask<(T1, T2)> WhenAll<T1, T2>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2) =>
        WhenAllOf<T1, T2>.Run(
            task1,
            task2);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3)> WhenAll<T1, T2, T3>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3) =>
        WhenAllOf<T1, T2, T3>.Run(
            task1,
            task2,
            task3);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <param name="task4">The fourth task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    /// <typeparam name="T4">The fourth task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3, T4)> WhenAll<T1, T2, T3, T4>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3,
        PooledValueTask<T4> task4) =>
        WhenAllOf<T1, T2, T3, T4>.Run(
            task1,
            task2,
            task3,
            task4);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <param name="task4">The fourth task; consumed by this.</param>
    /// <param name="task5">The fifth task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    /// <typeparam name="T4">The fourth task's result.</typeparam>
    /// <typeparam name="T5">The fifth task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3, T4, T5)> WhenAll<T1, T2, T3, T4, T5>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3,
        PooledValueTask<T4> task4,
        PooledValueTask<T5> task5) =>
        WhenAllOf<T1, T2, T3, T4, T5>.Run(
            task1,
            task2,
            task3,
            task4,
            task5);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <param name="task4">The fourth task; consumed by this.</param>
    /// <param name="task5">The fifth task; consumed by this.</param>
    /// <param name="task6">The sixth task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    /// <typeparam name="T4">The fourth task's result.</typeparam>
    /// <typeparam name="T5">The fifth task's result.</typeparam>
    /// <typeparam name="T6">The sixth task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6)> WhenAll<T1, T2, T3, T4, T5, T6>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3,
        PooledValueTask<T4> task4,
        PooledValueTask<T5> task5,
        PooledValueTask<T6> task6) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6>.Run(
            task1,
            task2,
            task3,
            task4,
            task5,
            task6);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <param name="task4">The fourth task; consumed by this.</param>
    /// <param name="task5">The fifth task; consumed by this.</param>
    /// <param name="task6">The sixth task; consumed by this.</param>
    /// <param name="task7">The seventh task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    /// <typeparam name="T4">The fourth task's result.</typeparam>
    /// <typeparam name="T5">The fifth task's result.</typeparam>
    /// <typeparam name="T6">The sixth task's result.</typeparam>
    /// <typeparam name="T7">The seventh task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7)> WhenAll<T1, T2, T3, T4, T5, T6, T7>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3,
        PooledValueTask<T4> task4,
        PooledValueTask<T5> task5,
        PooledValueTask<T6> task6,
        PooledValueTask<T7> task7) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6, T7>.Run(
            task1,
            task2,
            task3,
            task4,
            task5,
            task6,
            task7);

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <param name="task4">The fourth task; consumed by this.</param>
    /// <param name="task5">The fifth task; consumed by this.</param>
    /// <param name="task6">The sixth task; consumed by this.</param>
    /// <param name="task7">The seventh task; consumed by this.</param>
    /// <param name="task8">The eighth task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    /// <typeparam name="T4">The fourth task's result.</typeparam>
    /// <typeparam name="T5">The fifth task's result.</typeparam>
    /// <typeparam name="T6">The sixth task's result.</typeparam>
    /// <typeparam name="T7">The seventh task's result.</typeparam>
    /// <typeparam name="T8">The eighth task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3, T4, T5, T6, T7, T8)> WhenAll<T1, T2, T3, T4, T5, T6, T7, T8>(
        PooledValueTask<T1> task1,
        PooledValueTask<T2> task2,
        PooledValueTask<T3> task3,
        PooledValueTask<T4> task4,
        PooledValueTask<T5> task5,
        PooledValueTask<T6> task6,
        PooledValueTask<T7> task7,
        PooledValueTask<T8> task8) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8>.Run(
            task1,
            task2,
            task3,
            task4,
            task5,
            task6,
            task7,
            task8);
}

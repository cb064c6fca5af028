using System.Threading.Tasks;

namespace PooledAwait;

// Generated: change the template in WhenAllTupleTests, and run that with POOLEDAWAIT_GENERATE=1.

/// <content>
/// WhenAll of two to eight ValueTasks of different types. To mix in a pooled task, call its AsValueTask, which costs nothing.
/// </content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    public static PooledValueTask<(T1, T2)> WhenAll<T1, T2>(
        ValueTask<T1> task1,
        ValueTask<T2> task2) =>
        WhenAllOf<T1, T2>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2));

    /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
    /// <param name="task1">The first task; consumed by this.</param>
    /// <param name="task2">The second task; consumed by this.</param>
    /// <param name="task3">The third task; consumed by this.</param>
    /// <typeparam name="T1">The first task's result.</typeparam>
    /// <typeparam name="T2">The second task's result.</typeparam>
    /// <typeparam name="T3">The third task's result.</typeparam>
    public static PooledValueTask<(T1, T2, T3)> WhenAll<T1, T2, T3>(
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3) =>
        WhenAllOf<T1, T2, T3>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3));

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
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3,
        ValueTask<T4> task4) =>
        WhenAllOf<T1, T2, T3, T4>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3),
            Bridge.Of(task4));

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
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3,
        ValueTask<T4> task4,
        ValueTask<T5> task5) =>
        WhenAllOf<T1, T2, T3, T4, T5>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3),
            Bridge.Of(task4),
            Bridge.Of(task5));

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
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3,
        ValueTask<T4> task4,
        ValueTask<T5> task5,
        ValueTask<T6> task6) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3),
            Bridge.Of(task4),
            Bridge.Of(task5),
            Bridge.Of(task6));

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
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3,
        ValueTask<T4> task4,
        ValueTask<T5> task5,
        ValueTask<T6> task6,
        ValueTask<T7> task7) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6, T7>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3),
            Bridge.Of(task4),
            Bridge.Of(task5),
            Bridge.Of(task6),
            Bridge.Of(task7));

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
        ValueTask<T1> task1,
        ValueTask<T2> task2,
        ValueTask<T3> task3,
        ValueTask<T4> task4,
        ValueTask<T5> task5,
        ValueTask<T6> task6,
        ValueTask<T7> task7,
        ValueTask<T8> task8) =>
        WhenAllOf<T1, T2, T3, T4, T5, T6, T7, T8>.Run(
            Bridge.Of(task1),
            Bridge.Of(task2),
            Bridge.Of(task3),
            Bridge.Of(task4),
            Bridge.Of(task5),
            Bridge.Of(task6),
            Bridge.Of(task7),
            Bridge.Of(task8));
}

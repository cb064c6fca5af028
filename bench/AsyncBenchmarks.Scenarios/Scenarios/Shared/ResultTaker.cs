namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Takes the result of a discarded ValueTask, so that the object behind it is recycled: for libraries that recycle
/// and have no Forget. Itself recycled.
/// </summary>
internal sealed class ResultTaker
{
    private readonly Action _take;
    private ValueTaskAwaiter _awaiter;

    private ResultTaker() => _take = Take;

    /// <summary>Takes the result, now or when it is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the complete case is a call that the compiler sees through
    public static void Forget(ValueTask task)
    {
        ValueTaskAwaiter awaiter = task.GetAwaiter();
        if (awaiter.IsCompleted)
        {
            awaiter.GetResult();
        }
        else
        {
            TakeLater(awaiter);
        }
    }

    private static void TakeLater(ValueTaskAwaiter awaiter)
    {
        ResultTaker taker = Recycled<ResultTaker>.TryRent() ?? new ResultTaker();
        taker._awaiter = awaiter;
        awaiter.UnsafeOnCompleted(taker._take);
    }

    private void Take()
    {
        ValueTaskAwaiter awaiter = _awaiter;
        _awaiter = default;
        Recycled<ResultTaker>.Return(this);
        awaiter.GetResult();
    }
}

/// <summary><see cref="ResultTaker"/> for a ValueTask with a result.</summary>
internal sealed class ResultTaker<T>
{
    private readonly Action _take;
    private ValueTaskAwaiter<T> _awaiter;

    private ResultTaker() => _take = Take;

    /// <inheritdoc cref="ResultTaker.Forget"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as there
    public static void Forget(ValueTask<T> task)
    {
        ValueTaskAwaiter<T> awaiter = task.GetAwaiter();
        if (awaiter.IsCompleted)
        {
            awaiter.GetResult();
        }
        else
        {
            TakeLater(awaiter);
        }
    }

    private static void TakeLater(ValueTaskAwaiter<T> awaiter)
    {
        ResultTaker<T> taker = Recycled<ResultTaker<T>>.TryRent() ?? new ResultTaker<T>();
        taker._awaiter = awaiter;
        awaiter.UnsafeOnCompleted(taker._take);
    }

    private void Take()
    {
        ValueTaskAwaiter<T> awaiter = _awaiter;
        _awaiter = default;
        Recycled<ResultTaker<T>>.Return(this);
        awaiter.GetResult();
    }
}

namespace PooledAwait.Smoke;

/// <summary>What checks demand.</summary>
internal static class Expectations
{
    /// <exception cref="InvalidOperationException">They are not equal.</exception>
    internal static void Equal<T>(T expected, T actual)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException("expected " + expected + ", got " + actual);
        }
    }

    /// <exception cref="InvalidOperationException">It does not hold.</exception>
    internal static void Require(bool condition)
    {
        if (!condition)
        {
            throw new InvalidOperationException("does not hold");
        }
    }

    /// <exception cref="InvalidOperationException">It does not throw that.</exception>
    internal static T Throws<T>(Action action)
        where T : Exception
    {
        try
        {
            action();
        }
        catch (T exception)
        {
            return exception;
        }

        throw new InvalidOperationException("no " + typeof(T).Name);
    }

    /// <summary>What is started with a source that has a result afterwards.</summary>
    internal static TStarted Completed<T, TStarted>(T result, Func<PooledValueTask<T>, TStarted> start)
    {
        var source = PooledValueTaskSource<T>.Create();
        TStarted started = start(source.PooledTask);
        source.SetResult(result);
        return started;
    }

    internal static TStarted Failed<TStarted>(Exception exception, Func<PooledValueTask<int>, TStarted> start)
    {
        var source = PooledValueTaskSource<int>.Create();
        TStarted started = start(source.PooledTask);
        source.SetException(exception);
        return started;
    }
}

using System;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Consumes ValueTasks without throwing. Only <c>GetResult</c> takes a ValueTask's outcome; an operation of ours that finds itself wanted
/// here leaves its failure to this class, where it would throw otherwise.
/// </summary>
internal static class Outcomes
{
    [ThreadStatic]
    private static ValueTask t_wanted;

    [ThreadStatic]
    private static object? t_failure;

    /// <summary>Consumes a ValueTask that is complete.</summary>
    /// <param name="task">The ValueTask.</param>
    /// <returns>Null, or why there is no result.</returns>
    internal static object? Consume(in ValueTask task)
    {
        t_wanted = task;
        try
        {
            task.GetAwaiter().GetResult();
            return t_failure;
        }
        catch (Exception exception)
        {
            return Failure.Capture(exception);
        }
        finally
        {
            t_wanted = default;
            t_failure = null;
        }
    }

    /// <inheritdoc cref="Consume(in ValueTask)"/>
    /// <param name="task">The ValueTask.</param>
    /// <param name="result">The result, if there is one.</param>
    internal static object? Consume<T>(in ValueTask<T> task, out T result)
    {
        Of<T>.t_wanted = task;
        try
        {
            result = task.GetAwaiter().GetResult();
            return t_failure;
        }
        catch (Exception exception)
        {
            result = default!;
            return Failure.Capture(exception);
        }
        finally
        {
            Of<T>.t_wanted = default;
            t_failure = null;
        }
    }

    /// <summary>Takes the failure of an operation that this thread consumes without throwing.</summary>
    /// <param name="task">The operation as a ValueTask.</param>
    /// <param name="failure">Why it has no result.</param>
    /// <returns>False if the operation must throw.</returns>
    internal static bool TryTake(in ValueTask task, object failure) => TryTake(t_wanted == task, failure);

    /// <inheritdoc cref="TryTake(in ValueTask, object)"/>
    internal static bool TryTake<T>(in ValueTask<T> task, object failure) => TryTake(Of<T>.t_wanted == task, failure);

    private static bool TryTake(bool isWanted, object failure)
    {
        if (isWanted)
        {
            t_failure = Failure.Observe(failure);
        }

        return isWanted;
    }

    private static class Of<T>
    {
        [ThreadStatic]
        internal static ValueTask<T> t_wanted;
    }
}

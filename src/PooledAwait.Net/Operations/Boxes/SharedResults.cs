using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Completed tasks of frequent results, shared by all methods, in addition to those that the framework's builder shares: int and int? from
/// -1 to 10, bool?, the empty string, and no result. Stored as completed builders, because a copy of a builder has its Task.
/// </summary>
/// <typeparam name="T">The result.</typeparam>
internal static class SharedResults<T>
{
    private const int First = -1;
    private const int Last = 10;

    private static readonly AsyncTaskMethodBuilder<T>[] s_builders = Create();

    /// <summary>Finds the builder of a result.</summary>
    /// <param name="result">The result.</param>
    /// <param name="builder">Becomes the builder whose Task has the result; unchanged if there is none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // for every type of results but five, nothing remains
    internal static bool TryGet(T result, ref AsyncTaskMethodBuilder<T> builder)
    {
        // The just-in-time compiler removes a cast through object to the same type, so that nothing is boxed.
        int index;
        if (typeof(T) == typeof(int))
        {
            index = IndexOf((int)(object)result!);
        }
        else if (typeof(T) == typeof(int?))
        {
            index = (int?)(object?)result is { } value ? IndexOf(value) : -1;
        }
        else if (typeof(T) == typeof(bool?))
        {
            index = (bool?)(object?)result is { } value ? (value ? 1 : 0) : -1;
        }
        else
        {
            index = typeof(T) == typeof(VoidResult) || (result is string { Length: 0 } && typeof(T) == typeof(string)) ? 0 : -1;
        }

        if (index < 0)
        {
            return false;
        }

        builder = s_builders[index];
        return true;
    }

    /// <summary>Gets a completed task, a shared one if there is one.</summary>
    internal static Task<T> ToTask(T result)
    {
        AsyncTaskMethodBuilder<T> builder = default;
        if (!TryGet(result, ref builder))
        {
            builder.SetResult(result);
        }

        return builder.Task;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two comparisons
    private static int IndexOf(int value) => value is >= First and <= Last ? value - First : -1;

    private static AsyncTaskMethodBuilder<T>[] Create()
    {
        object[] results =
            typeof(T) == typeof(int) || typeof(T) == typeof(int?) ? [.. Enumerable.Range(First, Last - First + 1).Cast<object>()]
            : typeof(T) == typeof(bool?) ? [false, true]
            : typeof(T) == typeof(string) ? [string.Empty]
            : typeof(T) == typeof(VoidResult) ? [default(VoidResult)]
            : [];
        return Array.ConvertAll(results, static result =>
        {
            AsyncTaskMethodBuilder<T> builder = default;
            builder.SetResult((T)result);
            return builder;
        });
    }
}

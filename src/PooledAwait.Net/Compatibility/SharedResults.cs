using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Completed tasks of frequent results, which all lazy sources share, as in PooledAwait 1.x: int and int? from -1 to 10, bool? and the
/// empty string, in addition to those that the framework shares.
/// </summary>
/// <typeparam name="T">The result.</typeparam>
internal static class SharedResults<T>
{
    private const int First = -1;
    private const int Last = 10;

    private static readonly Task<T>[] s_tasks = Create();

    /// <summary>Gets a completed task, a shared one if there is one.</summary>
    internal static Task<T> ToTask(T result)
    {
        int index = IndexOf(result);
        return index < 0 ? MakeTask(result) : s_tasks[index];
    }

    /// <remarks>The just-in-time compiler removes a cast through object to the same type, so that nothing is boxed.</remarks>
    private static int IndexOf(T result) =>
        typeof(T) == typeof(int) ? IndexOf((int)(object)result!)
        : typeof(T) == typeof(int?) ? ((int?)(object?)result is { } number ? IndexOf(number) : -1)
        : typeof(T) == typeof(bool?) ? ((bool?)(object?)result is { } value ? (value ? 1 : 0) : -1)
        : typeof(T) == typeof(string) && result is string { Length: 0 } ? 0 : -1;

    private static int IndexOf(int value) => value is >= First and <= Last ? value - First : -1;

    private static Task<T>[] Create()
    {
        object[] results =
            typeof(T) == typeof(int) || typeof(T) == typeof(int?) ? [.. Enumerable.Range(First, Last - First + 1).Cast<object>()]
            : typeof(T) == typeof(bool?) ? [false, true]
            : typeof(T) == typeof(string) ? [string.Empty]
            : [];
        return Array.ConvertAll(results, static result => MakeTask((T)result));
    }

    /// <summary>As an async method that returns at once: with the framework's own shared tasks, on each of its versions.</summary>
    private static Task<T> MakeTask(T result)
    {
        AsyncTaskMethodBuilder<T> builder = default;
        builder.SetResult(result);
        return builder.Task;
    }
}

#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledAwait;

/// <summary>Passes the elements of a list on as a span: an array's, and on .NET a List's, in place; others in a borrowed array.</summary>
internal static class ListSpan
{
    internal delegate TResult Combine<T, TResult>(ReadOnlySpan<T> tasks);

    internal delegate TResult Combine<T, TState, TResult>(ReadOnlySpan<T> tasks, TState state);

    internal static TResult Pass<T, TResult>(IReadOnlyList<T> tasks, Combine<T, TResult> combine) =>
        Pass(tasks, combine, static (tasks, combine) => combine(tasks));

    internal static TResult Pass<T, TState, TResult>(IReadOnlyList<T> tasks, TState state, Combine<T, TState, TResult> combine)
    {
        switch (tasks)
        {
            case null:
                throw new ArgumentNullException(nameof(tasks));
            case T[] array:
                return combine(array, state);
#if NET
            case List<T> list:
                return combine(CollectionsMarshal.AsSpan(list), state);
#endif
        }

        int count = tasks.Count;
        T[] borrowed = BorrowedArray.Rent<T>(count);
        try
        {
            for (int i = 0; i < count; i++)
            {
                borrowed[i] = tasks[i];
            }

            return combine(borrowed.AsSpan(0, count), state);
        }
        finally
        {
            BorrowedArray.Return(borrowed, count);
        }
    }
}

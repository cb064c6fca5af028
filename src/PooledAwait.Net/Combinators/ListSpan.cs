using System;
using System.Buffers;
using System.Collections.Generic;
#if NET
using System.Runtime.InteropServices;
#endif

namespace PooledAwait;

/// <summary>The elements of a list as a span: an array's, and on .NET a List's, in place; others copied to a borrowed array.</summary>
internal readonly ref struct ListSpan<T>
{
    /// <summary>The borrowed array, or null.</summary>
    private readonly T[]? _borrowed;

    internal ListSpan(IReadOnlyList<T> tasks)
    {
        switch (tasks)
        {
            case null:
                throw new ArgumentNullException(nameof(tasks));
            case T[] array:
                Span = array;
                break;
#if NET
            case List<T> ofList:
                Span = CollectionsMarshal.AsSpan(ofList);
                break;
#endif
            default:
                int count = tasks.Count;
                T[] borrowed = ArrayPool<T>.Shared.Rent(count);
                for (int i = 0; i < count; i++)
                {
                    borrowed[i] = tasks[i];
                }

                _borrowed = borrowed;
                Span = borrowed.AsSpan(0, count);
                break;
        }
    }

    /// <summary>The elements; valid until <see cref="Dispose"/>, unless code changes the list.</summary>
    internal ReadOnlySpan<T> Span { get; }

    public void Dispose()
    {
        if (_borrowed is not null)
        {
            ArrayPool<T>.Shared.Return(_borrowed, clearArray: true);
        }
    }
}

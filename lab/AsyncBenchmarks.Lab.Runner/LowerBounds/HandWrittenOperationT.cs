using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>An operation with a result.</summary>
/// <typeparam name="T">The result's type; <see cref="HandWrittenNothing"/> if there is none.</typeparam>
internal abstract class HandWrittenOperation<T>(int kind) : HandWrittenOperation(kind)
{
    /// <summary>Written before the operation is completed.</summary>
    public T Result = default!;

    /// <summary>Returns an unused operation to its pool; it keeps nothing of its result alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
    public void Recycle(HandWrittenPool.FreeList[] lists)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            Result = default!;
        }

        GiveBack(lists);
    }

    /// <summary>Discards the result: the operation returns to its pool when it is complete.</summary>
    /// <param name="operation">Null if it is complete and given back.</param>
    public static void Forget(HandWrittenOperation<T>? operation)
    {
        if (operation is not null && !operation.TryContinueWith(Forgotten.Instance))
        {
            operation.Recycle(HandWrittenPool.Current);
        }
    }

    private sealed class Forgotten() : HandWrittenOperation(kind: -1)
    {
        public static readonly Forgotten Instance = new();

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            Unsafe.As<HandWrittenOperation<T>>(awaited!).Recycle(lists);
            return null;
        }
    }
}

/// <summary>The result of an operation that has none.</summary>
internal readonly struct HandWrittenNothing;

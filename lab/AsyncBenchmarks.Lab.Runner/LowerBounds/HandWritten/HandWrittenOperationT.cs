using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>An operation with a result.</summary>
/// <typeparam name="T">The result's type; <see cref="HandWrittenNothing"/> if there is none.</typeparam>
internal abstract partial class HandWrittenOperation<T>(int kind) : HandWrittenOperation(kind)
{
    /// <summary>Written before the operation is completed.</summary>
    public T Result = default!;

    /// <summary>Gives back an operation that nobody uses any more; of its result, it keeps nothing alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
    public void Recycle(HandWrittenPool.FreeList[] lists)
    {
        if (HandWrittenPlatform.MayHoldReferences<T>())
        {
            Result = default!;
        }

        GiveBack(lists);
    }

    /// <summary>Has an operation given back when it is complete: nobody wants its result.</summary>
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

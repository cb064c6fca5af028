using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The rest of a method when it suspends.</summary>
/// <typeparam name="T">The method's result.</typeparam>
internal abstract class HandWrittenRest<T>(int kind) : HandWrittenOperation<T>(kind)
{
    /// <summary>Suspends on an operation, or goes on at once if it has become complete.</summary>
    /// <returns>This, complete or not.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per method that suspends
    public HandWrittenOperation<T> Await(HandWrittenOperation awaited)
    {
        if (!TryAwait(awaited))
        {
            Run(this, awaited);
        }

        return this;
    }

    /// <summary>Suspends on an operation.</summary>
    /// <returns>False if it is complete: go on with it.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    protected bool TryAwait(HandWrittenOperation awaited)
    {
        CaptureContext();
        return awaited.TryContinueWith(this);
    }

    /// <summary>Suspends, and goes on in the thread pool: perhaps before this returns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public void Yield()
    {
        CaptureContext();
        Queue();
    }
}

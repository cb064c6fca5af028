using System;
using System.Threading.Tasks.Sources;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <content>Behind a ValueTask. Taking the result returns it to the pool of that thread; the token is not checked.</content>
internal abstract partial class HandWrittenOperation<T> : IValueTaskSource<T>, IValueTaskSource
{
    public ValueTaskSourceStatus GetStatus(short token) =>
        IsCompleteUnawaited ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    public T GetResult(short token)
    {
        T result = Result;
        Recycle(HandWrittenPool.Current);
        return result;
    }

    void IValueTaskSource.GetResult(short token) => Recycle(HandWrittenPool.Current);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        HandWrittenContinuation.Register(this, continuation, state, flags);
}

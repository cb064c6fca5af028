using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>A continuation.</summary>
/// <param name="argument">The antecedent's result.</param>
/// <param name="result">The result, if there is no operation.</param>
/// <returns>The operation it has started; null if it is complete.</returns>
internal delegate HandWrittenOperation<TResult>? HandWrittenContinuation<TArgument, TResult>(in TArgument argument, out TResult result);

/// <summary>Continues with delegates.</summary>
internal static class HandWrittenThen
{
    /// <summary>Continues with a call, now or when the antecedent is complete.</summary>
    /// <param name="antecedent">Null if it is complete.</param>
    /// <param name="argument">Its result, if it is.</param>
    /// <param name="call">The delegate.</param>
    /// <param name="result">The result, if all is complete.</param>
    /// <returns>The operation; null if all is complete.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test and a call
    public static HandWrittenOperation<TResult>? Then<TArgument, TResult>(
        HandWrittenOperation<TArgument>? antecedent, in TArgument argument,
        HandWrittenContinuation<TArgument, TResult> call, out TResult result)
    {
        if (antecedent is null)
        {
            Call<TArgument, TResult> now = new() { Argument = argument, Delegate = call };
            if (HandWrittenFlow.IsEnabled)
            {
                // The framework's own guard undoes for the caller what the delegate does to its contexts.
                default(AsyncTaskMethodBuilder).Start(ref now);
            }
            else
            {
                now.MoveNext();
            }

            result = now.Result;
            return now.Pending;
        }

        result = default!;
        return Rest<TArgument, TResult>.Suspend(antecedent, call);
    }

    private struct Call<TArgument, TResult> : IAsyncStateMachine
    {
        public TArgument Argument;
        public HandWrittenContinuation<TArgument, TResult> Delegate;
        public HandWrittenOperation<TResult>? Pending;
        public TResult Result;

        public void MoveNext() => Pending = Delegate(Argument, out Result);

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    /// <summary>Waits for its antecedent, and then for the operation that the delegate returned, if that is pending.</summary>
    private sealed class Rest<TArgument, TResult>() : HandWrittenOperation<TResult>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        /// <summary>Null when it has been called.</summary>
        private HandWrittenContinuation<TArgument, TResult>? _delegate;

        public static HandWrittenOperation<TResult> Suspend(
            HandWrittenOperation<TArgument> antecedent, HandWrittenContinuation<TArgument, TResult> call)
        {
            Rest<TArgument, TResult> rest = Unsafe.As<Rest<TArgument, TResult>>(
                HandWrittenPool.TryTake(s_kind) ?? new Rest<TArgument, TResult>());
            rest._delegate = call;
            rest.CaptureContext();
            if (!antecedent.TryContinueWith(rest))
            {
                // It has become complete.
                Run(rest, antecedent);
            }

            return rest;
        }

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            if (_delegate is { } call)
            {
                _delegate = null;
                HandWrittenOperation<TArgument> antecedent = Unsafe.As<HandWrittenOperation<TArgument>>(awaited!);
                HandWrittenOperation<TResult>? started = call(antecedent.Result, out Result);
                antecedent.Recycle(lists);
                if (started is null)
                {
                    return this;
                }

                if (Awaiter is { } awaiter)
                {
                    // The started operation becomes the antecedent; no other thread has this object.
                    if (started.TryContinueWith(awaiter))
                    {
                        Recycle(lists);
                        return null;
                    }
                }
                else if (started.TryContinueWith(this))
                {
                    // Without a context: no code will run here but the next lines.
                    return null;
                }

                awaited = started;
            }

            HandWrittenOperation<TResult> complete = Unsafe.As<HandWrittenOperation<TResult>>(awaited!);
            Result = complete.Result;
            complete.Recycle(lists);
            return this;
        }
    }
}

namespace PooledAwait;

/// <summary>The contexts around a <see cref="Trampoline"/>, where the library can't restore an ExecutionContext: the framework runs each
/// waiter in its context, and then puts the thread's own back.</summary>
[SuppressMessage("Performance", "CA1822", Justification = ".NET's needs the instance.")]
internal readonly struct ContextFrame
{
    internal static ContextFrame Enter(ThreadState thread) => default;

    /// <summary>Captures nothing. Returns false to have the framework guard the contexts; true if no context flows.</summary>
    internal static bool TryEnter(out ContextFrame frame)
    {
        frame = default;
        return !ExecutionContextFlow.IsEnabled;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal Operation? Resume(Operation waiter, ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return waiter.ResumeWaiter(thread);
        }

        return CapturedContext.Resume(waiter.TakeContext(), waiter, thread);
    }

    internal void Exit()
    {
    }
}

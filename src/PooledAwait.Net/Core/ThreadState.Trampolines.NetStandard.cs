namespace PooledAwait;

/// <content>Trampolines, identified by their threads' numbers: here it is not known how much stack there is.</content>
internal sealed partial class ThreadState
{
    /// <summary>Trampolines are not nested deeper than this: Mono's probe of the stack is not reliable, and a level with foreign frames in
    /// between takes some kilobytes of a stack that may have 256.</summary>
    private const int MaxDepth = 100;

    private static int s_numbers;

    private int _depth;

    /// <summary>The id of all trampolines of this thread: positive, and never another thread's.</summary>
    internal nint TrampolineId { get; } = Interlocked.Increment(ref s_numbers);

    internal static bool IsRunBy(nint trampoline) => trampoline == Current.TrampolineId;

    internal bool Owns(nint trampoline) => trampoline == TrampolineId;

    /// <summary>Enters a trampoline; false if too many are nested. Every success needs an <see cref="ExitTrampoline"/>.</summary>
    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the position.")]
    internal bool TryEnterTrampoline(nint position, out nint outer)
    {
        outer = 0;
        if (_depth >= MaxDepth)
        {
            return false;
        }

        _depth++;
        return true;
    }

    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the outer one.")]
    internal void ExitTrampoline(nint outer) => _depth--;
}

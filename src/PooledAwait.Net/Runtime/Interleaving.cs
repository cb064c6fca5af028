namespace PooledAwait;

/// <summary>The points where a test's scheduler decides which thread runs next: before each shared access, where a thread waits for
/// another, and where work is queued. Only POOLEDAWAIT_INTERLEAVING compiles the calls, and this class's other part.</summary>
internal static partial class Interleaving
{
    private const string Constant = "POOLEDAWAIT_INTERLEAVING";

    /// <summary>Before a shared access: another thread may run first.</summary>
    [Conditional(Constant)]
    internal static void Point() => OnPoint();

    /// <summary>Before a wait that spins: returns when the wait is over. The scheduler calls the delegate on any thread.</summary>
    [Conditional(Constant)]
    internal static void WaitFor(Func<bool> isOver) => OnWaitFor(isOver);

    /// <summary>In a wait of a struct, to which no delegate can refer: another thread runs first.</summary>
    [Conditional(Constant)]
    internal static void Spin() => OnSpin();

    /// <summary>Before a wait that blocks, and that an interruption of the thread ends: as <see cref="WaitFor"/>.</summary>
    [Conditional(Constant)]
    internal static void BlockFor(Func<bool> isOver) => OnBlockFor(isOver);

    static partial void OnPoint();

    static partial void OnWaitFor(Func<bool> isOver);

    static partial void OnSpin();

    static partial void OnBlockFor(Func<bool> isOver);
}

using System;
using System.Diagnostics;

namespace PooledAwait;

/// <summary>
/// The points where a test's scheduler decides which thread runs next: before each shared access, where a thread waits for another, and
/// where work is queued. Compiled into calls with the constant POOLEDAWAIT_INTERLEAVING only, together with the other part of this class.
/// </summary>
internal static partial class Interleaving
{
    private const string Constant = "POOLEDAWAIT_INTERLEAVING";

    /// <summary>Before a shared access: another thread may run first.</summary>
    [Conditional(Constant)]
    internal static void Point() => OnPoint();

    /// <summary>In a spinning loop, where nothing changes until another thread has run.</summary>
    [Conditional(Constant)]
    internal static void Wait() => OnWait();

    /// <summary>Before a wait that blocks: returns when it does not.</summary>
    /// <param name="isOver">Whether the wait is over.</param>
    [Conditional(Constant)]
    internal static void WaitFor(Func<bool> isOver) => OnWaitFor(isOver);

    static partial void OnPoint();

    static partial void OnWait();

    static partial void OnWaitFor(Func<bool> isOver);
}

namespace PooledAwait;

/// <summary>
/// The one atomic word of an operation: its version (the token of the handles that are valid now) and its phase.
/// </summary>
/// <remarks>
/// <code>
///  31 ..... 16   15     9        8            7           6       5         4              3        2         1             0
///  version       Dead   Handed   Cancelable   Delivered   Owned   Claimed   Asynchronous   Linked   Awaited   Registering   Completed
///
///              register
///  (v) Pending ─────────► (v) Registering ─────────► (v) Registering|Awaited
///      │                   two stores long:              │
///      │ complete          whoever wants to              │ complete: the continuation is taken out
///      ▼                   complete waits                ▼           before Completed is published
///  (v) Completed                                     (v) Registering|Awaited|Completed, perhaps Delivered
///      │                                                 │            or, with Handed, consumed at once
///      ▼                                                 ▼
///   consume ◄────────────────────────────────────────────┘
///      │
///      ├── v below 65,535: (v + 1) Pending, and the object goes back to its pool
///      └── v = 65,535: Dead; the object is the garbage collector's, and no token fits it again
/// </code>
/// Who may change the word:
/// <list type="bullet">
/// <item>any setter, by a compare-and-swap that adds <see cref="Claimed"/>, once per version; a CancellationToken is one of them;</item>
/// <item>any awaiter, by a compare-and-swap that adds <see cref="Registering"/>, once per version. Until it adds
/// <see cref="Awaited"/> the word is its own, so that it adds it by a plain store;</item>
/// <item>the completer (the setter that claimed, or the state machine, which is alone and needs no claim), by a
/// compare-and-swap that adds <see cref="Completed"/>; with <see cref="Awaited"/> the word is its own, and a plain store does;</item>
/// <item>any consumer, by a compare-and-swap that raises the version; with <see cref="Delivered"/> only one thread may
/// consume, and a plain store does; with <see cref="Handed"/> the completer raises it for the box that it resumes.</item>
/// </list>
/// Each compare-and-swap compares the whole word, so a handle of another version changes nothing, ever. Plain stores are
/// worth the thought: on the machines this was measured on, a compare-and-swap costs as much as all the rest of an await.
/// </remarks>
internal static class StateWord
{
    /// <summary>The result is readable; whoever consumes may take it.</summary>
    internal const int Completed = 1 << 0;

    /// <summary>
    /// Someone awaits, and nobody else will in this version. Without <see cref="Awaited"/>: a thread is between the two stores
    /// that write the continuation and publish it, and the word is that thread's.
    /// </summary>
    internal const int Registering = 1 << 1;

    /// <summary>The continuation fields are written and belong to the completer.</summary>
    internal const int Awaited = 1 << 2;

    /// <summary>With <see cref="Awaited"/>: the continuation is a box that is resumed where the operation completes, and nothing else.</summary>
    internal const int Linked = 1 << 3;

    /// <summary>Continuations go through the thread pool. Set by the creator, before the first handle exists.</summary>
    internal const int Asynchronous = 1 << 4;

    /// <summary>A setter has won; only it may write the result.</summary>
    internal const int Claimed = 1 << 5;

    /// <summary>
    /// With <see cref="Linked"/>: the box consumes this operation as the first thing it does when it is resumed, because
    /// the compiler's code calls GetResult on the awaiter through which our builder linked it.
    /// </summary>
    internal const int Owned = 1 << 6;

    /// <summary>
    /// With <see cref="Completed"/>: the completer resumes the owning box on its own thread, and only that thread may consume.
    /// </summary>
    internal const int Delivered = 1 << 7;

    /// <summary>
    /// A CancellationToken may complete it; whoever claims must end the registration before it publishes. Set by the
    /// creator, before the first handle exists.
    /// </summary>
    internal const int Cancelable = 1 << 8;

    /// <summary>
    /// With <see cref="Linked"/>: the box takes no handle to consume this operation; whoever completes it gives the box the operation
    /// itself. So it is complete and consumed in one, and no handle ever sees it complete.
    /// </summary>
    internal const int Handed = 1 << 9;

    /// <summary>The token has been everything it can be. Higher than every other flag, so that one comparison finds it.</summary>
    internal const int Dead = 1 << 15;

    private const int VersionShift = 16;

    /// <summary>The token that handles of this word's version carry.</summary>
    /// <param name="word">The state word.</param>
    internal static short Token(int word) => (short)(word >> VersionShift);

    /// <summary>The word's flags if it is alive and of the token's version; otherwise <see cref="Dead"/> or more.</summary>
    /// <param name="word">The state word.</param>
    /// <param name="token">The token of the handle that asks.</param>
    internal static uint Flags(int word, short token) => (uint)(word ^ (token << VersionShift));

    /// <summary>Whether a thread is between the two stores of a registration.</summary>
    /// <param name="word">The state word.</param>
    internal static bool IsBeingRegistered(int word) => (word & (Registering | Awaited)) == Registering;

    /// <summary>What a consumer leaves behind: the next version, pending; or the end.</summary>
    /// <param name="word">The word that the consumer found.</param>
    internal static int Next(int word) =>
        (uint)word >= 0xFFFF_0000u ? unchecked((int)0xFFFF_0000u) | Dead : (int)(((uint)word & 0xFFFF_0000u) + 0x1_0000u);
}

namespace PooledAwait;

/// <summary>
/// The one atomic word of an operation: its version (the token of the handles that are valid now) and its phase.
/// </summary>
/// <remarks>
/// <code>
///  31 ........ 16    15     5         4              3        2         1             0
///  version           Dead   Claimed   Asynchronous   Linked   Awaited   Registering   Completed
///
///             register: two steps
///  (v) Pending ─────────────► (v) Registering ────────► (v) Registering|Awaited
///      │                          │                         │
///      │ complete                 │ complete                │ complete: the continuation is taken out
///      ▼                          ▼                         ▼           before Completed is published
///  (v) Completed              (v) Registering|Completed (v) Registering|Awaited|Completed
///      │                          │ the registrar finds     │
///      │                          │ it and steps back       │
///      │                          ▼                         │
///      ├──────────────────── (v) Completed                  │
///      ▼                                                    ▼
///   consume ◄───────────────────────────────────────────────┘
///      │
///      ├── v below 65,535: (v + 1) Pending, and the object goes back to its pool
///      └── v = 65,535: Dead; the object is the garbage collector's, and no token fits it again
/// </code>
/// Who may change the word:
/// <list type="bullet">
/// <item>any setter, by a compare-and-swap that adds <see cref="Claimed"/>, once per version;</item>
/// <item>the setter that claimed (or the state machine, which is alone and needs no claim), by adding <see cref="Completed"/>;</item>
/// <item>any awaiter, by a compare-and-swap that adds <see cref="Registering"/>, once per version;</item>
/// <item>the awaiter that registers, by adding <see cref="Awaited"/> or by taking <see cref="Registering"/> back;</item>
/// <item>any consumer, by the compare-and-swap that raises the version, when <see cref="Completed"/> is there and no
/// registration is half-way.</item>
/// </list>
/// Each of these compares the whole word, so a handle of another version changes nothing, ever.
/// </remarks>
internal static class StateWord
{
    /// <summary>The result is readable; whoever consumes may take it.</summary>
    internal const int Completed = 1 << 0;

    /// <summary>Someone has the right to write the continuation fields, and nobody else will in this version.</summary>
    internal const int Registering = 1 << 1;

    /// <summary>The continuation fields are written and belong to the completer.</summary>
    internal const int Awaited = 1 << 2;

    /// <summary>With <see cref="Awaited"/>: the continuation is a box that the completer's loop resumes, and nothing else.</summary>
    internal const int Linked = 1 << 3;

    /// <summary>Continuations go through the thread pool. Set by the creator, before the first handle exists.</summary>
    internal const int Asynchronous = 1 << 4;

    /// <summary>A setter has won; only it may write the result.</summary>
    internal const int Claimed = 1 << 5;

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

    /// <summary>What a consumer leaves behind: the next version, pending; or the end.</summary>
    /// <param name="word">The word that the consumer found.</param>
    internal static int Next(int word) =>
        (uint)word >= 0xFFFF_0000u ? unchecked((int)0xFFFF_0000u) | Dead : (int)(((uint)word & 0xFFFF_0000u) + 0x1_0000u);
}

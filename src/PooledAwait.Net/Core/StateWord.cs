namespace PooledAwait;

/// <summary>The bits of <see cref="Operation"/>'s state word: the version, which is the token of all valid handles, and flags.</summary>
/// <remarks>
/// <code>
///  31 .. 16 version      7 Fair             4 Asynchronous       1 Registering
///  15 Retired            6 Transferred      3 ByWaiter           0 Completed
///                        5 Completing       2 Awaited
///
///              register
///  (v) Pending ─────────► (v) Registering ─────────► (v) Registering|Awaited
///      │                   a few stores long:            │   │ publish: the continuation is taken out first
///      │ publish           completers wait               │   │
///      │   ┌─────────────────────────────────────────────┘   │
///      │   │  publish to a blocked thread: WithoutAwaiter    │
///      ▼   ▼                                                 ▼
///  (v) Completed               (v) Registering|Awaited|Completed, with Transferred until EndTransferUnconsumed if it is
///      │                           │   transferred; forwarded, it is consumed at once
///      ▼                           ▼
///   consume ◄──────────────────────┘
///      │
///      ├── v below 65,535: (v + 1) Pending, and the object returns to its pool
///      └── v = 65,535: Retired; the object is left to the garbage collector, and every handle is stale for ever
/// </code>
/// Forget makes Pending Awaited alone, and the completer consumes. Every compare-and-swap compares the whole word, so a handle of another
/// version changes nothing. The thread that owns the word writes it with a release, because a compare-and-swap costs as much as the rest of
/// an await.
/// </remarks>
internal static class StateWord
{
    /// <summary>The result is readable. Added by the completer.</summary>
    internal const int Completed = 1 << 0;

    /// <summary>The operation has its one awaiter. Added by the registrar's compare-and-swap. Without <see cref="Awaited"/> the registrar
    /// is between its two stores and owns the word.</summary>
    internal const int Registering = 1 << 1;

    /// <summary>With <see cref="Registering"/>: the continuation is written, and the completer owns it and the word. Added by the
    /// registrar's releasing store. Alone: nobody wants the result, so the completer consumes it. Added by a compare-and-swap.</summary>
    internal const int Awaited = 1 << 2;

    /// <summary>With <see cref="Awaited"/>: the continuation is a waiter without a scheduling context. It consumes by its handle, as the
    /// first thing when it is resumed.</summary>
    internal const int ByWaiter = 1 << 3;

    /// <summary>Continuations are queued to the thread pool. Set by the creator, or by an ending method; combinators take it
    /// over.</summary>
    internal const int Asynchronous = 1 << 4;

    /// <summary>A setter has won; only that one may write the result. Added by a compare-and-swap, once per version; never where a box
    /// ends.</summary>
    internal const int Completing = 1 << 5;

    /// <summary>With <see cref="Completed"/>: only the completer's thread may consume. Added by the completer.</summary>
    internal const int Transferred = 1 << 6;

    /// <summary>With <see cref="Asynchronous"/>: the queue is the thread pool's global one. Set by the creator.</summary>
    internal const int Fair = 1 << 7;

    /// <summary>The flags that creators set, and that a registration leaves alone.</summary>
    internal const int Options = Asynchronous | Fair;

    /// <summary>The flags of an operation that an awaiter may register with at once.</summary>
    internal const int Registrable = Completing | Options;

    /// <summary>The version is exhausted. Higher than every other flag, so that one comparison finds it.</summary>
    internal const int Retired = 1 << 15;

    /// <summary>If these bits equal <see cref="ResumedHere"/>, the completer resumes the waiter.</summary>
    internal const int HowResumed = Awaited | ByWaiter | Asynchronous;

    /// <summary>The completer's trampoline resumes the waiter, at once and on its thread.</summary>
    internal const int ResumedHere = Awaited | ByWaiter;

    /// <summary>A new object's first version, pending. It is 1, so that no token of a handle is 0.</summary>
    internal const int First = 1 << VersionShift;

    private const int VersionShift = 16;

    internal static short Token(int word) => (short)(word >> VersionShift);

    /// <summary>Gets the version that the word's last consumer has ended.</summary>
    internal static short LastToken(int word) => (short)(Token(word) - ((word & Retired) != 0 ? 0 : 1));

    /// <summary>Whether a token is of a version that the word has not reached yet, so that no handle has it.</summary>
    internal static bool IsLater(int word, short token) => (ushort)token > (ushort)Token(word);

    /// <summary>Gets the flags if the word is of the token's version; otherwise <see cref="Retired"/> or more.</summary>
    internal static uint Flags(int word, short token) => (uint)(word ^ (token << VersionShift));

    /// <summary>Whether a thread is between the two stores of a registration.</summary>
    internal static bool IsBeingRegistered(int word) => (word & (Registering | Awaited)) == Registering;

    internal static bool IsForgotten(int word) => (word & (Registering | Awaited)) == Awaited;

    /// <summary>Gets the word without the registration of a thread that blocks.</summary>
    internal static int WithoutAwaiter(int word) => word & ~(Registering | Awaited);

    /// <summary>Gets what a consumer leaves behind: the next version, pending; or the end.</summary>
    internal static int Next(int word) =>
        (uint)word >= 0xFFFF_0000u ? unchecked((int)0xFFFF_0000u) | Retired : (int)(((uint)word & 0xFFFF_0000u) + 0x1_0000u);
}

using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>An awaiter's kind is looked up.</content>
internal static partial class BoxRegistration
{
    /// <summary>There is only one tier.</summary>
    internal const MethodImplOptions Unboxed = MethodImplOptions.AggressiveInlining;

    /// <summary>False: to test a struct for an interface allocates on these runtimes.</summary>
    internal static bool AreTyped => false;
}

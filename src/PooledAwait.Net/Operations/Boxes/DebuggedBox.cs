using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What identifies a method to a debugger that asks before the method's first suspension, when it has no box yet. A debugger asks at each
/// await, and compares when the method is resumed. Without a suspension this is the method's operation; otherwise a real box takes its
/// place, and points back here.
/// </summary>
/// <typeparam name="TResult">The method's result.</typeparam>
[PublicName("an async method that a debugger watches")]
internal sealed class DebuggedBox<TResult> : MethodBox<TResult>
{
    /// <summary>By the boxes that have taken their places. A box serves other methods afterwards, which its token tells.</summary>
    private static readonly ConditionalWeakTable<MethodBox<TResult>, DebuggedBox<TResult>> s_replaced = new();

    /// <summary>The token of the box that has taken this one's place; 0 before.</summary>
    private short _tokenOfBox;

    private DebuggedBox()
        : base(OperationPool.None)
    {
    }

    /// <summary>Gets an object that is the same from the first call until the method ends, and no other running method's.</summary>
    /// <param name="reference">The builder's reference to its box.</param>
    /// <param name="token">The builder's token.</param>
    internal static object Identify(ref MethodBox<TResult>? reference, ref short token)
    {
        if (token == 0)
        {
            reference = new DebuggedBox<TResult>();
            token = reference.Token;
        }

        // A method that has ended without a suspension has no operation, and will not be resumed.
        MethodBox<TResult> box = reference ?? new DebuggedBox<TResult>();
        return s_replaced.TryGetValue(box, out DebuggedBox<TResult>? replaced) && replaced._tokenOfBox == token ? replaced : box;
    }

    /// <summary>Lets a box take this one's place, at the method's first suspension.</summary>
    internal void ReplaceBy(MethodBox<TResult> box)
    {
        _tokenOfBox = box.Token;
        s_replaced.Remove(box);
        s_replaced.Add(box, this);
    }
}

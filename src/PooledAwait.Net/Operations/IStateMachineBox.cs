using System;

namespace PooledAwait;

/// <summary>The box of a suspended async method; its operation is what the method returned.</summary>
internal interface IStateMachineBox : IWaiter
{
    /// <summary>Whether the delegate is the one that this box gives to foreign awaiters.</summary>
    /// <param name="resume">A delegate whose target is this box; others may be combined with it.</param>
    bool IsResumedBy(Action resume);
}

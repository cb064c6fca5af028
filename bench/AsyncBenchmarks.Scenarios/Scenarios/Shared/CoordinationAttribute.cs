using System;
using System.Diagnostics;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Gives a library's class the async methods that wait on what the library has: Coordination.template, Signals.template and
/// Channel.template, filled by the generator. The library's file passes what waits and what ends the wait.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
[Conditional("NEVER")]
internal sealed class CoordinationAttribute : Attribute
{
    /// <summary>The return type of the methods; <c>Task</c>.</summary>
    public string Task { get; init; } = "";

    /// <summary>The type of a wait; the methods' type.</summary>
    public string Wait { get; init; } = "";

    /// <summary>The beginning of <c>PooledSemaphore</c> and of the events' names; empty where their members differ from ours.</summary>
    public string Types { get; init; } = "";

    /// <summary>How its countdown event starts over; <c>Reset()</c>.</summary>
    public string Reset { get; init; } = "";

    /// <summary>The type of a channel's waits; empty for a library without channels.</summary>
    public string Channel { get; init; } = "";

    /// <summary>How the library discards a result so that it is recycled: <c>$1</c> is the call; <c>_ = $1</c>.</summary>
    public string Discard { get; init; } = "";
}

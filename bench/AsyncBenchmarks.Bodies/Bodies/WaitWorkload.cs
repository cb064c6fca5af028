using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>An operation that is waited for with a limit, and completes in time.</summary>
internal abstract class WaitWorkload() : CombinedWorkload(Value)
{
    /// <summary>The operation's result.</summary>
    protected const int Value = 42;

    /// <summary>Long enough never to be over.</summary>
    protected static readonly TimeSpan s_timeout = TimeSpan.FromHours(1);
}

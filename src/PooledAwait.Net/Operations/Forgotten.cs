using System;

namespace PooledAwait;

/// <summary>The continuation of an operation whose result nobody wants; it knows where an error goes.</summary>
/// <param name="report">Gets the failure, as <see cref="Failure"/> makes it; must not throw.</param>
internal sealed class Forgotten(Action<object> report)
{
    /// <summary>Errors are reported as those of a task nobody observes.</summary>
    internal static readonly Forgotten AsUnobserved = new(Failure.ReportUnobserved);

    internal void Report(object failure) => report(failure);
}

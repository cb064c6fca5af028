using System.Linq;
using System.Threading;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>A random program.</summary>
/// <param name="Body">The steps of its first method.</param>
/// <param name="DriverSeed">What the order depends on in which the driver completes, calls back and runs.</param>
/// <param name="IsPlain">
/// Whether it does without contexts, schedulers and second calls, for which Task has rules of its own: an await without a scheduling
/// context never goes on where there is one.
/// </param>
internal sealed record Program(Step[] Body, int DriverSeed, bool IsPlain)
{
    /// <summary>The context without values, in which the driver begins.</summary>
    internal ExecutionContext Outside { get; init; } = null!;

    public override string ToString() =>
        $"{(IsPlain ? "plain, " : "")}driver {DriverSeed}: {string.Join("; ", Body.Select(static step => step.ToString()))}";
}

using System.Collections.Generic;

namespace PooledAwait.Build;

/// <summary>What was found in an assembly, and done to it.</summary>
public sealed class Redirection
{
    internal Redirection(IReadOnlyList<MethodForm> methods) => Methods = methods;

    /// <summary>What became of each async method that has a builder of the framework.</summary>
    public IReadOnlyList<MethodForm> Methods { get; }

    /// <summary>What could not stay, in sentences.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>The counts as one line.</summary>
    public override string ToString() => MethodForm.Summary(Methods);
}

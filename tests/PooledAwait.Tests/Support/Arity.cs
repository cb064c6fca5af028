using System.Collections.Generic;
using System.Reflection;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>The two forms of everything.</summary>
public enum Arity
{
    /// <summary>PooledValueTask.</summary>
    WithoutResult,

    /// <summary>PooledValueTask of int.</summary>
    WithResult,
}

/// <summary>Runs a theory for <c>PooledValueTask</c> and <c>PooledValueTask&lt;int&gt;</c>.</summary>
public sealed class BothAritiesAttribute : DataAttribute
{
    /// <inheritdoc/>
    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [[Arity.WithoutResult], [Arity.WithResult]];
}

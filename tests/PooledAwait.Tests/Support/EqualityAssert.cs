using System;
using System.Collections.Generic;
using System.Reflection;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>All of an equatable struct's ways to compare agree.</summary>
internal static class EqualityAssert
{
    internal static void Equal<T>(T left, T right)
        where T : struct, IEquatable<T>
    {
        Assert.True(left.Equals(right));
        Assert.True(left.Equals((object)right));
        Assert.Equal(left.GetHashCode(), right.GetHashCode());
    }

    internal static void NotEqual<T>(T left, T right)
        where T : struct, IEquatable<T>
    {
        Assert.False(left.Equals(right));
        Assert.False(left.Equals((object)right));
        Assert.False(left.Equals(null));
    }
}

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

using System.Collections.Generic;
using System.Reflection;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>What Then continues with.</summary>
public enum ThenOverload
{
    /// <summary>An action.</summary>
    Action,

    /// <summary>A function that makes the result.</summary>
    Function,

    /// <summary>A function that starts another pooled task.</summary>
    Operation,

    /// <summary>A function that starts another pooled task with a result.</summary>
    OperationWithResult,
}

/// <summary>Runs a theory for all sixteen overloads of Then: after which form, with what, with a captured value or without.</summary>
public sealed class AllThenOverloadsAttribute : DataAttribute
{
    /// <inheritdoc/>
    public override IEnumerable<object[]> GetData(MethodInfo testMethod)
    {
        foreach (Arity antecedent in (Arity[])[Arity.WithoutResult, Arity.WithResult])
        {
            for (ThenOverload overload = ThenOverload.Action; overload <= ThenOverload.OperationWithResult; overload++)
            {
                yield return [antecedent, overload, false];
                yield return [antecedent, overload, true];
            }
        }
    }
}

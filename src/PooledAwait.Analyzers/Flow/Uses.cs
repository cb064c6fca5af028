using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers.Flow;

/// <summary>Says what code does with an expression of type PooledValueTask, or with the ValueTask made of one.</summary>
internal static class Uses
{
    /// <summary>Whether a variable of this type is followed.</summary>
    public static bool IsFollowed(ITypeSymbol? type)
    {
        type = KnownTypes.WithoutNullable(type);
        return KnownTypes.IsPooledValueTask(type) || KnownTypes.IsValueTask(type);
    }

    /// <summary>The variable that a pattern declares.</summary>
    public static ILocalSymbol? DeclaredBy(IOperation pattern) => pattern switch
    {
        IDeclarationPatternOperation declaration => declaration.DeclaredSymbol as ILocalSymbol,
        IRecursivePatternOperation recursive => recursive.DeclaredSymbol as ILocalSymbol,
        _ => null,
    };

    /// <summary>The expression without conversions to ValueTask, and from a nullable, which denote the same operation.</summary>
    public static IOperation Unwrap(IOperation value)
    {
        while (true)
        {
            switch (value)
            {
                case IConversionOperation conversion when IsFollowed(conversion.Operand.Type) && IsFollowed(conversion.Type):
                    value = conversion.Operand;
                    break;
                case IParenthesizedOperation parenthesized:
                    value = parenthesized.Operand;
                    break;
                case IInvocationOperation { TargetMethod.Name: "AsValueTask" or "GetValueOrDefault", Instance: { } instance }
                    when IsFollowed(instance.Type):
                    value = instance;
                    break;
                case IPropertyReferenceOperation { Property.Name: "Value", Instance: { } nullable } when IsFollowed(nullable.Type):
                    value = nullable;
                    break;
                default:
                    return value;
            }
        }
    }

    /// <summary>The expression before <c>ConfigureAwait</c>.</summary>
    public static IOperation WithoutConfigureAwait(IOperation awaited) =>
        awaited is IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: { } configured } ? configured : awaited;

    /// <summary>Whether evaluating the expression gives an operation that somebody must consume.</summary>
    public static bool IsStarted(IOperation value)
    {
        value = Unwrap(value);
        return KnownTypes.IsPooledValueTask(value.Type) && value switch
        {
            IInvocationOperation invocation => !IsPlainFactory(invocation.TargetMethod),
            IAwaitOperation => true,
            _ => false,
        };
    }

    /// <summary>Whether a call tells its method to complete synchronously, by the parameter of methods that serve both kinds of callers:
    /// <c>Close(async: false)</c>.</summary>
    public static bool IsToldToBeSynchronous(IOperation value)
    {
        if (Unwrap(value) is not IInvocationOperation invocation)
        {
            return false;
        }

        foreach (IArgumentOperation argument in invocation.Arguments)
        {
            if (argument.Parameter is { Type.SpecialType: SpecialType.System_Boolean, Name: "async" or "isAsync" or "useAsync" }
                && argument.Value.ConstantValue is { HasValue: true, Value: false })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The use of the value of an expression, or null if that is an assignment to a variable or a capture. An expression without a
    /// parent may be what the method returns.</summary>
    public static FlowEventKind? Classify(IOperation operation, bool isReturned)
    {
        for (IOperation current = operation; ; current = current.Parent)
        {
            switch (current.Parent)
            {
                case null:
                    return isReturned ? FlowEventKind.Consume : Neutral;

                case IConversionOperation conversion:
                    if (!IsFollowed(conversion.Type))
                    {
                        return FlowEventKind.Escape;
                    }

                    break;

                case IParenthesizedOperation:
                    break;

                case IInvocationOperation invocation when invocation.Instance == current:
                    switch (invocation.TargetMethod.Name)
                    {
                        case "AsValueTask" or "GetValueOrDefault":
                            break;
                        case "GetAwaiter" when IsInspected(invocation):
                            return FlowEventKind.Inspect;
                        case "get_HasValue" or nameof(Equals) or nameof(GetHashCode) or nameof(ToString) or nameof(GetType):
                            return Neutral;
                        default:
                            return BlockingCall(invocation) is null ? FlowEventKind.Consume : FlowEventKind.Block;
                    }

                    break;

                case IPropertyReferenceOperation { Property.Name: "Value" } property when property.Instance == current:
                    break;

                case IPropertyReferenceOperation property when property.Instance == current:
                    return property.Property.Name switch
                    {
                        "Result" => FlowEventKind.Block,
                        "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled" => FlowEventKind.Inspect,
                        _ => Neutral,
                    };

                case IArgumentOperation { Parent: IInvocationOperation { TargetMethod.Name: nameof(Equals) or nameof(ReferenceEquals) } }:
                    return Neutral;

                case IArgumentOperation { Parameter: { } parameter }:
                    return OfArgument(parameter);

                case IAwaitOperation or IReturnOperation { Kind: OperationKind.Return }:
                    return FlowEventKind.Consume;

                case ISimpleAssignmentOperation assignment when assignment.Value == current:
                    return assignment.Target switch
                    {
                        ILocalReferenceOperation or IParameterReferenceOperation or IFlowCaptureReferenceOperation => null,
                        IDiscardOperation => Neutral,
                        _ => FlowEventKind.Escape,
                    };

                case IFlowCaptureOperation:
                    return null;

                case IBinaryOperation or IIsPatternOperation or IIsTypeOperation or IIsNullOperation:
                case INameOfOperation or IExpressionStatementOperation:
                    return Neutral;

                // [a, b] has an operation of its own since a later Roslyn than the one that this is built for.
                case IArrayInitializerOperation or IArrayCreationOperation or { Kind: (OperationKind)127 }:
                    return OfElement(current.Parent);

                default:
                    return FlowEventKind.Escape;
            }
        }
    }

    /// <summary>The event of a use that changes nothing; the flow ignores it.</summary>
    public const FlowEventKind Neutral = FlowEventKind.Change;

    /// <summary>The call or property at which a thread waits for what this expression, made from an operation, denotes.</summary>
    public static IOperation? BlockingCall(IOperation made)
    {
        for (IOperation? current = made; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case IInvocationOperation { TargetMethod.Name: "GetResult" or "Wait" } when current != made:
                    return current;
                case IPropertyReferenceOperation { Property.Name: "Result" } when current != made:
                    return current;
                case IInvocationOperation { TargetMethod.Name: "AsTask" or "AsValueTask" or "ConfigureAwait" }:
                case IInvocationOperation { TargetMethod.Name: "GetAwaiter" or "Preserve" }:
                    break;
                case IPropertyReferenceOperation { Property.Name: "Value" } or IConversionOperation or IParenthesizedOperation:
                    break;
                default:
                    if (current != made)
                    {
                        return null;
                    }

                    break;
            }

            bool goesOn = current.Parent switch
            {
                IInvocationOperation invocation => invocation.Instance == current,
                IPropertyReferenceOperation property => property.Instance == current,
                IConversionOperation or IParenthesizedOperation => true,
                _ => false,
            };
            if (!goesOn)
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>Whether a function is passed to a call that expects an exception of it, derived from a type in <c>System</c>, and says so
    /// by a type argument: <c>Throws&lt;ArgumentException&gt;(() => …)</c>.</summary>
    public static bool IsExpectedToThrow(IOperation lambda, string exception) =>
        ReceiverOf(lambda) is IArgumentOperation { Parent: IInvocationOperation call }
        && call.TargetMethod.TypeArguments.Any(argument => KnownTypes.DerivesFromSystem(argument, exception));

    /// <summary>What a function is given to, as a delegate.</summary>
    public static IOperation? ReceiverOf(IOperation lambda)
    {
        IOperation? parent = lambda.Parent;
        while (parent is IDelegateCreationOperation or IConversionOperation or IParenthesizedOperation)
        {
            parent = parent.Parent;
        }

        return parent;
    }

    /// <summary>Whether a call on a value, or with it, has further arguments, which it checks before it consumes the value.</summary>
    public static bool IsBesideArguments(IOperation value)
    {
        for (IOperation current = value; ; current = current.Parent)
        {
            switch (current.Parent)
            {
                case IConversionOperation or IParenthesizedOperation or IInvocationOperation { TargetMethod.Name: "AsValueTask" }:
                    break;
                case IInvocationOperation call when call.Instance == current:
                    return HasArgument(call, except: null);
                case IArgumentOperation { Parent: IInvocationOperation call } argument:
                    return HasArgument(call, argument);
                default:
                    return false;
            }
        }

        static bool HasArgument(IInvocationOperation call, IArgumentOperation? except)
        {
            foreach (IArgumentOperation argument in call.Arguments)
            {
                if (argument != except && argument.ArgumentKind == ArgumentKind.Explicit)
                {
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>Whether a use is <c>task.GetAwaiter().OnCompleted(…)</c>, which leaves the result to a call of GetResult.</summary>
    public static bool IsCallbackGiven(IOperation use)
    {
        while (use.Parent is IConversionOperation or IParenthesizedOperation or IInvocationOperation { TargetMethod.Name: "AsValueTask" })
        {
            use = use.Parent;
        }

        return use.Parent is IInvocationOperation { TargetMethod.Name: "GetAwaiter" } getAwaiter
            && getAwaiter.Parent is IInvocationOperation { TargetMethod.Name: "OnCompleted" or "UnsafeOnCompleted" } call
            && call.Instance == getAwaiter;
    }

    private static bool IsInspected(IInvocationOperation getAwaiter) =>
        getAwaiter.Parent is IPropertyReferenceOperation { Property.Name: "IsCompleted" };

    /// <summary>Results that are in the value itself, or that many may await.</summary>
    private static bool IsPlainFactory(IMethodSymbol method) =>
        (method.IsStatic
            && method.Name is "FromResult" or "FromException" or "FromCanceled"
            && KnownTypes.IsPooledValueTask(method.ContainingType))
        || method.Name == "Preserve";

    private static FlowEventKind OfArgument(IParameterSymbol parameter)
    {
        if (parameter.RefKind is RefKind.Ref or RefKind.Out)
        {
            return FlowEventKind.Escape;
        }

        // A parameter of the generic type itself: List<T>.Add, Assert.Equal<T>. Of the task's type: it is passed on.
        return IsFollowed(parameter.OriginalDefinition.Type) || IsFollowed(ElementOf(parameter.OriginalDefinition.Type))
            ? FlowEventKind.Consume
            : FlowEventKind.Escape;
    }

    private static FlowEventKind OfElement(IOperation collection)
    {
        for (IOperation? current = collection; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case IArgumentOperation { Parameter: { } parameter }:
                    return OfArgument(parameter);
                case IArrayInitializerOperation or IArrayCreationOperation or IConversionOperation or { Kind: (OperationKind)127 }:
                    break;
                default:
                    return FlowEventKind.Escape;
            }
        }

        return FlowEventKind.Escape;
    }

    private static ITypeSymbol? ElementOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => array.ElementType,
        INamedTypeSymbol { TypeArguments: [{ } element] } => element,
        _ => null,
    };
}

using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers.Flow;

/// <summary>Reads the conditions of branches whose outcome follows from what was assigned before.</summary>
internal static class Comparisons
{
    /// <summary>What a condition compares with null, and whether it is true for null; null for any other condition. It is exact if the
    /// other outcome means the opposite: <c>p is { IsCompleted: true }</c> is false for many values.</summary>
    public static (IOperation Value, bool TrueForNull)? WithNull(IOperation condition, out bool isExact)
    {
        bool negated = false;
        isExact = true;
        IOperation? value = null;
        switch (WithoutNot(condition, ref negated))
        {
            case IInvocationOperation { TargetMethod.Name: "get_HasValue", Instance: { } nullable }:
                (value, negated) = (nullable, !negated);
                break;
            case IPropertyReferenceOperation { Property.Name: "HasValue", Instance: { } nullable }:
                (value, negated) = (nullable, !negated);
                break;
            case IIsNullOperation isNull:
                value = isNull.Operand;
                break;
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } binary:
                value = IsNull(binary.RightOperand) ? binary.LeftOperand : IsNull(binary.LeftOperand) ? binary.RightOperand : null;
                negated ^= binary.OperatorKind == BinaryOperatorKind.NotEquals;
                break;
            case IIsPatternOperation isPattern:
                IPatternOperation pattern = isPattern.Pattern;
                while (pattern is INegatedPatternOperation not)
                {
                    pattern = not.Pattern;
                    negated = !negated;
                }

                value = isPattern.Value;
                if (pattern is IRecursivePatternOperation recursive)
                {
                    isExact = recursive.PropertySubpatterns.IsEmpty && recursive.DeconstructionSubpatterns.IsEmpty;
                    negated = !negated;
                }
                else if (pattern is IDeclarationPatternOperation or ITypePatternOperation)
                {
                    negated = !negated;
                }
                else if (pattern is not IConstantPatternOperation constant || !IsNull(constant.Value))
                {
                    value = null;
                }

                break;
        }

        return value is null ? null : (value, !negated);
    }

    /// <summary>The local, parameter or field of this object that a condition compares with a constant, and whether it is true where they
    /// differ.</summary>
    public static (ISymbol Symbol, object Constant, bool Negated)? WithConstant(
        IOperation condition, IReadOnlyDictionary<CaptureId, IOperation> captured)
    {
        bool negated = false;
        IOperation operand = WithoutNot(condition, ref negated);
        object? constant = true;
        switch (operand)
        {
            case IBinaryOperation { OperatorKind: BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals } binary:
                negated ^= binary.OperatorKind == BinaryOperatorKind.NotEquals;
                constant = binary.RightOperand.ConstantValue.Value ?? binary.LeftOperand.ConstantValue.Value;
                operand = binary.RightOperand.ConstantValue.HasValue ? binary.LeftOperand : binary.RightOperand;
                break;
            case IIsPatternOperation isPattern:
                IPatternOperation pattern = isPattern.Pattern;
                while (pattern is INegatedPatternOperation not)
                {
                    pattern = not.Pattern;
                    negated = !negated;
                }

                constant = (pattern as IConstantPatternOperation)?.Value.ConstantValue.Value;
                operand = isPattern.Value;
                break;
        }

        if (operand is IFlowCaptureReferenceOperation capture && captured.TryGetValue(capture.Id, out IOperation? source))
        {
            operand = source;
        }

        if (constant is null || SymbolOf(operand) is not { } symbol)
        {
            return null;
        }

        // A bool has two values: a comparison with false is one with true, negated.
        return constant is bool isTrue ? (symbol, true, negated == isTrue) : (symbol, constant, negated);
    }

    /// <summary>What is compared with constants: a variable, or a field of this object.</summary>
    public static ISymbol? SymbolOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IFieldReferenceOperation { Instance: null or IInstanceReferenceOperation } field => field.Field,
        _ => null,
    };

    /// <summary>Whether an expression is null, or the default of a nullable.</summary>
    public static bool IsNull(IOperation value)
    {
        while (value is IConversionOperation conversion)
        {
            value = conversion.Operand;
        }

        return value.ConstantValue is { HasValue: true, Value: null }
            || (value is IDefaultValueOperation && KnownTypes.IsNullable(value.Type));
    }

    private static IOperation WithoutNot(IOperation condition, ref bool negated)
    {
        while (condition is IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } or IParenthesizedOperation)
        {
            negated ^= condition is IUnaryOperation;
            condition = condition is IUnaryOperation not ? not.Operand : ((IParenthesizedOperation)condition).Operand;
        }

        return condition;
    }
}

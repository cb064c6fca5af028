using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledAwait.Analyzers.Flow;

namespace PooledAwait.Analyzers;

/// <summary>An operation is kept where more than one consumer can reach it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0002StoredAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.Stored,
        "Do not store a PooledValueTask",
        "A PooledValueTask is stored in {0}, where it can be consumed more than once; await it here, or store AsTask()");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        context.RegisterOperationAction(OnAssignment, OperationKind.SimpleAssignment, OperationKind.CoalesceAssignment);
        context.RegisterOperationAction(OnDeconstruction, OperationKind.DeconstructionAssignment);
        context.RegisterOperationAction(OnInitializer, OperationKind.FieldInitializer, OperationKind.PropertyInitializer);
        context.RegisterOperationAction(OnArgument, OperationKind.Argument);
        context.RegisterOperationAction(OnReference, OperationKind.LocalReference, OperationKind.ParameterReference);
    }

    private void OnAssignment(OperationAnalysisContext context)
    {
        var assignment = (IAssignmentOperation)context.Operation;
        OnAssignment(context, assignment.Target, assignment.Value);
    }

    /// <summary><c>(_a, _b) = (A(), B());</c></summary>
    private void OnDeconstruction(OperationAnalysisContext context)
    {
        var assignment = (IDeconstructionAssignmentOperation)context.Operation;
        if (assignment.Target is ITupleOperation targets && Uses.Unwrap(assignment.Value) is ITupleOperation values)
        {
            foreach (var (target, value) in targets.Elements.Zip(values.Elements, static (target, value) => (target, value)))
            {
                OnAssignment(context, target, value);
            }
        }
    }

    private void OnAssignment(OperationAnalysisContext context, IOperation target, IOperation value)
    {
        if (!IsHandle(value))
        {
            return;
        }

        string? place = target switch
        {
            IFieldReferenceOperation { Field: var field } => IsOfStruct(field) ? null : $"the field '{field.Name}'",
            IPropertyReferenceOperation { Arguments.Length: > 0 } indexer => CollectionOf(indexer.Instance),
            IPropertyReferenceOperation { Property: var property } => IsOfStruct(property) ? null : $"the property '{property.Name}'",
            IArrayElementReferenceOperation element => CollectionOf(element.ArrayReference),
            _ => null,
        };
        if (place is not null)
        {
            context.ReportDiagnostic(At(value.Syntax, place));
        }
    }

    private void OnInitializer(OperationAnalysisContext context)
    {
        if (context.Operation is ISymbolInitializerOperation initializer && IsHandle(initializer.Value))
        {
            string kind = initializer is IFieldInitializerOperation ? "field" : "property";
            context.ReportDiagnostic(At(initializer.Value.Syntax, $"the {kind} '{context.ContainingSymbol.Name}'"));
        }
    }

    /// <summary><c>_tasks.Add(task)</c>: the parameter has the type that the collection was made for.</summary>
    private void OnArgument(OperationAnalysisContext context)
    {
        var argument = (IArgumentOperation)context.Operation;
        if (argument.Parameter is { OriginalDefinition.Type: ITypeParameterSymbol { TypeParameterKind: TypeParameterKind.Type } }
            && argument.Parent is IInvocationOperation { Instance: { } collection }
            && IsHandle(argument.Value)
            && CollectionOf(collection) is { } place)
        {
            context.ReportDiagnostic(At(argument.Value.Syntax, place));
        }
    }

    /// <summary>A variable that a function captures which may run more than once.</summary>
    private void OnReference(OperationAnalysisContext context)
    {
        IOperation reference = context.Operation;
        if (!KnownTypes.IsPooledValueTask(reference.Type))
        {
            return;
        }

        ISymbol symbol = reference is ILocalReferenceOperation local ? local.Local : ((IParameterReferenceOperation)reference).Parameter;
        if (Uses.Classify(reference, isReturned: false) is FlowEventKind.Consume or FlowEventKind.Block)
        {
            if (IsOfPrimaryConstructor(symbol, context.ContainingSymbol))
            {
                context.ReportDiagnostic(At(reference.Syntax, $"the object, which keeps the constructor's parameter '{symbol.Name}'"));
            }
            else if (CapturingFunction(reference, symbol) is { } name)
            {
                context.ReportDiagnostic(At(reference.Syntax, $"the captured variable '{symbol.Name}' of {name}"));
            }
        }
    }

    /// <summary>A method that reads a parameter of the class's primary constructor makes a field of it.</summary>
    private static bool IsOfPrimaryConstructor(ISymbol symbol, ISymbol user) =>
        symbol.ContainingSymbol is IMethodSymbol { MethodKind: MethodKind.Constructor, ContainingType.IsValueType: false } constructor
        && user is IMethodSymbol && !SymbolEqualityComparer.Default.Equals(user, constructor);

    /// <summary>The function that captures a variable, unless it is passed to a call, which is taken to run it once.</summary>
    private static string? CapturingFunction(IOperation reference, ISymbol symbol)
    {
        if (symbol.ContainingSymbol is not IMethodSymbol owner)
        {
            return null;
        }

        for (IOperation? current = reference.Parent; current is not null; current = current.Parent)
        {
            switch (current)
            {
                case ILocalFunctionOperation function:
                    return SymbolEqualityComparer.Default.Equals(function.Symbol, owner)
                        ? null
                        : $"the local function '{function.Symbol.Name}'";

                case IAnonymousFunctionOperation lambda:
                    if (SymbolEqualityComparer.Default.Equals(lambda.Symbol, owner))
                    {
                        return null;
                    }

                    if (Uses.ReceiverOf(lambda) is not (IArgumentOperation or IInvocationOperation))
                    {
                        return "an anonymous function";
                    }

                    break;
            }
        }

        return null;
    }

    /// <summary>An operation that was started, here or before; not a plain result.</summary>
    private static bool IsHandle(IOperation value)
    {
        IOperation source = Uses.Unwrap(value);
        return KnownTypes.IsPooledValueTask(source.Type)
            && (Uses.IsStarted(source)
                || source is ILocalReferenceOperation or IParameterReferenceOperation or IFlowCaptureReferenceOperation)
            && Uses.IsFollowed(value.Type);
    }

    /// <summary>A collection that outlives the method; a local one is what WhenAll takes.</summary>
    private static string? CollectionOf(IOperation? instance)
    {
        for (IOperation? current = instance; ;)
        {
            switch (current)
            {
                case IFieldReferenceOperation field:
                    return IsOfStruct(field.Field) ? null : $"the collection '{field.Field.Name}'";
                case IPropertyReferenceOperation { Arguments.Length: 0 } property
                    when property.Instance is null or IInstanceReferenceOperation:
                    return $"the collection '{property.Property.Name}'";
                case IPropertyReferenceOperation property:
                    current = property.Instance;
                    break;
                case IArrayElementReferenceOperation element:
                    current = element.ArrayReference;
                    break;
                case IConversionOperation conversion:
                    current = conversion.Operand;
                    break;
                default:
                    return null;
            }
        }
    }

    /// <summary>A struct around a PooledValueTask has the rules of one: code that keeps the struct gets the warning.</summary>
    private static bool IsOfStruct(ISymbol member) => member is { IsStatic: false, ContainingType.IsValueType: true };
}

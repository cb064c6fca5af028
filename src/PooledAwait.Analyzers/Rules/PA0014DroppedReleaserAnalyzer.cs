using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers;

/// <summary>A lock is entered, and what leaves it is dropped. Knows every lock of the library by the shape of its releaser.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PA0014DroppedReleaserAnalyzer() : PooledAnalyzer(Descriptor)
{
    internal static readonly DiagnosticDescriptor Descriptor = Rule.Misuse(
        Rule.DroppedReleaser,
        "Dispose the releaser of a lock",
        "The {0} of '{1}' is dropped, so the lock is never left; write 'using (…)' around the await");

    private protected override void Start(CompilationStartAnalysisContext context)
    {
        context.RegisterOperationAction(OnStatement, OperationKind.ExpressionStatement);
        context.RegisterOperationAction(OnArgument, OperationKind.Argument);
    }

    /// <summary><c>await gate.EnterAsync();</c>, also with <c>_ =</c> before it.</summary>
    private void OnStatement(OperationAnalysisContext context)
    {
        IOperation expression = ((IExpressionStatementOperation)context.Operation).Operation;
        if (expression is ISimpleAssignmentOperation { Target: IDiscardOperation } discard)
        {
            expression = discard.Value;
        }

        if (expression is IAwaitOperation or IInvocationOperation && KnownTypes.IsReleaser(expression.Type))
        {
            context.ReportDiagnostic(At(expression.Syntax, expression.Type!.Name, expression.Syntax));
        }
    }

    /// <summary><c>gate.TryEnter(out _)</c>.</summary>
    private void OnArgument(OperationAnalysisContext context)
    {
        var argument = (IArgumentOperation)context.Operation;
        if (argument is { Value: IDiscardOperation, Parameter.RefKind: RefKind.Out } && KnownTypes.IsReleaser(argument.Value.Type))
        {
            context.ReportDiagnostic(At(argument.Parent!.Syntax, argument.Value.Type!.Name, argument.Parent.Syntax));
        }
    }
}

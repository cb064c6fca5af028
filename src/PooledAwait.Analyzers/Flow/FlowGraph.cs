using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers.Flow;

/// <summary>A method's control flow, reduced to what its blocks do with variables that hold operations.</summary>
internal sealed class FlowGraph
{
    private readonly Dictionary<object, int> _variables = [];
    private readonly List<object> _symbols = [];
    private readonly PooledMethods _pooled;
    private readonly HashSet<ISymbol> _untracked;
    private readonly HashSet<ISymbol> _own = new(SymbolEqualityComparer.Default);
    private readonly Dictionary<CaptureId, ISymbol> _targets = [];
    private readonly Dictionary<string, int> _conditions = [];
    private readonly Dictionary<int, object> _constants = [];
    private readonly Dictionary<ISymbol, List<int>> _conditionsOf = new(SymbolEqualityComparer.Default);
    private readonly List<FlowEvent>[] _events;
    private readonly (int Condition, bool Negated)[] _branches;
    private readonly List<IFlowAnonymousFunctionOperation> _lambdas = [];
    private readonly Dictionary<IOperation, FlowEvent> _branchedOn = [];

    public FlowGraph(ControlFlowGraph graph, PooledMethods pooled, HashSet<ISymbol> untracked)
    {
        Graph = graph;
        _pooled = pooled;
        _untracked = untracked;
        _events = new List<FlowEvent>[graph.Blocks.Length];
        _branches = new (int, bool)[graph.Blocks.Length];
        CollectLocals(graph.Root);
        FindTargets();
        FindConditions();
        foreach (BasicBlock block in graph.Blocks)
        {
            var events = _events[block.Ordinal] = [];
            foreach (IOperation operation in block.Operations)
            {
                Collect(operation, isReturned: false, events);
            }

            if (block.BranchValue is { } value)
            {
                int before = events.Count;
                Collect(value, block.FallThroughSuccessor?.Semantics == ControlFlowBranchSemantics.Return, events);
                if (block.ConditionKind != ControlFlowConditionKind.None
                    && events.Count > before
                    && events[events.Count - 1].Kind == FlowEventKind.Inspect)
                {
                    AddBranch(value, events[events.Count - 1]);
                }
            }
        }
    }

    public ControlFlowGraph Graph { get; }

    public int Variables => _symbols.Count;

    public List<FlowEvent> Creations { get; } = [];

    public List<FlowEvent> Consumptions { get; } = [];

    public int Conditions => _conditions.Count;

    /// <summary>Anonymous functions in it, each with a graph of its own.</summary>
    public IReadOnlyList<IFlowAnonymousFunctionOperation> Lambdas => _lambdas;

    /// <summary>The steps of a block, in the order of execution.</summary>
    public List<FlowEvent> EventsOf(BasicBlock block) => _events[block.Ordinal];

    /// <summary>The condition by which a block branches, and whether the branch has it negated; -1 for none that is followed.</summary>
    public (int Condition, bool Negated) BranchOf(BasicBlock block) => _branches[block.Ordinal];

    /// <summary>Questions for completion that are the whole condition of a branch.</summary>
    public IEnumerable<FlowEvent> InspectionsIn(IOperation condition) =>
        _branchedOn.TryGetValue(condition, out FlowEvent? inspection) ? [inspection] : [];

    /// <summary>Whether a branch knows the answer to this question for completion.</summary>
    public bool IsBranchedOn(FlowEvent inspection) => _branchedOn.ContainsValue(inspection);

    public string NameOf(int variable) => _symbols[variable] switch
    {
        ISymbol symbol => symbol.Name,
        ValueTuple<ISymbol, IFieldSymbol> element => $"{element.Item1.Name}.{element.Item2.Name}",
        _ => "the expression",
    };

    /// <summary>Whether it is declared in this graph, and not in a method around it, and not a parameter.</summary>
    public bool IsOwnLocal(int variable) =>
        _symbols[variable] is CaptureId || (_symbols[variable] is ILocalSymbol local && _own.Contains(local));

    /// <summary>Variables that have an operation when the method begins: parameters, and what is captured from around it.</summary>
    public IEnumerable<int> Given => Enumerable.Range(0, _symbols.Count).Where(variable => _symbols[variable] switch
    {
        ISymbol symbol => !_own.Contains(symbol) && KnownTypes.HoldsOperation(TypeOf(symbol)),
        ValueTuple<ISymbol, IFieldSymbol> element => !_own.Contains(element.Item1) && KnownTypes.HoldsOperation(element.Item2.Type),
        _ => false,
    });

    /// <summary>The constant that a condition compares with.</summary>
    public object? ConstantOf(int condition) => _constants.TryGetValue(condition, out object? constant) ? constant : null;

    /// <summary>The variable that a condition compares with null; null for any other condition.</summary>
    public int? ComparedWithNull(IOperation condition, out bool trueForNull, out bool isExact)
    {
        trueForNull = false;
        if (Comparisons.WithNull(condition, out isExact) is not { } comparison || !KnownTypes.IsNullable(comparison.Value.Type))
        {
            return null;
        }

        trueForNull = comparison.TrueForNull;
        return VariableReferredTo(Uses.Unwrap(comparison.Value));
    }

    /// <summary>Whether an operation comes of a call that can't return null.</summary>
    public bool IsNeverNull(int operation) =>
        operation < Creations.Count
        && Uses.Unwrap(Creations[operation].Operation) is IInvocationOperation or IAwaitOperation
        && !KnownTypes.IsNullable(Uses.Unwrap(Creations[operation].Operation).Type);

    /// <summary>Whether an operation's variable is of the library's types: a ValueTask of it may be waited for, and dropped.</summary>
    public bool IsOfThisLibrary(int operation) =>
        operation >= Creations.Count || !KnownTypes.IsValueTask(Uses.Unwrap(Creations[operation].Operation).Type);

    /// <summary>Whether a block ends by returning a variable, which takes its operation and cannot throw.</summary>
    public bool ReturnsAVariable(BasicBlock block) =>
        block.FallThroughSuccessor?.Semantics == ControlFlowBranchSemantics.Return
        && (block.BranchValue is not { } value || VariableReferredTo(Uses.Unwrap(value)) is not null);

    /// <summary>Notes that a block branches on <c>task.IsCompleted</c>, or on its negation.</summary>
    private void AddBranch(IOperation condition, FlowEvent inspection)
    {
        while (condition is IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not)
        {
            condition = not.Operand;
        }

        if (condition is IPropertyReferenceOperation)
        {
            _branchedOn[condition] = inspection;
        }
    }

    private static ITypeSymbol? TypeOf(ISymbol symbol) => symbol switch
    {
        ILocalSymbol local => local.Type,
        IParameterSymbol parameter => parameter.Type,
        _ => null,
    };

    private void CollectLocals(ControlFlowRegion region)
    {
        foreach (ILocalSymbol local in region.Locals)
        {
            _own.Add(local);
        }

        foreach (ControlFlowRegion nested in region.NestedRegions)
        {
            CollectLocals(nested);
        }
    }

    /// <summary>A capture of a variable that is assigned later: <c>t = c ? A() : B()</c>.</summary>
    private void FindTargets()
    {
        HashSet<CaptureId>? targets = null;
        foreach (BasicBlock block in Graph.Blocks)
        {
            foreach (IOperation operation in block.Operations)
            {
                IOperation inner = operation is IExpressionStatementOperation statement ? statement.Operation : operation;
                if (inner is ISimpleAssignmentOperation { Target: IFlowCaptureReferenceOperation target })
                {
                    (targets ??= []).Add(target.Id);
                }
            }
        }

        if (targets is null)
        {
            return;
        }

        foreach (BasicBlock block in Graph.Blocks)
        {
            foreach (IOperation operation in block.Operations)
            {
                if (operation is IFlowCaptureOperation capture && targets.Contains(capture.Id) && SymbolOf(capture.Value) is { } symbol)
                {
                    _targets[capture.Id] = symbol;
                }
            }
        }
    }

    /// <summary>Conditions that occur more than once, so that a path which knows one knows the other, and those on what is assigned
    /// constants.</summary>
    private void FindConditions()
    {
        var seen = new Dictionary<string, (int Count, List<ISymbol> Symbols, object? Constant)>();
        FindConstants(out HashSet<ISymbol> assigned, out Dictionary<CaptureId, IOperation> captured);
        var branches = new List<(int Block, string Key, bool Negated)>();
        foreach (BasicBlock block in Graph.Blocks)
        {
            _branches[block.Ordinal] = (-1, false);
            if (block.BranchValue is not { } value || block.ConditionKind == ControlFlowConditionKind.None)
            {
                continue;
            }

            string key;
            bool negated;
            object? constant = null;
            var symbols = new List<ISymbol>();
            if (Comparisons.WithConstant(value, captured) is { } comparison)
            {
                (ISymbol symbol, constant, negated) = comparison;
                symbols.Add(symbol);
                int declared = symbol is IFieldSymbol ? -1 : symbol.Locations[0].SourceSpan.Start;
                key = FormattableString.Invariant($"{symbol.Name}@{declared}=={constant}");
            }
            else if (value.Syntax is ExpressionSyntax syntax && IsStable(value, symbols))
            {
                (key, negated) = Normalize(syntax);
            }
            else
            {
                continue;
            }

            branches.Add((block.Ordinal, key, negated));
            int count = seen.TryGetValue(key, out var entry) ? entry.Count + 1 : 1;
            seen[key] = (constant is not null && assigned.Contains(symbols[0]) ? 2 : count, symbols, constant);
        }

        foreach ((int block, string key, bool negated) in branches)
        {
            (int count, List<ISymbol> symbols, object? constant) = seen[key];
            if (count < 2)
            {
                continue;
            }

            if (!_conditions.TryGetValue(key, out int condition))
            {
                _conditions.Add(key, condition = _conditions.Count);
                if (constant is not null)
                {
                    _constants.Add(condition, constant);
                }

                foreach (ISymbol symbol in symbols)
                {
                    if (!_conditionsOf.TryGetValue(symbol, out List<int>? conditions))
                    {
                        _conditionsOf.Add(symbol, conditions = []);
                    }

                    conditions.Add(condition);
                }
            }

            _branches[block] = (condition, negated);
        }
    }

    /// <summary>Finds the variables that are assigned constants, and what captures of variables hold, as that of a switch.</summary>
    private void FindConstants(out HashSet<ISymbol> assigned, out Dictionary<CaptureId, IOperation> captured)
    {
        assigned = new(SymbolEqualityComparer.Default);
        captured = [];
        foreach (IOperation operation in Graph.Blocks.SelectMany(block => block.Operations))
        {
            IOperation inner = operation is IExpressionStatementOperation statement ? statement.Operation : operation;
            if (inner is ISimpleAssignmentOperation { Value.ConstantValue: { HasValue: true, Value: not null } } assignment
                && Comparisons.SymbolOf(assignment.Target) is { } symbol)
            {
                assigned.Add(symbol);
            }
            else if (inner is IFlowCaptureOperation capture && Comparisons.SymbolOf(capture.Value) is not null)
            {
                captured[capture.Id] = capture.Value;
            }
        }
    }

    /// <summary>Whether a condition keeps its value until one of its symbols is assigned.</summary>
    private static bool IsStable(IOperation value, List<ISymbol> symbols)
    {
        foreach (IOperation operation in value.DescendantsAndSelf())
        {
            switch (operation)
            {
                case ILocalReferenceOperation local:
                    symbols.Add(local.Local);
                    break;
                case IParameterReferenceOperation parameter:
                    symbols.Add(parameter.Parameter);
                    break;
                case IFieldReferenceOperation field:
                    symbols.Add(field.Field);
                    break;
                case IPropertyReferenceOperation { Arguments.Length: 0 } property:
                    symbols.Add(property.Property);
                    break;
                case IConversionOperation or IUnaryOperation or IBinaryOperation or ILiteralOperation:
                case IInstanceReferenceOperation or IDefaultValueOperation:
                case IIsNullOperation or IIsPatternOperation or IConstantPatternOperation or INegatedPatternOperation:
                case ITypePatternOperation or IIsTypeOperation:
                    break;
                default:
                    return false;
            }
        }

        return symbols.Count > 0;
    }

    private static (string Key, bool Negated) Normalize(ExpressionSyntax syntax)
    {
        bool negated = false;
        while (true)
        {
            switch (syntax)
            {
                case ParenthesizedExpressionSyntax parenthesized:
                    syntax = parenthesized.Expression;
                    continue;
                case PrefixUnaryExpressionSyntax not when not.IsKind(SyntaxKind.LogicalNotExpression):
                    syntax = not.Operand;
                    negated = !negated;
                    continue;
                case BinaryExpressionSyntax unequal when unequal.IsKind(SyntaxKind.NotEqualsExpression):
                    return (Text(unequal.Left) + "==" + Text(unequal.Right), !negated);
                case BinaryExpressionSyntax equal when equal.IsKind(SyntaxKind.EqualsExpression):
                    return (Text(equal.Left) + "==" + Text(equal.Right), negated);
                case IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax constant } } isNot:
                    return (Text(isNot.Expression) + "==" + Text(constant), !negated);
                case IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax constant } isConstant:
                    return (Text(isConstant.Expression) + "==" + Text(constant), negated);
                default:
                    return (Text(syntax), negated);
            }
        }

        static string Text(SyntaxNode node) => string.Concat(node.DescendantTokens().Select(token => token.Text));
    }

    private void Collect(IOperation operation, bool isReturned, List<FlowEvent> events)
    {
        switch (operation)
        {
            case ISimpleAssignmentOperation assignment:
                Collect(assignment.Value, isReturned, events);
                if (VariableReferredTo(assignment.Target) is null && TargetOf(assignment.Target) is null)
                {
                    Collect(assignment.Target, isReturned: false, events);
                }

                if ((TargetOf(assignment.Target) ?? SymbolOf(assignment.Target)) is { } target)
                {
                    object? constant = Comparisons.SymbolOf(assignment.Target) is null ? null : assignment.Value.ConstantValue.Value;
                    Changed(target, assignment, events, constant);
                }

                AssignTo(assignment.Target, assignment.Value, assignment, events);
                if (VariableReferredTo(assignment) is { } assigned)
                {
                    Use(assigned, assignment, Uses.Classify(assignment, isReturned), events);
                }

                return;

            case IFlowCaptureOperation capture:
                if (_targets.ContainsKey(capture.Id))
                {
                    return;
                }

                Collect(capture.Value, isReturned: false, events);
                if (Uses.IsFollowed(capture.Value.Type))
                {
                    events.Add(Assign(Number(capture.Id), capture.Value, capture));
                }

                return;

            case IFlowAnonymousFunctionOperation lambda:
                _lambdas.Add(lambda);
                CollectCaptured(lambda, events);
                return;

            // A condition that merely compares a value leaves it where it is.
            case INameOfOperation:
                return;
        }

        foreach (IOperation child in operation.ChildOperations)
        {
            Collect(child, isReturned, events);
        }

        switch (operation)
        {
            case ILocalReferenceOperation or IParameterReferenceOperation or IFlowCaptureReferenceOperation:
            case IPropertyReferenceOperation or IFieldReferenceOperation:
                if (Uses.IsFollowed(operation.Type) && VariableReferredTo(operation) is { } variable)
                {
                    Use(variable, operation, Uses.Classify(operation, isReturned), events);
                }

                break;

            case IInvocationOperation { Instance: { } source, TargetMethod.Name: var name }
                when name.StartsWith("Set", StringComparison.Ordinal) || name.StartsWith("TrySet", StringComparison.Ordinal):
                if (KnownTypes.IsPooledSource(source.Type) && VariableReferredTo(source) is { } completed)
                {
                    events.Add(new FlowEvent(FlowEventKind.Complete, completed, operation));
                }

                break;

            case IIsPatternOperation { Value: var matched, Pattern: var whole }:
                foreach (IOperation pattern in whole.DescendantsAndSelf())
                {
                    if (Uses.DeclaredBy(pattern) is { } declared && VariableOf(declared) is { } found)
                    {
                        bool isAlias = pattern == (whole is INegatedPatternOperation not ? not.Pattern : whole)
                            && VariableReferredTo(Uses.Unwrap(matched)) is not null;
                        events.Add(isAlias ? Assign(found, matched, operation) : Received(found, declared.Type, operation));
                    }
                }

                break;

            case ICompoundAssignmentOperation or IIncrementOrDecrementOperation:
            case IDeconstructionAssignmentOperation or ICoalesceAssignmentOperation:
                IOperation? left = operation switch
                {
                    IAssignmentOperation assigned => assigned.Target,
                    IIncrementOrDecrementOperation counted => counted.Target,
                    _ => null,
                };
                foreach (IOperation part in left?.DescendantsAndSelf() ?? [])
                {
                    if (SymbolOf(part) is { } changed)
                    {
                        ChangedAndUnknown(changed, operation, events);
                    }
                }

                if (operation is IDeconstructionAssignmentOperation deconstruction)
                {
                    AssignTo(deconstruction.Target, deconstruction.Value, operation, events);
                }

                break;

            case IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out } argument:
                if (SymbolOf(argument.Value) is { } passed)
                {
                    ChangedAndUnknown(passed, argument, events);
                    if (argument.Parameter.RefKind == RefKind.Out && VariableOf(passed) is { } given)
                    {
                        events.Add(Received(given, argument.Value.Type, argument.Value));
                    }
                }

                break;
        }
    }

    private void ChangedAndUnknown(ISymbol symbol, IOperation operation, List<FlowEvent> events)
    {
        Changed(symbol, operation, events);
        if (VariableOf(symbol) is { } variable)
        {
            events.Add(new FlowEvent(FlowEventKind.Unknown, variable, operation));
        }
    }

    private void Changed(ISymbol symbol, IOperation operation, List<FlowEvent> events, object? constant = null)
    {
        if (_conditionsOf.TryGetValue(symbol, out List<int>? conditions))
        {
            events.Add(new FlowEvent(FlowEventKind.Change, -1, operation) { Conditions = conditions, Constant = constant });
        }
    }

    private void Use(int variable, IOperation operation, FlowEventKind? kind, List<FlowEvent> events)
    {
        if (kind is null or Uses.Neutral)
        {
            return;
        }

        var use = new FlowEvent(kind.Value, variable, operation);
        if (kind is FlowEventKind.Consume or FlowEventKind.Block)
        {
            use.Number = Consumptions.Count;
            Consumptions.Add(use);
        }

        events.Add(use);
    }

    /// <summary>A function that is passed to a call is taken to run once, there: if it consumes a variable of this method, so does the
    /// call.</summary>
    private void CollectCaptured(IFlowAnonymousFunctionOperation lambda, List<FlowEvent> events)
    {
        var uses = new Dictionary<int, FlowEventKind>();
        bool checksArguments = !lambda.Symbol.IsAsync && Uses.IsExpectedToThrow(lambda, nameof(ArgumentException));
        AddCaptured(Graph.GetAnonymousFunctionControlFlowGraph(lambda), checksArguments, uses);
        if (uses.Count == 0)
        {
            return;
        }

        bool isPassed = Uses.ReceiverOf(lambda) is IArgumentOperation;
        foreach (KeyValuePair<int, FlowEventKind> use in uses)
        {
            FlowEventKind kind = isPassed || use.Value == FlowEventKind.Inspect ? use.Value : FlowEventKind.Escape;
            Use(use.Key, lambda, kind, events);
        }
    }

    /// <summary>If <paramref name="checksArguments"/>, a call in it should reject its arguments, and so consume nothing.</summary>
    private void AddCaptured(ControlFlowGraph function, bool checksArguments, Dictionary<int, FlowEventKind> uses)
    {
        foreach (BasicBlock block in function.Blocks)
        {
            bool returns = block.FallThroughSuccessor?.Semantics == ControlFlowBranchSemantics.Return;
            foreach (IOperation root in block.BranchValue is { } value ? block.Operations.Add(value) : block.Operations)
            {
                foreach (IOperation operation in root.DescendantsAndSelf())
                {
                    if (operation is IFlowAnonymousFunctionOperation nested)
                    {
                        AddCaptured(function.GetAnonymousFunctionControlFlowGraph(nested), checksArguments: false, uses);
                    }
                    else if (Uses.IsFollowed(operation.Type)
                        && KeyOf(operation) is { } key and not CaptureId
                        && (_variables.ContainsKey(key) || (key is ISymbol symbol && _own.Contains(symbol))))
                    {
                        int variable = Number(key);
                        FlowEventKind? kind = Uses.Classify(operation, returns && root == block.BranchValue);
                        kind = kind switch
                        {
                            null => FlowEventKind.Escape,
                            FlowEventKind.Consume when checksArguments && Uses.IsBesideArguments(operation) => Uses.Neutral,
                            FlowEventKind.Block => FlowEventKind.Consume,
                            _ => kind,
                        };
                        if (kind != Uses.Neutral
                            && (!uses.TryGetValue(variable, out FlowEventKind before) || before == FlowEventKind.Inspect))
                        {
                            uses[variable] = kind.Value;
                        }
                    }
                }
            }
        }
    }

    /// <summary>Assigns to a variable, or to each element of a tuple.</summary>
    private void AssignTo(IOperation target, IOperation value, IOperation operation, List<FlowEvent> events)
    {
        if (VariableReferredTo(target) is { } variable)
        {
            events.Add(Assign(variable, value, operation));
        }
        else if (ElementsOf(target) is { } targets)
        {
            while (value is IConversionOperation conversion)
            {
                value = conversion.Operand;
            }

            int?[]? sources = ElementsOf(value);
            IOperation? literal = value as ITupleOperation;
            for (int i = 0; i < targets.Length; i++)
            {
                if (targets[i] is not { } element)
                {
                    continue;
                }

                // An exchange: (a, b) = (b, a).
                bool isExchanged = sources is not null && sources.Intersect(targets).Any(common => common is not null);
                events.Add(
                    isExchanged ? new FlowEvent(FlowEventKind.Unknown, element, operation)
                    : sources?[i] is { } source ? new FlowEvent(FlowEventKind.Alias, element, operation) { Source = source }
                    : literal is not null ? Assign(element, literal.ChildOperations.ElementAt(i), operation)
                    : Received(element, ((INamedTypeSymbol?)target.Type)?.TupleElements[i].Type, operation));
            }
        }
    }

    private FlowEvent Assign(int variable, IOperation value, IOperation operation)
    {
        IOperation source = Uses.Unwrap(value);
        if (VariableReferredTo(source) is { } other)
        {
            return new FlowEvent(FlowEventKind.Alias, variable, operation)
            {
                Source = other,
                CanBeNull = KnownTypes.IsNullable(value.Type) && KnownTypes.IsNullable(source.Type),
            };
        }

        if (KnownTypes.IsNullable(value.Type) && Comparisons.IsNull(value))
        {
            return new FlowEvent(FlowEventKind.Null, variable, operation);
        }

        bool isFollowed = _pooled.IsStarted(value)
            || (KnownTypes.IsPooledSource(source.Type) && source is IInvocationOperation)
            || (KnownTypes.HoldsOperation(source.Type)
                && source is IFieldReferenceOperation or IArrayElementReferenceOperation
                    or IPropertyReferenceOperation { Property.IsStatic: false });
        return isFollowed ? Created(variable, value) : new FlowEvent(FlowEventKind.Unknown, variable, operation);
    }

    /// <summary>A variable that another method, or an object, gave an operation to.</summary>
    private FlowEvent Received(int variable, ITypeSymbol? type, IOperation operation) =>
        KnownTypes.HoldsOperation(type) ? Created(variable, operation) : new FlowEvent(FlowEventKind.Unknown, variable, operation);

    private FlowEvent Created(int variable, IOperation value)
    {
        var created = new FlowEvent(FlowEventKind.Create, variable, value) { Number = Creations.Count };
        Creations.Add(created);
        return created;
    }

    private int? VariableReferredTo(IOperation operation) => KeyOf(operation) is { } key ? Number(key) : null;

    private int? VariableOf(ISymbol symbol) => KeyOf(symbol) is { } key ? Number(key) : null;

    /// <summary>The variable that an expression gives the operation of: a local, a parameter, a source, an element of a tuple, or a
    /// capture, which is the compiler's variable. Null if it is none that is followed.</summary>
    private object? KeyOf(IOperation operation) => operation switch
    {
        IFlowCaptureReferenceOperation capture => _targets.TryGetValue(capture.Id, out ISymbol? target)
            ? KeyOf(target)
            : Uses.IsFollowed(capture.Type) ? capture.Id : null,
        ILocalReferenceOperation or IParameterReferenceOperation => KeyOf(SymbolOf(operation)!),
        ISimpleAssignmentOperation assignment => KeyOf(assignment.Target),
        IDeclarationExpressionOperation declaration => KeyOf(declaration.Expression),
        IPropertyReferenceOperation { Property.Name: "Task" or "PooledTask", Instance: { } source }
            when KnownTypes.IsPooledSource(source.Type) => KeyOf(source),
        IFieldReferenceOperation
        {
            Field: var element,
            Instance: (ILocalReferenceOperation or IParameterReferenceOperation) and { Type.IsTupleType: true } tuple,
        } => KeyOf(SymbolOf(tuple)!, element),
        _ => null,
    };

    private object? KeyOf(ISymbol symbol) =>
        (Uses.IsFollowed(TypeOf(symbol)) || KnownTypes.IsPooledSource(TypeOf(symbol))) && IsVariable(symbol) ? symbol : null;

    private object? KeyOf(ISymbol tuple, IFieldSymbol element) =>
        Uses.IsFollowed(element.Type) && IsVariable(tuple) ? (tuple, element.CorrespondingTupleField ?? element) : null;

    private bool IsVariable(ISymbol symbol) =>
        symbol is ILocalSymbol { RefKind: RefKind.None } or IParameterSymbol { RefKind: RefKind.None } && !_untracked.Contains(symbol);

    /// <summary>The variables of a tuple's elements; null for any other expression.</summary>
    private int?[]? ElementsOf(IOperation operation) => operation switch
    {
        IDeclarationExpressionOperation declaration => ElementsOf(declaration.Expression),
        ITupleOperation tuple => [.. tuple.Elements.Select(VariableReferredTo)],
        ILocalReferenceOperation or IParameterReferenceOperation when operation.Type is INamedTypeSymbol { IsTupleType: true } type =>
            [.. type.TupleElements.Select(element => KeyOf(SymbolOf(operation)!, element) is { } key ? Number(key) : (int?)null)],
        _ => null,
    };

    private ISymbol? TargetOf(IOperation target) => target switch
    {
        ILocalReferenceOperation or IParameterReferenceOperation => SymbolOf(target),
        IFlowCaptureReferenceOperation capture => _targets.TryGetValue(capture.Id, out ISymbol? found) ? found : null,
        _ => null,
    };

    private int Number(object symbol)
    {
        if (!_variables.TryGetValue(symbol, out int number))
        {
            _variables.Add(symbol, number = _symbols.Count);
            _symbols.Add(symbol);
        }

        return number;
    }

    private static ISymbol? SymbolOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IFieldReferenceOperation field => field.Field,
        IPropertyReferenceOperation property => property.Property,
        IDeclarationExpressionOperation declaration => SymbolOf(declaration.Expression),
        _ => null,
    };
}

using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledAwait.Analyzers.Flow;

/// <summary>Follows every variable that holds an operation along every path of a method. Rules that need it share one result per
/// method.</summary>
/// <remarks>Paths that know the value of a condition take the same branch at its next occurrence, so that <c>if (x) await t; if (!x) await
/// t;</c> isn't reported. A method with too many different paths is given up, and nothing is reported: the rules don't guess.</remarks>
internal sealed class ConsumptionFlow
{
    private const int MaxWorlds = 20_000;

    private static readonly ConditionalWeakTable<ControlFlowGraph, FlowResult> s_results = new();

    private readonly FlowGraph _graph;
    private readonly bool _usesConditions;
    private readonly CancellationToken _cancellationToken;
    private readonly HashSet<(int Region, World World)> _raised = [];
    private readonly Dictionary<(int Region, World World), List<World>> _finallies = [];
    private readonly Dictionary<IOperation, (FlowEvent Use, int First, bool Always)> _reuses = [];
    private readonly HashSet<FlowEvent> _seenIntact = [];
    private readonly HashSet<FlowEvent> _blocking = [];
    private readonly HashSet<int> _created = [];
    private readonly HashSet<int> _taken = [];
    private Exploration _main = null!;
    private int _worlds;

    private ConsumptionFlow(FlowGraph graph, bool usesConditions, CancellationToken cancellationToken)
    {
        _graph = graph;
        _usesConditions = usesConditions;
        _cancellationToken = cancellationToken;
    }

    /// <summary>Follows the variables of a method and of the functions in it.</summary>
    public static FlowResult Of(ControlFlowGraph graph, PooledMethods pooled, CancellationToken cancellationToken)
    {
        if (!s_results.TryGetValue(graph, out FlowResult? result))
        {
            result = new FlowResult();
            Follow(graph, pooled, CapturedByLocalFunctions(graph), result, cancellationToken);
            result = s_results.GetValue(graph, _ => result);
        }

        return result;
    }

    private static void Follow(
        ControlFlowGraph graph, PooledMethods pooled, HashSet<ISymbol> untracked, FlowResult result, CancellationToken cancellationToken)
    {
        var flowGraph = new FlowGraph(graph, pooled, untracked);
        if (flowGraph.Variables > 0)
        {
            var flow = new ConsumptionFlow(flowGraph, usesConditions: true, cancellationToken);
            if (flow.Explore())
            {
                flow.AddTo(result);
            }
        }

        foreach (IMethodSymbol function in graph.LocalFunctions)
        {
            Follow(graph.GetLocalFunctionControlFlowGraph(function, cancellationToken), pooled, untracked, result, cancellationToken);
        }

        foreach (IFlowAnonymousFunctionOperation lambda in flowGraph.Lambdas)
        {
            Follow(graph.GetAnonymousFunctionControlFlowGraph(lambda, cancellationToken), pooled, untracked, result, cancellationToken);
        }
    }

    /// <summary>Variables of a method that a local function in it uses, which may be called any number of times.</summary>
    private static HashSet<ISymbol> CapturedByLocalFunctions(ControlFlowGraph graph)
    {
        var captured = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        IOperation root = graph.OriginalOperation;
        foreach (IOperation operation in root.Descendants())
        {
            ISymbol? symbol = operation switch
            {
                ILocalReferenceOperation local => local.Local,
                IParameterReferenceOperation parameter => parameter.Parameter,
                _ => null,
            };
            if (symbol is null || captured.Contains(symbol))
            {
                continue;
            }

            bool isAssigned = operation.Parent is IAssignmentOperation assignment && assignment.Target == operation;
            for (IOperation? current = operation.Parent; current is not null; current = current.Parent)
            {
                if (current is ILocalFunctionOperation function)
                {
                    if (!SymbolEqualityComparer.Default.Equals(function.Symbol, symbol.ContainingSymbol))
                    {
                        captured.Add(symbol);
                    }

                    break;
                }

                if (current is IAnonymousFunctionOperation lambda)
                {
                    if (SymbolEqualityComparer.Default.Equals(lambda.Symbol, symbol.ContainingSymbol))
                    {
                        break;
                    }

                    if (isAssigned)
                    {
                        captured.Add(symbol);
                        break;
                    }
                }
            }
        }

        return captured;
    }

    private bool Explore()
    {
        int cells = _graph.Variables + (2 * _graph.Creations.Count) + (2 * _graph.Variables) + _graph.Conditions;
        if (cells > 400 || _graph.Creations.Count + _graph.Variables > 250 || _graph.Consumptions.Count > 250)
        {
            return false;
        }

        var world = new World(new byte[cells]);
        foreach (int variable in _graph.Given)
        {
            int operation = _graph.Creations.Count + variable;
            world = world.With(variable, (byte)(operation + 1)).With(StateOf(operation), (byte)OperationState.Pending);
        }

        _main = new Exploration();
        _main.Enqueue(0, world);
        return Run(_main);
    }

    private void AddTo(FlowResult result)
    {
        foreach ((FlowEvent use, int first, bool always) in _reuses.Values)
        {
            result.Reuses.Add(new Reuse(use.Operation, _graph.Consumptions[first].Operation, _graph.NameOf(use.Variable), always));
        }

        foreach (FlowEvent use in _blocking)
        {
            result.Blocking.Add(new VariableUse(use.Operation, _graph.NameOf(use.Variable)));
        }

        List<FlowEvent> lost = _graph.Creations
            .Where(creation => _created.Contains(creation.Number)
                && !_taken.Contains(creation.Number)
                && Uses.IsStarted(creation.Operation)
                && _graph.IsOwnLocal(creation.Variable))
            .ToList();
        if (lost.Count == 0)
        {
            return;
        }

        // A condition on a property may change behind the method's back: what is lost must be lost without that knowledge, too.
        HashSet<int> taken = _taken;
        if (_graph.Conditions > 0)
        {
            var plain = new ConsumptionFlow(_graph, usesConditions: false, _cancellationToken);
            if (!plain.Explore())
            {
                return;
            }

            taken = plain._taken;
        }

        result.NotConsumed.AddRange(lost
            .Where(creation => !taken.Contains(creation.Number))
            .Select(creation => new VariableUse(creation.Operation, _graph.NameOf(creation.Variable))));
    }

    private int StateOf(int operation) => _graph.Variables + operation;

    private int ConsumerOf(int operation) => _graph.Variables + _graph.Creations.Count + _graph.Variables + operation;

    private int CellOf(int condition) => (3 * _graph.Variables) + (2 * _graph.Creations.Count) + condition;

    private bool Run(Exploration exploration)
    {
        while (exploration.TryDequeue(out int block, out World world))
        {
            if (++_worlds > MaxWorlds)
            {
                return false;
            }

            if ((_worlds & 63) == 0)
            {
                _cancellationToken.ThrowIfCancellationRequested();
            }

            if (!Step(_graph.Graph.Blocks[block], world, exploration))
            {
                return false;
            }
        }

        return true;
    }

    private bool Step(BasicBlock block, World world, Exploration exploration)
    {
        bool isInTry = IsInTry(block.EnclosingRegion);
        foreach (FlowEvent flowEvent in _graph.EventsOf(block))
        {
            if (isInTry && !Raise(world, block.EnclosingRegion))
            {
                return false;
            }

            world = Apply(flowEvent, world);
        }

        if (isInTry && !_graph.ReturnsAVariable(block) && !Raise(world, block.EnclosingRegion))
        {
            return false;
        }

        if (block.ConditionalSuccessor is { } conditional)
        {
            bool taken = block.ConditionKind == ControlFlowConditionKind.WhenTrue;
            return Branch(block, conditional, taken, world, exploration)
                && Branch(block, block.FallThroughSuccessor!, !taken, world, exploration);
        }

        return block.FallThroughSuccessor is not { } successor || Follow(block, successor, world, exploration);
    }

    /// <summary>Takes a branch for which the block's condition has this value.</summary>
    private bool Branch(BasicBlock block, ControlFlowBranch branch, bool value, World world, Exploration exploration)
    {
        (int condition, bool negated) = _graph.BranchOf(block);
        if (_usesConditions && condition >= 0)
        {
            byte known = world[CellOf(condition)];
            byte wanted = value != negated ? (byte)2 : (byte)1;
            if (known != 0 && known != wanted)
            {
                return true;
            }

            world = world.With(CellOf(condition), wanted);
        }

        return SeeNull(block.BranchValue, value, world) is not { } seen
            || Follow(block, branch, SeeCompletion(block.BranchValue, value, seen), exploration);
    }

    /// <summary>What a comparison with null tells about a nullable; null if it can't have this outcome.</summary>
    private World? SeeNull(IOperation? condition, bool value, World world)
    {
        if (condition is null || _graph.ComparedWithNull(condition, out bool trueForNull, out bool isExact) is not { } variable)
        {
            return world;
        }

        bool isNull = value == trueForNull;
        byte held = world[variable];
        if (held == World.Null)
        {
            return isNull ? world : null;
        }

        if (!isNull || !isExact)
        {
            return world;
        }

        if (held != 0 && _graph.IsNeverNull(held - 1))
        {
            return null;
        }

        for (int other = 0; other < _graph.Variables; other++)
        {
            if (other == variable || (held != 0 && world[other] == held))
            {
                world = world.With(other, World.Null);
            }
        }

        return world;
    }

    /// <summary>Where <c>task.IsCompleted</c> is true, the result is there.</summary>
    private World SeeCompletion(IOperation? condition, bool value, World world)
    {
        while (condition is IUnaryOperation { OperatorKind: UnaryOperatorKind.Not } not)
        {
            condition = not.Operand;
            value = !value;
        }

        if (value && condition is not null)
        {
            foreach (FlowEvent inspection in _graph.InspectionsIn(condition))
            {
                world = WithState(world, inspection.Variable, OperationState.Pending, OperationState.Completed);
            }
        }

        return world;
    }

    private World WithState(World world, int variable, OperationState from, OperationState to)
    {
        int operation = world.OperationIn(variable);
        return operation >= 0 && world[StateOf(operation)] == (byte)from ? world.With(StateOf(operation), (byte)to) : world;
    }

    private bool Follow(BasicBlock block, ControlFlowBranch branch, World world, Exploration exploration)
    {
        switch (branch.Semantics)
        {
            case ControlFlowBranchSemantics.Throw or ControlFlowBranchSemantics.Rethrow:
                return Raise(world, block.EnclosingRegion);
            case ControlFlowBranchSemantics.StructuredExceptionHandling:
                exploration.Ends.Add(world);
                return true;
        }

        IEnumerable<World> worlds = [world];
        foreach (ControlFlowRegion region in branch.FinallyRegions)
        {
            var after = new List<World>();
            foreach (World before in worlds)
            {
                if (RunFinally(region, before) is not { } ends)
                {
                    return false;
                }

                after.AddRange(ends);
            }

            worlds = after;
        }

        if (branch.Destination is { } destination)
        {
            foreach (World after in worlds)
            {
                exploration.Enqueue(destination.Ordinal, after);
            }
        }

        return true;
    }

    private List<World>? RunFinally(ControlFlowRegion region, World world)
    {
        if (_finallies.TryGetValue((region.FirstBlockOrdinal, world), out List<World>? ends))
        {
            return ends;
        }

        var exploration = new Exploration();
        exploration.Enqueue(region.FirstBlockOrdinal, world);
        if (!Run(exploration))
        {
            return null;
        }

        ends = exploration.Ends.ToList();
        _finallies[(region.FirstBlockOrdinal, world)] = ends;
        return ends;
    }

    /// <summary>An exception may leave the code here: handlers around it see this world.</summary>
    private bool Raise(World world, ControlFlowRegion? region)
    {
        for (; region is not null; region = region.EnclosingRegion)
        {
            if (region.Kind != ControlFlowRegionKind.Try)
            {
                continue;
            }

            if (!_raised.Add((region.FirstBlockOrdinal << 16 | region.LastBlockOrdinal, world)))
            {
                return true;
            }

            ControlFlowRegion statement = region.EnclosingRegion!;
            ControlFlowRegion handler = statement.NestedRegions[1];
            if (statement.Kind == ControlFlowRegionKind.TryAndFinally)
            {
                if (RunFinally(handler, world) is not { } ends)
                {
                    return false;
                }

                return ends.TrueForAll(end => Raise(end, statement.EnclosingRegion));
            }

            for (int i = 1; i < statement.NestedRegions.Length; i++)
            {
                _main.Enqueue(statement.NestedRegions[i].FirstBlockOrdinal, world);
            }
        }

        return true;
    }

    private static bool IsInTry(ControlFlowRegion? region)
    {
        for (; region is not null; region = region.EnclosingRegion)
        {
            if (region.Kind == ControlFlowRegionKind.Try)
            {
                return true;
            }
        }

        return false;
    }

    private World Apply(FlowEvent flowEvent, World world)
    {
        int variable = flowEvent.Variable;
        switch (flowEvent.Kind)
        {
            case FlowEventKind.Change:
                foreach (int condition in flowEvent.Conditions!)
                {
                    // What is assigned tells the outcome of a comparison of the variable alone.
                    byte outcome = flowEvent.Constant is null || _graph.ConstantOf(condition) is not { } compared ? (byte)0
                        : compared.Equals(flowEvent.Constant) ? (byte)2
                        : (byte)1;
                    world = world.With(CellOf(condition), outcome);
                }

                return world;

            case FlowEventKind.Create:
                int created = flowEvent.Number;
                for (int other = 0; other < _graph.Variables; other++)
                {
                    // In a loop: another variable still holds the operation of the round before.
                    if (world[other] == created + 1)
                    {
                        world = world.With(other, 0);
                    }
                }

                _created.Add(created);
                OperationState start = Uses.IsToldToBeSynchronous(flowEvent.Operation) ? OperationState.Completed : OperationState.Pending;
                return world
                    .With(variable, (byte)(created + 1))
                    .With(StateOf(created), (byte)start)
                    .With(ConsumerOf(created), 0);

            case FlowEventKind.Alias:
                byte held = world[flowEvent.Source];
                return world.With(variable, held == World.Null && !flowEvent.CanBeNull ? (byte)0 : held);

            case FlowEventKind.Null:
                return world.With(variable, World.Null);

            case FlowEventKind.Unknown:
                return world.With(variable, 0);
        }

        int operation = world.OperationIn(variable);
        if (operation < 0)
        {
            return world;
        }

        var state = (OperationState)world[StateOf(operation)];
        switch (flowEvent.Kind)
        {
            case FlowEventKind.Escape:
                _taken.Add(operation);
                return world.With(StateOf(operation), (byte)OperationState.Unknown);

            case FlowEventKind.Complete:
                return WithState(world, variable, OperationState.Pending, OperationState.Completed);

            case FlowEventKind.Inspect:
                Observe(flowEvent, operation, state, world);
                // A condition is seen where it branches.
                return _graph.IsBranchedOn(flowEvent)
                    ? world
                    : WithState(world, variable, OperationState.Pending, OperationState.Completed);

            default:
                _taken.Add(operation);
                Observe(flowEvent, operation, state, world);
                if (flowEvent.Kind == FlowEventKind.Block && state == OperationState.Pending && _graph.IsOfThisLibrary(operation))
                {
                    _blocking.Add(flowEvent);
                }

                return state is OperationState.Unknown or OperationState.Consumed
                    ? world
                    : world
                        .With(StateOf(operation), (byte)OperationState.Consumed)
                        .With(ConsumerOf(operation), (byte)(flowEvent.Number + 1));
        }
    }

    /// <summary>Remembers whether a use found its operation consumed.</summary>
    private void Observe(FlowEvent use, int operation, OperationState state, World world)
    {
        // The result of an operation that a callback was given to is still there.
        if (state == OperationState.Consumed
            && use.Kind is FlowEventKind.Block or FlowEventKind.Inspect
            && Uses.IsCallbackGiven(_graph.Consumptions[world[ConsumerOf(operation)] - 1].Operation))
        {
            return;
        }

        bool found = _reuses.TryGetValue(use.Operation, out var reuse);
        if (state == OperationState.Consumed)
        {
            bool always = found ? reuse.Always : !_seenIntact.Contains(use);
            int first = found ? reuse.First : world[ConsumerOf(operation)] - 1;
            _reuses[use.Operation] = (use, first, always);
        }
        else
        {
            _seenIntact.Add(use);
            if (found)
            {
                _reuses[use.Operation] = (reuse.Use, reuse.First, false);
            }
        }
    }

    /// <summary>Blocks that are to be visited, each with what is known on the way there; no pair is visited twice.</summary>
    private sealed class Exploration
    {
        private readonly HashSet<(int Block, World World)> _seen = [];
        private readonly Stack<(int Block, World World)> _open = new();

        /// <summary>The knowledge at the end of a finally block.</summary>
        public HashSet<World> Ends { get; } = [];

        public void Enqueue(int block, World world)
        {
            if (_seen.Add((block, world)))
            {
                _open.Push((block, world));
            }
        }

        public bool TryDequeue(out int block, out World world)
        {
            bool found = _open.Count > 0;
            (block, world) = found ? _open.Pop() : default;
            return found;
        }
    }
}

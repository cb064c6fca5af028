namespace PooledAwait.Build;

/// <summary>The methods of a module that return tasks, and each use of such a method. It is read once, from the compiler's code, and
/// changes nothing in the module.</summary>
internal sealed class Model
{
    private readonly Dictionary<MethodDefinition, TaskMethod> _own = [];
    private readonly Dictionary<MethodDefinition, TaskMethod?> _others = [];
    private readonly Dictionary<TypeDefinition, StateMachine> _machines;
    private readonly VariantTypes _types;

    internal Model(ModuleDefinition module, VariantTypes types)
    {
        _types = types;
        Machines = StateMachine.FindAll(module);
        _machines = Machines.ToDictionary(static machine => machine.Type);
        foreach (StateMachine machine in Machines.Where(static machine => machine.Kickoff is not null))
        {
            _own[machine.Kickoff!] = new TaskMethod(machine.Kickoff!, machine);
        }

        MethodDefinition[] all = [.. module.GetTypes().SelectMany(static type => type.Methods)];
        foreach (MethodDefinition method in all.Where(method => References.IsTask(method.ReturnType) && !_own.ContainsKey(method)))
        {
            _own.Add(method, new TaskMethod(method, null));
        }

        foreach (MethodDefinition body in all.Where(static method => method.HasBody))
        {
            ReadCalls(body);
        }
    }

    /// <summary>The state machines, in the order of their types.</summary>
    internal IReadOnlyList<StateMachine> Machines { get; }

    /// <summary>The methods of the module that return tasks.</summary>
    internal IEnumerable<TaskMethod> Methods => _own.Values;

    /// <summary>All uses of these methods, and of methods of other assemblies that have variants.</summary>
    internal IEnumerable<Call> Calls =>
        _own.Values.Concat(_others.Values.OfType<TaskMethod>()).SelectMany(static method => method.Calls);

    internal TaskMethod? Find(MethodDefinition? method) =>
        method is not null && _own.TryGetValue(method, out TaskMethod? found) ? found : null;

    private void ReadCalls(MethodDefinition body)
    {
        HashSet<Instruction>? targets = null;
        _machines.TryGetValue(body.DeclaringType, out StateMachine? machine);
        bool isAsync = machine is not null || StateMachine.HasOurBuilder(body.DeclaringType);
        foreach (Instruction one in body.Body.Instructions)
        {
            if (one.Operand is not MethodReference reference || FindCallee(reference) is not { } callee)
            {
                continue;
            }

            Call call = new(body, one, callee, machine);
            if (isAsync && call.IsCall
                && AwaitBlock.TryRead(body, one, targets ??= Targets(body.Body)) is { } block
                && block.Result.Length == References.Arguments(callee.Definition.ReturnType).Length)
            {
                call.Block = block;
            }

            call.IsDropped = call.IsCall && !call.IsDispatched && callee.Machine is { Builder.IsPooling: false }
                && one.Next.OpCode.Code == Code.Pop && !(targets ??= Targets(body.Body)).Contains(one.Next);
            call.Original = call.Block is null && !call.IsDropped ? ReasonOf(call, isAsync)
                : machine is { IsKept: true } ? $"{machine.Name} names its builder"
                : null;
            callee.Calls.Add(call);
        }
    }

    /// <summary>What a caller does with a task, unless it awaits it at once.</summary>
    private static string ReasonOf(Call call, bool isAsync)
    {
        Code next = call.One.Next?.OpCode.Code ?? Code.Nop;
        string what = call.One.OpCode.Code is Code.Ldtoken ? "named in"
            : call.One.OpCode.Code is Code.Ldftn or Code.Ldvirtftn ? "a delegate in"
            : !call.IsCall ? "called through a type parameter in"
            : next == Code.Pop ? "ignored in"
            : next == Code.Ret ? "returned by"
            : isAsync ? "used as an object in"
            : "used in";
        return $"{what} {NameOf(call.Caller)}{(what == "used in" ? ", which isn't async" : "")}";
    }

    /// <summary>The method as its source names it.</summary>
    private static string NameOf(MethodDefinition method) => StateMachine.IsStateMachine(method.DeclaringType)
        ? StateMachine.NameOf(method.DeclaringType)
        : $"{method.DeclaringType.Name}.{method.Name}";

    /// <summary>The method of this module that an instruction refers to, or one of another that has a variant.</summary>
    private TaskMethod? FindCallee(MethodReference reference)
    {
        MethodReference element = reference.GetElementMethod();
        if (element.DeclaringType.GetElementType() is TypeDefinition)
        {
            return Find(element.Resolve());
        }

        // A method may have moved to a base class, in a newer version than the one that the caller was compiled with.
        if (!References.IsTask(element.ReturnType) || !_types.MayHave(element.DeclaringType) || element.Resolve() is not { } other
            || other.DeclaringType != element.DeclaringType.Resolve())
        {
            return null;
        }

        if (!_others.TryGetValue(other, out TaskMethod? found))
        {
            found = _types.BodyOf(other) is null && _types.CallerOf(other) is null ? null : new TaskMethod(other, null);
            _others.Add(other, found);
        }

        return found;
    }

    /// <summary>The instructions of a type's methods.</summary>
    internal static IEnumerable<Instruction> InstructionsOf(TypeDefinition type) =>
        type.Methods.Where(static method => method.HasBody).SelectMany(static method => method.Body.Instructions);

    /// <summary>The instructions to which others branch.</summary>
    internal static HashSet<Instruction> Targets(MethodBody body) =>
    [
        .. body.Instructions.SelectMany(static one => one.Operand switch
        {
            Instruction target => [target],
            Instruction[] many => many,
            _ => (IEnumerable<Instruction>)[],
        }),
        .. body.ExceptionHandlers.SelectMany(static one => (Instruction[])[one.TryStart, one.HandlerStart]),
    ];
}

/// <summary>A method that returns a task: an async method, or one that may only pass on what others return.</summary>
internal sealed class TaskMethod(MethodDefinition definition, StateMachine? machine)
{
    private readonly (List<Instruction>? Producers, List<Instruction> Branches) _returned = ReadReturned(definition);

    internal MethodDefinition Definition => definition;

    /// <summary>Null if the method isn't async.</summary>
    internal StateMachine? Machine => machine;

    /// <summary>Whether its type has another method that differs in what it returns alone, as conversions may. A variant is found by its
    /// name and parameters.</summary>
    internal bool HasTwin { get; } = definition.DeclaringType.Methods.Any(
        one => one != definition && one.Name == definition.Name && VariantTypes.HasParametersOf(one, definition, 0));

    /// <summary>All uses of the method in its module.</summary>
    internal List<Call> Calls { get; } = [];

    /// <summary>The instructions that leave the returned value on the stack; null where that isn't clear.</summary>
    internal IReadOnlyList<Instruction>? Returned => _returned.Producers;

    /// <summary>The conditional branches to a return, as in <c>return Cached() ?? LoadAsync();</c>, which leave it there, too.</summary>
    internal IReadOnlyList<Instruction> ReturningBranches => _returned.Branches;

    private static (List<Instruction>? Producers, List<Instruction> Branches) ReadReturned(MethodDefinition definition)
    {
        List<Instruction> producers = [];
        List<Instruction> branches = [];
        foreach (Instruction one in definition.HasBody ? definition.Body.Instructions : [])
        {
            if (one.Operand is Instruction[] many && many.Any(IsReturn))
            {
                return (null, []);
            }

            if (!IsReturn(one.Operand as Instruction ?? one))
            {
                continue;
            }

            if (one.OpCode.FlowControl == FlowControl.Cond_Branch)
            {
                branches.Add(one);
                continue;
            }

            // The instruction before may itself leave the method.
            switch (one.Previous?.OpCode.FlowControl)
            {
                // F# ends a method with a tail call. In a copy something would follow the call, and recursion would take stack.
                case FlowControl.Call or FlowControl.Next when one.Previous.Previous?.OpCode.Code != Code.Tail:
                    producers.Add(one.Previous);
                    break;
                case not (FlowControl.Branch or FlowControl.Throw or FlowControl.Return):
                    return (null, []);
            }
        }

        return branches.Count > 0 && References.IsValueTask(definition.ReturnType) ? (null, []) : (producers, branches);

        static bool IsReturn(Instruction one) => one.OpCode.Code == Code.Ret;
    }
}

/// <summary>A use of a method that returns a task.</summary>
internal sealed class Call(MethodDefinition caller, Instruction one, TaskMethod callee, StateMachine? machine)
{
    /// <summary>The method whose body has the call.</summary>
    internal MethodDefinition Caller => caller;

    internal Instruction One => one;

    /// <summary>Whether it is a call without a prefix, such as <c>constrained.</c>: not a delegate, nor a token.</summary>
    internal bool IsCall { get; } =
        one.OpCode.Code is Code.Call or Code.Callvirt && one.Previous?.OpCode.OpCodeType != OpCodeType.Prefix;

    /// <summary>Whether the object's type decides which method runs.</summary>
    internal bool IsDispatched { get; } = one.OpCode.Code == Code.Callvirt
        && callee.Definition is { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false };

    internal TaskMethod Callee => callee;

    /// <summary>Whether the call may be redirected to a static method that asks the object for its variant. <c>base.M()</c> may not,
    /// because it must run the base class's method. In the framework's families a method that isn't virtual may, because it calls a virtual
    /// one.</summary>
    internal bool IsByType => IsDispatched || !callee.Definition.IsVirtual;

    /// <summary>The caller's state machine; null if it isn't an async method with a builder of the framework.</summary>
    internal StateMachine? Machine => machine;

    /// <summary>The await of what the call returns; null if it isn't awaited at once.</summary>
    internal AwaitBlock? Block { get; set; }

    /// <summary>Whether the caller drops the task of an async method, and the object's type doesn't decide which method runs. Nobody sees
    /// that task: only its error is reported, as unobserved, and by the framework's pooling builder not even that, so such methods are left
    /// out.</summary>
    internal bool IsDropped { get; set; }

    /// <summary>Why it takes the original; null if it takes the variant.</summary>
    internal string? Original { get; set; }
}

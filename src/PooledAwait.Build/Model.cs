namespace PooledAwait.Build;

/// <summary>The methods of a module that return tasks, and each use of such a method. It is read once, from the compiler's code, and
/// changes nothing in the module.</summary>
internal sealed class Model
{
    private readonly Dictionary<MethodDefinition, TaskMethod> _byDefinition = [];
    private readonly Dictionary<MethodDefinition, TaskMethod?> _others = [];
    private readonly Dictionary<TypeDefinition, StateMachine> _machines;

    private readonly VariantTypes _types;

    internal Model(ModuleDefinition module, VariantTypes types)
    {
        _types = types;
        Machines = StateMachine.FindAll(module);
        _machines = Machines.ToDictionary(static machine => machine.Type);
        MethodDefinition[] bodies = [.. module.GetTypes().SelectMany(static type => type.Methods).Where(static method => method.HasBody)];
        foreach (StateMachine machine in Machines.Where(static machine => machine.Kickoff is not null))
        {
            _byDefinition[machine.Kickoff!] = new TaskMethod(machine.Kickoff!, machine);
        }

        foreach (MethodDefinition method in module.GetTypes().SelectMany(static type => type.Methods).Where(
            method => References.IsTask(method.ReturnType) && !_byDefinition.ContainsKey(method)))
        {
            _byDefinition.Add(method, new TaskMethod(method, null));
        }

        ILookup<string, MethodDefinition> byName = _byDefinition.Keys.ToLookup(static method => method.Name);
        foreach (MethodDefinition body in bodies)
        {
            ReadCalls(body, byName);
        }
    }

    /// <summary>The state machines, in the order of their types.</summary>
    internal IReadOnlyList<StateMachine> Machines { get; }

    /// <summary>The methods of the module that return tasks.</summary>
    internal IEnumerable<TaskMethod> Methods => _byDefinition.Values;

    /// <summary>All uses of these methods, and of methods of other assemblies that have variants.</summary>
    internal IEnumerable<Call> Calls =>
        _byDefinition.Values.Concat(_others.Values.OfType<TaskMethod>()).SelectMany(static method => method.Calls);

    internal TaskMethod? Find(MethodDefinition? method) =>
        method is not null && _byDefinition.TryGetValue(method, out TaskMethod? found) ? found : null;

    private void ReadCalls(MethodDefinition body, ILookup<string, MethodDefinition> byName)
    {
        HashSet<Instruction>? targets = null;
        _machines.TryGetValue(body.DeclaringType, out StateMachine? machine);
        bool isAsync = machine is not null || StateMachine.HasOurBuilder(body.DeclaringType);
        foreach (Instruction one in body.Body.Instructions)
        {
            if (one.Operand is not MethodReference reference || Find(reference, byName) is not { } callee)
            {
                continue;
            }

            bool isCall = one.OpCode.Code is Code.Call or Code.Callvirt && one.Previous?.OpCode.OpCodeType != OpCodeType.Prefix;
            AwaitBlock? block = isAsync && isCall ? AwaitBlock.TryRead(body, one, targets ??= Targets(body.Body)) : null;
            bool isOfItsType = block is not null && block.Result is not null == callee.Definition.ReturnType is GenericInstanceType;
            Call call = new(body, one, callee, machine, isOfItsType ? block : null);
            call.IsDropped = isCall && !call.IsDispatched && callee.Machine is { Builder.IsPooling: false }
                && one.Next.OpCode.Code == Code.Pop && !(targets ??= Targets(body.Body)).Contains(one.Next);
            call.Original = isOfItsType || call.IsDropped ? ReasonOf(machine) : ReasonOf(body, one, isAsync, isCall);
            callee.Calls.Add(call);
        }
    }

    /// <summary>Why the calls of an async method take the originals; null if they don't.</summary>
    private static string? ReasonOf(StateMachine? machine) => machine is { IsKept: true } ? $"{machine.Name} names its builder" : null;

    /// <summary>What a caller does with a task, unless it awaits it at once.</summary>
    private static string ReasonOf(MethodDefinition body, Instruction one, bool isAsync, bool isCall) =>
        one.OpCode.Code is Code.Ldtoken ? $"named in {NameOf(body)}"
        : one.OpCode.Code is Code.Ldftn or Code.Ldvirtftn ? $"a delegate in {NameOf(body)}"
        : !isCall ? $"called through a type parameter in {NameOf(body)}"
        : one.Next.OpCode.Code == Code.Pop ? $"ignored in {NameOf(body)}"
        : one.Next.OpCode.Code == Code.Ret ? $"returned by {NameOf(body)}"
        : isAsync ? $"used as an object in {NameOf(body)}"
        : $"used in {NameOf(body)}, which isn't async";

    /// <summary>The method as its source names it.</summary>
    private static string NameOf(MethodDefinition method) => StateMachine.IsStateMachine(method.DeclaringType)
        ? StateMachine.NameOf(method.DeclaringType)
        : $"{method.DeclaringType.Name}.{method.Name}";

    /// <summary>The method of this module that an instruction refers to, or one of another that has a variant.</summary>
    private TaskMethod? Find(MethodReference reference, ILookup<string, MethodDefinition> byName)
    {
        MethodReference element = reference.GetElementMethod();
        if (element is MethodDefinition own)
        {
            return Find(own);
        }

        if (byName[reference.Name].Any(one => one.DeclaringType == element.DeclaringType.GetElementType()))
        {
            return Find(element.Resolve());
        }

        if (!References.IsTask(element.ReturnType) || !_types.MayHave(element.DeclaringType) || element.Resolve() is not { } other)
        {
            return null;
        }

        if (!_others.TryGetValue(other, out TaskMethod? found))
        {
            found = _types.BodyOf(other) is null && VariantTypes.CallerOf(_types.InterfaceOf(other.DeclaringType), other) is null
                ? null
                : new TaskMethod(other, null);
            _others.Add(other, found);
        }

        return found;
    }

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
    internal MethodDefinition Definition => definition;

    /// <summary>Null if the method isn't async.</summary>
    internal StateMachine? Machine => machine;

    /// <summary>All uses of the method in its module.</summary>
    internal List<Call> Calls { get; } = [];

    /// <summary>The instructions that leave the returned value on the stack; null where that isn't clear.</summary>
    internal IReadOnlyList<Instruction>? Returned => (_returned ??= ReadReturned()).Producers;

    /// <summary>The conditional branches to a return, as in <c>return Cached() ?? LoadAsync();</c>, which leave it there, too.</summary>
    internal IReadOnlyList<Instruction> ReturningBranches => (_returned ??= ReadReturned()).Branches;

    private (List<Instruction>? Producers, List<Instruction> Branches)? _returned;

    private (List<Instruction>? Producers, List<Instruction> Branches) ReadReturned()
    {
        List<Instruction> producers = [];
        List<Instruction> branches = [];
        foreach (Instruction one in definition.HasBody ? definition.Body.Instructions : [])
        {
            bool isReturn = one.OpCode.Code == Code.Ret;
            if (one.Operand is Instruction[] many && many.Any(static other => other.OpCode.Code == Code.Ret))
            {
                return (null, []);
            }

            if (!isReturn && one.Operand is not Instruction { OpCode.Code: Code.Ret })
            {
                continue;
            }

            if (!isReturn && one.OpCode.FlowControl == FlowControl.Cond_Branch)
            {
                branches.Add(one);
                continue;
            }

            // The instruction before may itself leave the method.
            switch (one.Previous?.OpCode.FlowControl)
            {
                case FlowControl.Call or FlowControl.Next:
                    producers.Add(one.Previous);
                    break;
                case not (FlowControl.Branch or FlowControl.Throw or FlowControl.Return):
                    return (null, []);
            }
        }

        return branches.Count > 0 && References.IsValueTask(definition.ReturnType) ? (null, []) : (producers, branches);
    }
}

/// <summary>A use of a method that returns a task.</summary>
internal sealed class Call(MethodDefinition caller, Instruction one, TaskMethod callee, StateMachine? machine, AwaitBlock? block)
{
    /// <summary>The method whose body has the call.</summary>
    internal MethodDefinition Caller => caller;

    internal Instruction One => one;

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
    internal AwaitBlock? Block => block;

    /// <summary>Whether the caller drops the task of an async method, and the object's type doesn't decide which method runs. Nobody sees
    /// that task: only its error is reported, as unobserved, and by the framework's pooling builder not even that, so such methods are left
    /// out.</summary>
    internal bool IsDropped { get; set; }

    /// <summary>Why it takes the original; null if it takes the variant.</summary>
    internal string? Original { get; set; }
}

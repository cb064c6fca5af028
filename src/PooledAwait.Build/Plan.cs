namespace PooledAwait.Build;

/// <summary>What becomes of each method and each call of a module: decided before anything is changed, and printed by the report.</summary>
internal sealed class Plan
{
    /// <summary>The returned calls of methods that only pass a task on, with the instruction that leaves the task on the stack.</summary>
    private readonly ILookup<TaskMethod, (Call Call, Instruction Producer)> _passed;

    private readonly Dictionary<TypeDefinition, List<MethodDefinition>> _slots = [];
    private readonly HashSet<TaskMethod> _variants = [];

    /// <summary>Decides for a module. The forms say whose own builders are replaced as well, the obstacle why there can't be interfaces of
    /// variants (null if there can), and the function whether other assemblies may call a method.</summary>
    internal Plan(
        ModuleDefinition module, Model model, VariantTypes types, Forms forms, string? obstacle, Func<MethodDefinition, bool> isVisible)
    {
        Model = model;
        Types = types;
        Redirected =
            [.. model.Machines.Where(machine => (machine.Builder.Form & forms) != 0 && !machine.IsKept && machine.IsUnderstood)];
        References references = new(module);
        HashSet<TaskMethod> possible = [.. model.Methods.Where(static method => method.Machine is not null && Refusal(method) is null)];
        if (obstacle is null)
        {
            FindSlots(module, isVisible);
        }

        _passed = FindPassing();
        AddPassing(possible);
        if (obstacle is null)
        {
            FindImplementations(module, references, possible);
        }

        KeepUsed(possible, isVisible);
        foreach (Call call in model.Calls)
        {
            call.Original ??= TakesVariant(call, _variants) ? null
                : call.IsDispatched ? obstacle ?? "its type has no variants of virtual methods"
                : Refusal(call.Callee) ?? "the method has no variant";
        }
    }

    internal Model Model { get; }

    internal VariantTypes Types { get; }

    /// <summary>The state machines whose own builder is replaced.</summary>
    internal HashSet<StateMachine> Redirected { get; }

    /// <summary>The methods that get a variant, in the order of the module.</summary>
    internal IEnumerable<TaskMethod> Variants => Model.Methods.Where(_variants.Contains);

    /// <summary>The types that get an interface for the variants of their virtual methods, with these.</summary>
    internal IReadOnlyDictionary<TypeDefinition, List<MethodDefinition>> Slots => _slots;

    /// <summary>The classes that implement such interfaces.</summary>
    internal List<Implementation> Implementations { get; } = [];

    /// <summary>Whether the variant of the call's method, which isn't async, takes the variant of what it calls.</summary>
    internal bool IsPassedOn(Call call) =>
        Model.Find(call.Caller) is { } caller && _variants.Contains(caller) && Passed(caller).Any(pair => pair.Call == call);

    internal bool HasVariant(TaskMethod method) => _variants.Contains(method);

    /// <summary>The other methods of which calls take variants: those that only pass a task on, virtual ones without a body of their own,
    /// and those of other assemblies.</summary>
    internal IEnumerable<TaskMethod> Others => Model.Calls.Select(static call => call.Callee).Concat(Variants).Distinct().Where(
        method => method.Machine is null && (HasVariant(method) || Model.Find(method.Definition) is null || IsSlot(method.Definition)));

    /// <summary>The calls that a variant of a method that isn't async passes on.</summary>
    internal IEnumerable<(Call Call, Instruction Producer)> Passed(TaskMethod method) =>
        _passed[method].Where(pair => TakesVariant(pair.Call, _variants));

    /// <summary>Why an async method gets no variant, whoever calls it; null if it can have one.</summary>
    internal static string? Refusal(TaskMethod method) =>
        method.Machine is not { } machine ? "the method isn't async"
        : machine.Builder.Form == Forms.None ? $"the method returns {machine.Builder.Returns}"
        : machine.IsKept ? "the method names its builder with an attribute"
        : !machine.IsUnderstood || method.Returned?.All(static one => one.Operand is MethodReference { Name: "get_Task" }) != true
            ? "the method was changed by another tool"
        : machine.Type.HasNestedTypes ? "the method uses dynamic"
        : method.HasTwin ? "another method differs in what it returns alone"
        : null;

    private bool TakesVariant(Call call, HashSet<TaskMethod> variants)
    {
        MethodDefinition method = call.Callee.Definition;
        return call.IsByType && Types.CallerOf(method) is not null
            || (call.IsDispatched
                ? IsSlot(method)
                : variants.Contains(call.Callee) || Types.BodyOf(method) is not null);
    }

    private bool IsSlot(MethodDefinition method) =>
        _slots.TryGetValue(method.DeclaringType, out List<MethodDefinition>? slots) && slots.Contains(method);

    /// <summary>Finds the types whose virtual methods are called and awaited at once, here or perhaps in other assemblies.</summary>
    private void FindSlots(ModuleDefinition module, Func<MethodDefinition, bool> isVisible)
    {
        HashSet<TypeDefinition> awaited =
        [
            .. Model.Calls.Where(static call => call.IsDispatched && call.Block is not null)
                .Select(static call => call.Callee.Definition.DeclaringType),
        ];
        foreach (TypeDefinition type in module.GetTypes().Where(static type => !type.IsSealed && !type.IsImport && type.Name != "<Module>"))
        {
            List<MethodDefinition> slots = [.. type.Methods.Where(MayBeSlot)];
            if (slots.Count > 0 && (awaited.Contains(type) || slots.Any(isVisible)))
            {
                _slots.Add(type, slots);
            }
        }

        bool MayBeSlot(MethodDefinition method) =>
            method is { IsVirtual: true, IsNewSlot: true, IsFinal: false, IsStatic: false, IsPrivate: false, HasOverrides: false }
            && Model.Find(method) is { HasTwin: false }
            && !method.Parameters.Any(
                static one => one.ParameterType is ByReferenceType or IModifierType or PointerType or FunctionPointerType);
    }

    /// <summary>Finds the calls whose task a method that isn't async returns.</summary>
    private ILookup<TaskMethod, (Call Call, Instruction Producer)> FindPassing() => (
        from call in Model.Calls
        let caller = Model.Find(call.Caller)
        where caller is { Machine: null }
        let producer = caller.Returned?.FirstOrDefault(one => IsPassedOn(call, one, caller.Definition))
        where producer is not null
        select (caller, call, producer)).ToLookup(static one => one.caller, static one => (one.call, one.producer));

    /// <summary>Adds the methods that pass on a variant's task; as long as there are more, because one may pass on what another one passes
    /// on.</summary>
    private void AddPassing(HashSet<TaskMethod> possible)
    {
        int before;
        do
        {
            before = possible.Count;
            possible.UnionWith(
                _passed.Where(passed => !passed.Key.HasTwin && passed.Any(one => TakesVariant(one.Call, possible)))
                    .Select(static passed => passed.Key));
        }
        while (before != possible.Count);
    }

    /// <summary>Whether a method returns what a call returns: as it is, by AsTask(), or in a new ValueTask; with its result or
    /// without.</summary>
    private static bool IsPassedOn(Call call, Instruction producer, MethodDefinition caller)
    {
        Instruction one = call.One;
        TypeReference returns = call.Callee.Definition.ReturnType;
        if (!call.IsCall || (returns is not GenericInstanceType && caller.ReturnType is GenericInstanceType))
        {
            return false;
        }

        bool isMade = one.Next == producer
            && producer is { OpCode.Code: Code.Newobj, Operand: MethodReference { Parameters.Count: 1 } made }
            && References.IsTask(made.DeclaringType) && References.IsTask(returns) && References.IsTask(made.Parameters[0].ParameterType);
        bool isAsTask = one.Next?.Next?.Next == producer
            && producer is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "AsTask" } asTask }
            && References.IsTask(asTask.DeclaringType) && AwaitBlock.IsStoreThenAddress(caller, one.Next, one.Next.Next);
        return one == producer || ((isMade || isAsTask)
            && !Model.Targets(caller.Body).Overlaps(isMade ? [producer] : [one.Next!, one.Next!.Next, producer]));
    }

    /// <summary>Finds the classes that have variants of their virtual methods. An abstract class has no objects of its own.</summary>
    private void FindImplementations(ModuleDefinition module, References references, HashSet<TaskMethod> possible)
    {
        foreach (TypeDefinition type in module.GetTypes().Where(type => !type.IsInterface && !type.IsAbstract
            && (type.HasInterfaces || type.BaseType is { FullName: not "System.Object" } || _slots.ContainsKey(type))
            && !StateMachine.IsStateMachine(type)))
        {
            Dispatch dispatch = new(type, references);
            foreach ((TypeDefinition declaring, TypeReference reference) in dispatch.Declaring)
            {
                IEnumerable<MethodDefinition> slots = _slots.TryGetValue(declaring, out List<MethodDefinition>? own)
                    ? own
                    : Types.SlotsOf(declaring);
                Implementation implementation = new(
                    type, declaring, reference, [.. slots.Select(slot => (slot, BodyOf(slot, dispatch.Find(slot, reference), reference)))]);

                // In a struct's method the boxed object is out of reach, so that it can't call the original.
                if (implementation.Slots.Any(static one => one.Body is not null)
                    && dispatch.MayName(reference, declaring.Module)
                    && !dispatch.MayUnify(declaring)
                    && !(type.IsValueType && implementation.Slots.Any(static one => one.Body is null)))
                {
                    Implementations.Add(implementation);
                }
            }
        }

        // A covariant implementation returns another type.
        MethodOfType? BodyOf(MethodDefinition slot, MethodOfType? found, TypeReference declaring) =>
            found is { } one
            && references.KeyOf(slot.ReturnType, declaring) == references.KeyOf(one.Method.ReturnType, one.Type)
            && ((Model.Find(one.Method) is { } method && possible.Contains(method)) || Types.BodyOf(one.Method) is not null)
                ? found
                : null;
    }

    /// <summary>Keeps the variants that some call takes, that a class's dispatch takes, or that other assemblies may call.</summary>
    private void KeepUsed(HashSet<TaskMethod> possible, Func<MethodDefinition, bool> isVisible)
    {
        Stack<TaskMethod> found = new(
        [
            .. possible.Where(method => MayBeCalled(method.Definition)
                || method.Calls.Any(static call => call.Original is null && !call.IsDispatched)),
            .. Implementations.SelectMany(static one => one.Slots).Select(one => Model.Find(one.Body?.Method)).OfType<TaskMethod>(),
        ]);
        while (found.Count > 0)
        {
            TaskMethod method = found.Pop();
            if (_variants.Add(method))
            {
                foreach ((Call call, _) in _passed[method].Where(one => !one.Call.IsDispatched && possible.Contains(one.Call.Callee)))
                {
                    found.Push(call.Callee);
                }
            }
        }

        // Nobody calls the body of an interface's virtual method, and Castle's proxies fail at an interface that has methods of its own
        // which aren't virtual.
        bool MayBeCalled(MethodDefinition method) => !(method.IsVirtual && method.DeclaringType.IsInterface) && isVisible(method);
    }
}

/// <summary>The variants of a class's virtual methods, for one type that declares some.</summary>
internal sealed class Implementation(
    TypeDefinition type, TypeDefinition declaring, TypeReference reference,
    IReadOnlyList<(MethodDefinition Slot, MethodOfType? Body)> slots)
{
    internal TypeDefinition Type => type;

    /// <summary>The interface or base class that declares the methods, and how the class refers to it.</summary>
    internal TypeDefinition Declaring => declaring;

    internal TypeReference Reference => reference;

    /// <summary>The methods, each with the one that the class runs for it; null if that has no variant.</summary>
    internal IReadOnlyList<(MethodDefinition Slot, MethodOfType? Body)> Slots => slots;
}

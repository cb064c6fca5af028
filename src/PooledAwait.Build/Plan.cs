namespace PooledAwait.Build;

/// <summary>What becomes of each method and each call of a module: decided before anything is changed, and printed by the report.</summary>
internal sealed class Plan
{
    /// <summary>The returned calls of methods that only pass a task on, with the instruction that leaves the task on the stack.</summary>
    private readonly Dictionary<TaskMethod, List<(Call Call, Instruction Producer)>> _passed = [];

    private readonly HashSet<TaskMethod> _variants = [];

    /// <param name="model">What the module has.</param>
    /// <param name="forms">The methods whose own builders are replaced as well.</param>
    /// <param name="hasValueTask">Whether the module's target has a ValueTask.</param>
    /// <param name="isVisible">Whether other assemblies may call a method.</param>
    internal Plan(Model model, Forms forms, bool hasValueTask, Func<MethodDefinition, bool> isVisible)
    {
        Model = model;
        Forms = forms;
        Redirected = [.. model.Machines.Where(IsRedirected)];
        HashSet<TaskMethod> possible = [.. model.Methods.Where(static method => method.Machine is not null && Refusal(method) is null)];
        if (hasValueTask)
        {
            FindPassing(model, possible);
        }

        KeepUsed(possible, isVisible);
        foreach (Call call in model.Methods.SelectMany(static method => method.Calls))
        {
            call.Original ??= !_variants.Contains(call.Callee) ? Refusal(call.Callee) ?? "the method has no variant"
                : !hasValueTask && !IsPooled(call) ? $"{call.Machine!.Name} isn't pooled, and its target has no ValueTask"
                : null;
        }
    }

    internal Model Model { get; }

    internal Forms Forms { get; }

    /// <summary>The state machines whose own builder is replaced.</summary>
    internal IReadOnlyList<StateMachine> Redirected { get; }

    /// <summary>The methods that get a variant, in the order of the module.</summary>
    internal IEnumerable<TaskMethod> Variants => Model.Methods.Where(_variants.Contains);

    /// <summary>Whether the variant of the call's method, which isn't async, takes the variant of what it calls.</summary>
    internal bool IsPassedOn(Call call) =>
        Model.Find(call.Caller) is { } caller && _variants.Contains(caller) && Passed(caller).Any(pair => pair.Call == call);

    internal bool HasVariant(TaskMethod method) => _variants.Contains(method);

    /// <summary>The calls that a variant of a method that isn't async passes on.</summary>
    internal IReadOnlyList<(Call Call, Instruction Producer)> Passed(TaskMethod method) =>
        !_passed.TryGetValue(method, out List<(Call Call, Instruction Producer)>? passed) ? [] : [.. passed.Where(pair => _variants.Contains(pair.Call.Callee))];

    /// <summary>Why an async method gets no variant, whoever calls it; null if it can have one.</summary>
    internal static string? Refusal(TaskMethod method) =>
        method.Machine is not { } machine ? "the method isn't async"
        : machine.Builder.Form == Forms.None ? $"the method returns {machine.Builder.Returns}"
        : machine.IsKept ? "the method names its builder with an attribute"
        : !machine.IsUnderstood || method.Returned?.All(static one => one.Operand is MethodReference { Name: "get_Task" }) != true
            ? "the method was changed by another tool"
        : method.Definition.IsVirtual ? "the method is virtual"
        : null;

    /// <summary>Whether the caller's builder is the library's, in the original.</summary>
    private bool IsPooled(Call call) => call.Machine is null || IsRedirected(call.Machine);

    private bool IsRedirected(StateMachine machine) => (machine.Builder.Form & Forms) != 0 && !machine.IsKept && machine.IsUnderstood;

    /// <summary>Finds the methods that pass on a variant's task; as long as there are more, because one may pass on what another one
    /// passes on.</summary>
    private void FindPassing(Model model, HashSet<TaskMethod> possible)
    {
        foreach (Call call in model.Methods.SelectMany(static method => method.Calls))
        {
            if (model.Find(call.Caller) is { Machine: null, Definition.IsVirtual: false } caller
                && caller.Returned?.FirstOrDefault(one => IsPassedOn(call, one, caller.Definition)) is { } producer)
            {
                if (!_passed.TryGetValue(caller, out List<(Call, Instruction)>? passed))
                {
                    _passed.Add(caller, passed = []);
                }

                passed.Add((call, producer));
            }
        }

        int before;
        do
        {
            before = possible.Count;
            possible.UnionWith(_passed.Where(pair => pair.Value.Any(one => possible.Contains(one.Call.Callee))).Select(static pair => pair.Key));
        }
        while (before != possible.Count);
    }

    /// <summary>Whether a method returns what a call returns: as it is, by AsTask(), or in a new ValueTask.</summary>
    private static bool IsPassedOn(Call call, Instruction producer, MethodDefinition caller)
    {
        if (call.One.OpCode.Code is not (Code.Call or Code.Callvirt) || call.One.Previous?.OpCode.OpCodeType == OpCodeType.Prefix
            || call.Callee.Definition.ReturnType is GenericInstanceType != caller.ReturnType is GenericInstanceType)
        {
            return false;
        }

        if (producer == call.One)
        {
            return true;
        }

        Instruction[] between = [.. Between(call.One, producer)];
        return between.Length is 1 or 3 && !Model.Targets(caller.Body).Overlaps(between) && (
            between.Length == 1
                ? producer is { OpCode.Code: Code.Newobj, Operand: MethodReference { Parameters.Count: 1 } made }
                    && References.IsTask(made.DeclaringType) && References.IsTask(call.Callee.Definition.ReturnType)
                    && References.IsTask(made.Parameters[0].ParameterType)
                : producer is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "AsTask" } asTask }
                    && References.IsTask(asTask.DeclaringType) && AwaitBlock.IsStoreThenAddress(caller, between[0], between[1]));

        static IEnumerable<Instruction> Between(Instruction call, Instruction producer)
        {
            Instruction? one = call.Next;
            for (int i = 0; i < 3 && one is not null; i++, one = one.Next)
            {
                yield return one;
                if (one == producer)
                {
                    yield break;
                }
            }
        }
    }

    /// <summary>Keeps the variants that some call takes, or that other assemblies may call.</summary>
    private void KeepUsed(HashSet<TaskMethod> possible, Func<MethodDefinition, bool> isVisible)
    {
        Stack<TaskMethod> found = new(possible.Where(
            method => isVisible(method.Definition) || method.Calls.Any(static call => call.Original is null)));
        while (found.Count > 0)
        {
            TaskMethod method = found.Pop();
            if (_variants.Add(method) && _passed.TryGetValue(method, out List<(Call Call, Instruction Producer)>? passed))
            {
                foreach ((Call call, _) in passed.Where(one => possible.Contains(one.Call.Callee)))
                {
                    found.Push(call.Callee);
                }
            }
        }
    }
}

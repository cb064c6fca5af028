namespace PooledAwait.Build;

/// <summary>The methods whose task is never used as an object: every call of them is awaited at once, dropped, or returned by another such
/// method. They are compiled as if they returned a pooled task. Nothing is changed before all of them are known.</summary>
internal sealed class UnseenTasks
{
    /// <summary>For each branch that has a short form, the form with four bytes.</summary>
    private static readonly Dictionary<Code, OpCode> s_wide = typeof(OpCodes).GetFields()
        .Select(static field => (OpCode)field.GetValue(null))
        .Where(static code => code.OperandType == OperandType.InlineBrTarget)
        .ToDictionary(static code => (Code)Enum.Parse(typeof(Code), code.Code + "_S"));

    /// <summary>The methods, with their state machines; null for those that return another method's task.</summary>
    private readonly Dictionary<MethodDefinition, StateMachine?> _methods = [];

    private readonly Dictionary<MethodDefinition, string> _reasons = [];

    /// <summary>The calls of the methods: awaited in a block, returned, or dropped.</summary>
    private readonly List<(
        MethodDefinition Method, MethodDefinition Caller, Instruction Call, AwaitBlock? Block, bool IsReturned)> _uses = [];

    /// <summary>A module that has friends lets other assemblies see what is internal.</summary>
    internal UnseenTasks(ModuleDefinition module, IReadOnlyList<StateMachine> pooled, bool hasFriends)
    {
        TypeDefinition[] types = [.. module.GetTypes()];
        MethodDefinition[] bodies = [.. types.SelectMany(static type => type.Methods).Where(static method => method.HasBody)];
        HashSet<string> strings = Strings(types, bodies);
        foreach (StateMachine machine in pooled.Where(static machine => machine.Type.IsValueType && machine.Kickoff is not null))
        {
            Consider(machine.Kickoff!, machine, ReasonOf(machine.Kickoff!, hasFriends, strings)
                ?? (Returns(machine.Kickoff!).All(static one => one.Operand is MethodReference { Name: "get_Task" })
                    ? null
                    : "was changed by another tool"));
        }

        foreach (MethodDefinition method in bodies.Where(
            method => References.IsTask(method.ReturnType) && !_methods.ContainsKey(method) && !_reasons.ContainsKey(method)
                && Returns(method).All(static one => one.Operand is MethodReference)))
        {
            Consider(method, null, ReasonOf(method, hasFriends, strings));
        }

        HashSet<TypeDefinition> callers =
        [
            .. pooled.Select(static machine => machine.Type).Where(static type => type.IsValueType),
            .. types.Where(static type => type.IsValueType && StateMachine.HasOurBuilder(type)),
        ];
        ILookup<string, MethodDefinition> byName = _methods.Keys.ToLookup(static method => method.Name);
        foreach (MethodDefinition method in bodies)
        {
            ReadUses(method, byName, callers.Contains(method.DeclaringType));
        }

        foreach (MethodDefinition method in _methods.Keys.Except(_uses.Select(static use => use.Method)).ToArray())
        {
            Drop(method, "is never called directly");
        }

        DropUntilStable();
    }

    /// <summary>Why a method that only this assembly can call keeps its task; null if it doesn't, and for all other methods.</summary>
    internal string? Reason(MethodDefinition method) => _reasons.TryGetValue(method, out string? reason) ? reason : null;

    internal bool Contains(StateMachine machine) => machine.Kickoff is { } kickoff && _methods.ContainsKey(kickoff);

    /// <summary>Has the methods and all their callers use pooled tasks; after all builders are redirected.</summary>
    internal void Redirect(References references, Awaits awaits)
    {
        foreach ((MethodDefinition method, MethodDefinition caller, Instruction call, _, _) in _uses.Where(
            static use => use.Block is null && !use.IsReturned))
        {
            MethodReference called = (MethodReference)call.Operand;
            TypeReference task = References.Substitute(
                method.ReturnType,
                References.Arguments(called.DeclaringType),
                called is GenericInstanceMethod instance ? [.. instance.GenericArguments] : []);
            call.Next.OpCode = OpCodes.Call;
            call.Next.Operand = awaits.Forget(References.Arguments(task).FirstOrDefault());
            WidenBranches(caller.Body);
        }

        foreach (MethodReference reference in _uses.Select(static use => ((MethodReference)use.Call.Operand).GetElementMethod()).Distinct())
        {
            reference.ReturnType = references.Pooled(reference.ReturnType);
        }

        foreach (KeyValuePair<MethodDefinition, StateMachine?> method in _methods)
        {
            method.Key.ReturnType = references.Pooled(method.Key.ReturnType);
            foreach (Instruction factory in method.Value is null ? Returns(method.Key).Where(IsFactory) : [])
            {
                factory.Operand = awaits.Factory((MethodReference)factory.Operand);
            }
        }

        foreach (IGrouping<MethodDefinition, AwaitBlock> blocks in _uses.Where(static use => use.Block is not null)
            .GroupBy(static use => use.Caller, static use => use.Block!))
        {
            RedirectBlocks(blocks.Key, [.. blocks], awaits);
        }
    }

    private static void RedirectBlocks(MethodDefinition method, AwaitBlock[] blocks, Awaits awaits)
    {
        TypeDefinition type = method.DeclaringType;
        foreach (IGrouping<string, AwaitBlock> group in blocks.GroupBy(static block => block.Result?.FullName ?? ""))
        {
            TypeReference awaiter = awaits.PooledAwaiter(group.First().Result);
            HashSet<Instruction> uses = [.. group.SelectMany(static block => block.VariableUses.Concat(block.FieldUses))];
            // Fields with no await of the old type left: the first takes the new type, and the others go.
            HashSet<string> kept =
            [
                .. type.Methods.Where(static one => one.HasBody).SelectMany(static one => one.Body.Instructions)
                    .Where(one => !uses.Contains(one)).Select(static one => one.Operand).OfType<FieldReference>()
                    .Where(field => field.DeclaringType.GetElementType() == type).Select(static field => field.Name),
            ];
            FieldDefinition[] free =
                [.. type.Fields.Where(field => !kept.Contains(field.Name) && group.Any(block => block.Field == field.Name))];
            FieldDefinition field = free.FirstOrDefault() ?? NewField(type, group.First().Field, awaiter);
            field.FieldType = awaiter;
            foreach (FieldDefinition unused in free.Skip(1))
            {
                type.Fields.Remove(unused);
            }

            // The same for variables. If awaits of the old type are left, they have one new variable instead.
            HashSet<VariableDefinition?> busy =
                [.. method.Body.Instructions.Where(one => !uses.Contains(one)).Select(one => AwaitBlock.VariableOf(method, one))];
            VariableDefinition? shared = null;
            foreach (AwaitBlock block in group)
            {
                VariableDefinition variable = block.Variable;
                if (!busy.Contains(variable))
                {
                    variable.VariableType = awaiter;
                }
                else
                {
                    if (shared is null)
                    {
                        shared = new(awaiter);
                        method.Body.Variables.Add(shared);
                        WidenBranches(method.Body);
                    }

                    variable = shared;
                }

                block.Redirect(awaits, variable, field);
            }
        }
    }

    /// <summary>A field with a name like the compiler's, "&lt;&gt;u__2" or "$A2": debuggers recognize it by that.</summary>
    private static FieldDefinition NewField(TypeDefinition type, string like, TypeReference awaiter)
    {
        string prefix = like.TrimEnd('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        int number = 1;
        while (type.Fields.Any(field => field.Name == $"{prefix}{number}"))
        {
            number++;
        }

        FieldDefinition field = new($"{prefix}{number}", type.Fields.First(field => field.Name == like).Attributes, awaiter);
        type.Fields.Add(field);
        return field;
    }

    private static string? ReasonOf(MethodDefinition method, bool hasFriends, HashSet<string> strings) =>
        !IsUnseen(method, hasFriends) ? "can be called by other assemblies"
        : method.IsVirtual || method.HasOverrides ? "can be called through a base type or an interface"
        : method.SemanticsAttributes != MethodSemanticsAttributes.None ? "is a property accessor"
        : method == method.Module.EntryPoint ? "is the entry point"
        : method.CustomAttributes.FirstOrDefault(static one => !IsOfTheCompiler(one)) is { } attribute
            ? $"has the attribute {attribute.AttributeType.Name}"
        : strings.Contains(method.Name) ? "is named by a string"
        : null;

    /// <summary>Whether only code of the assembly can call a method. No other code can name what a compiler has named.</summary>
    private static bool IsUnseen(MethodDefinition method, bool hasFriends) =>
        method.IsPrivate || method.Name[0] == '<' || ((method.IsAssembly || method.IsFamilyAndAssembly) && !hasFriends);

    private static bool IsOfTheCompiler(CustomAttribute attribute) =>
        attribute.AttributeType.Namespace == "System.Runtime.CompilerServices"
            ? attribute.AttributeType.Name is "AsyncStateMachineAttribute" or "CompilerGeneratedAttribute" or "NullableContextAttribute"
                or "NullableAttribute" or "IsReadOnlyAttribute"
            : attribute.AttributeType.FullName == "System.Diagnostics.DebuggerStepThroughAttribute";

    private void Consider(MethodDefinition method, StateMachine? machine, string? reason)
    {
        if (reason is null)
        {
            _methods.Add(method, machine);
        }
        else
        {
            _reasons[method] = reason;
        }
    }

    private void Drop(MethodDefinition method, string reason)
    {
        if (_methods.Remove(method))
        {
            _reasons[method] = reason;
        }
    }

    /// <summary>Finds what a method does with the tasks of the others.</summary>
    private void ReadUses(MethodDefinition method, ILookup<string, MethodDefinition> byName, bool isPooled)
    {
        HashSet<Instruction>? targets = null;
        foreach (Instruction one in method.Body.Instructions)
        {
            if (one.Operand is not MethodReference reference || !byName.Contains(reference.Name)
                || Find(reference, byName) is not { } callee || !_methods.ContainsKey(callee))
            {
                continue;
            }

            if (one.OpCode.Code is not (Code.Call or Code.Callvirt) || one.Previous?.OpCode.OpCodeType == OpCodeType.Prefix)
            {
                Drop(callee, $"is a delegate in {Name(method)}");
                continue;
            }

            targets ??= Targets(method.Body);
            bool hasResult = callee.ReturnType is GenericInstanceType;
            if (isPooled && AwaitBlock.TryRead(method, one, targets) is { } block && block.Result is not null == hasResult)
            {
                _uses.Add((callee, method, one, block, false));
            }
            else if (one.Next is { OpCode.Code: Code.Pop } pop && !targets.Contains(pop))
            {
                _uses.Add((callee, method, one, null, false));
            }
            else if (_methods.TryGetValue(method, out StateMachine? machine) && machine is null
                && hasResult == method.ReturnType is GenericInstanceType && Returns(method).Contains(one))
            {
                _uses.Add((callee, method, one, null, true));
            }
            else
            {
                Drop(callee, isPooled
                    ? $"its task is used in {Name(method)}"
                    : $"is called by {Name(method)}, which isn't a pooled async method");
            }
        }
    }

    private void DropUntilStable()
    {
        for (int before = -1; before != _methods.Count;)
        {
            before = _methods.Count;

            // A method that returns a task that isn't pooled keeps its own.
            foreach (MethodDefinition method in _methods.Where(static one => one.Value is null).Select(static one => one.Key).ToArray())
            {
                HashSet<Instruction> returned =
                    [.. _uses.Where(use => use.Caller == method && use.IsReturned && _methods.ContainsKey(use.Method))
                        .Select(static use => use.Call)];
                if (!Returns(method).All(one => IsFactory(one) || returned.Contains(one)))
                {
                    Drop(method, "returns the task of another method");
                }
            }

            // The methods whose tasks it returns keep them, too.
            foreach ((MethodDefinition method, MethodDefinition caller, _, _, _) in _uses.Where(
                use => use.IsReturned && !_methods.ContainsKey(use.Caller)).ToArray())
            {
                Drop(method, $"its task is returned by {Name(caller)}");
            }

            _uses.RemoveAll(use => !_methods.ContainsKey(use.Method));
        }
    }

    private static MethodDefinition? Find(MethodReference reference, ILookup<string, MethodDefinition> byName)
    {
        MethodReference element = reference.GetElementMethod();
        if (element is MethodDefinition definition)
        {
            return definition;
        }

        return byName[reference.Name].Any(one => one.DeclaringType == element.DeclaringType.GetElementType()) ? element.Resolve() : null;
    }

    /// <summary>The instructions whose value a method returns; a nop among them where that isn't clear.</summary>
    private static IEnumerable<Instruction> Returns(MethodDefinition method) => method.Body.Instructions
        .Where(static one => one.OpCode.Code == Code.Ret
            ? one.Previous is null || one.Previous.OpCode.FlowControl is FlowControl.Call or FlowControl.Next
            : one.Operand is Instruction { OpCode.Code: Code.Ret })
        .Select(static one => one.OpCode.Code is Code.Ret or Code.Br or Code.Br_S ? one.Previous : null)
        .Select(static one => one ?? Instruction.Create(OpCodes.Nop));

    private static bool IsFactory(Instruction one) =>
        one is { OpCode.Code: Code.Call, Operand: MethodReference { HasThis: false } method }
        && method.DeclaringType.FullName is "System.Threading.Tasks.Task" or "System.Threading.Tasks.ValueTask"
        && References.IsOfTheFramework(method.DeclaringType)
        && method.Name is "get_CompletedTask" or "FromResult" or "FromException" or "FromCanceled";

    private static HashSet<Instruction> Targets(MethodBody body) =>
    [
        .. body.Instructions.SelectMany(static one => one.Operand switch
        {
            Instruction target => [target],
            Instruction[] many => many,
            _ => (IEnumerable<Instruction>)[],
        }),
        .. body.ExceptionHandlers.SelectMany(static one => (Instruction[])[one.TryStart, one.HandlerStart]),
    ];

    /// <summary>The constants of the assembly: reflection and dynamic calls find methods by them.</summary>
    private static HashSet<string> Strings(TypeDefinition[] types, MethodDefinition[] bodies)
    {
        HashSet<string> strings =
            [.. bodies.SelectMany(static method => method.Body.Instructions).Select(static one => one.Operand).OfType<string>()];
        foreach (TypeDefinition type in types)
        {
            strings.UnionWith(type.Fields.Select(static field => field.Constant).OfType<string>());
            foreach (ICustomAttributeProvider provider in
                ((IEnumerable<ICustomAttributeProvider>)[type]).Concat(type.Methods).Concat(type.Fields).Concat(type.Properties)
                    .Concat(type.Methods.SelectMany(static method => method.Parameters)))
            {
                strings.UnionWith(provider.CustomAttributes.SelectMany(static one =>
                    one.ConstructorArguments.Concat(one.Properties.Select(static named => named.Argument))
                        .Concat(one.Fields.Select(static named => named.Argument)).Select(static argument => argument.Value))
                    .OfType<string>());
            }
        }

        return strings;
    }

    private static string Name(MethodDefinition method)
    {
        // A state machine is named after its method, "<Method>d__1" or "VB$StateMachine_1_Method".
        TypeDefinition type = method.DeclaringType;
        return StateMachine.IsStateMachine(type)
            ? $"{type.DeclaringType.Name}.{type.Name.Split('>')[0].TrimStart('<')}"
            : $"{type.Name}.{method.Name}";
    }

    /// <summary>Gives all branches of a body four bytes, because longer instructions may move their targets out of reach of one
    /// byte.</summary>
    private static void WidenBranches(MethodBody body)
    {
        foreach (Instruction one in body.Instructions.Where(static one => one.OpCode.OperandType == OperandType.ShortInlineBrTarget))
        {
            one.OpCode = s_wide[one.OpCode.Code];
        }
    }
}

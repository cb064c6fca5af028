using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Build;

/// <summary>
/// The methods whose task nobody sees: every call of them is awaited at once, dropped, or returned by another such method. They are
/// compiled as if they returned a pooled task. Nothing is changed before all of them are known.
/// </summary>
internal sealed class UnseenTasks
{
    private readonly ModuleDefinition _module;

    /// <summary>The methods, with their state machines; null for those that return the task of another one.</summary>
    private readonly Dictionary<MethodDefinition, StateMachine?> _methods = [];

    private readonly Dictionary<MethodDefinition, string> _reasons = [];
    private readonly List<Use> _uses = [];

    /// <param name="module">The module.</param>
    /// <param name="pooled">The methods whose builders are redirected.</param>
    /// <param name="hasFriends">Whether other assemblies may see what is internal.</param>
    internal UnseenTasks(ModuleDefinition module, IReadOnlyList<StateMachine> pooled, bool hasFriends)
    {
        _module = module;
        HashSet<string> strings = Strings();
        foreach (StateMachine machine in pooled.Where(static machine => machine.Type.IsValueType && machine.Kickoff is not null))
        {
            Consider(machine.Kickoff!, machine, ReasonOf(machine.Kickoff!, hasFriends, strings)
                ?? (Returns(machine.Kickoff!).All(static one => one.Operand is MethodReference { Name: "get_Task" })
                    ? null
                    : "was changed by another tool"));
        }

        foreach (MethodDefinition method in module.GetTypes().SelectMany(static type => type.Methods).Where(
            method => method.HasBody && References.IsTask(method.ReturnType)
                && !_methods.ContainsKey(method) && !_reasons.ContainsKey(method)
                && Returns(method).All(one => IsFactory(one) || one.Operand is MethodReference)))
        {
            Consider(method, null, ReasonOf(method, hasFriends, strings));
        }

        HashSet<TypeDefinition> callers =
        [
            .. pooled.Select(static machine => machine.Type).Where(static type => type.IsValueType),
            .. module.GetTypes().Where(static type => type.IsValueType && StateMachine.IsStateMachine(type)
                && type.Fields.Any(static field => References.IsOurBuilder(field.FieldType))),
        ];
        ILookup<string, MethodDefinition> byName = _methods.Keys.ToLookup(static method => method.Name);
        foreach (MethodDefinition method in module.GetTypes().SelectMany(static type => type.Methods).Where(static one => one.HasBody))
        {
            ReadUses(method, byName, callers.Contains(method.DeclaringType));
        }

        foreach (MethodDefinition method in _methods.Keys.Except(_uses.Select(static use => use.Method)).ToArray())
        {
            Drop(method, "is never called directly");
        }

        DropUntilStable();
    }

    /// <summary>Why a method that could be private to its callers isn't compiled so; null for those that are, and all others.</summary>
    internal string? Reason(MethodDefinition method) => _reasons.TryGetValue(method, out string? reason) ? reason : null;

    internal bool Contains(StateMachine machine) => machine.Kickoff is { } kickoff && _methods.ContainsKey(kickoff);

    /// <summary>Has the methods and all their callers use pooled tasks; after all builders are redirected.</summary>
    internal void Redirect(References references, Awaits awaits)
    {
        foreach (Use use in _uses.Where(static use => use.Kind == UseKind.Drop))
        {
            TypeReference task = Instantiated(use.Method.ReturnType, (MethodReference)use.Call.Operand);
            use.Call.Next.OpCode = OpCodes.Call;
            use.Call.Next.Operand = awaits.Forget(References.Arguments(task).FirstOrDefault());
            ShortBranches.Widen(use.Caller.Body);
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
            HashSet<Instruction> loads = [.. group.SelectMany(static block => block.VariableUses)];
            ILookup<bool, AwaitBlock> byVariable = group.ToLookup(block => method.Body.Instructions.All(
                one => AwaitBlock.VariableOf(method, one) != block.Variable || loads.Contains(one)));
            VariableDefinition variable = new(awaiter);
            if (byVariable[false].Any())
            {
                method.Body.Variables.Add(variable);
                ShortBranches.Widen(method.Body);
            }

            // Fields of which no await of the old type remains: the first takes the new type, and the others go.
            HashSet<Instruction> uses = [.. group.SelectMany(static block => block.FieldUses)];
            FieldDefinition[] free =
            [
                .. type.Fields.Where(field => group.Any(block => block.Field == field.Name)
                    && type.Methods.Where(static one => one.HasBody).SelectMany(static one => one.Body.Instructions).All(
                        one => one.Operand is not FieldReference operand || operand.Name != field.Name
                            || operand.DeclaringType.GetElementType() != type || uses.Contains(one))),
            ];
            FieldDefinition field = free.FirstOrDefault() ?? NewField(type, group.First().Field, awaiter);
            field.FieldType = awaiter;
            foreach (AwaitBlock block in byVariable[true])
            {
                block.Variable.VariableType = awaiter;
                block.Redirect(awaits, block.Variable, field);
            }

            foreach (AwaitBlock block in byVariable[false])
            {
                block.Redirect(awaits, variable, field);
            }

            foreach (FieldDefinition unused in free.Skip(1))
            {
                type.Fields.Remove(unused);
            }
        }
    }

    /// <summary>A field that is named as the compiler names them, "&lt;&gt;u__2" or "$A2": debuggers go by the name.</summary>
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
        : method.SemanticsAttributes != MethodSemanticsAttributes.None ? "is a property's"
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
                _uses.Add(new(callee, method, one, UseKind.Await, block));
            }
            else if (one.Next is { OpCode.Code: Code.Pop } pop && !targets.Contains(pop))
            {
                _uses.Add(new(callee, method, one, UseKind.Drop, null));
            }
            else if (_methods.TryGetValue(method, out StateMachine? machine) && machine is null
                && hasResult == method.ReturnType is GenericInstanceType && IsReturned(one, method))
            {
                _uses.Add(new(callee, method, one, UseKind.Return, null));
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

            // What returns a task that isn't pooled keeps its own.
            foreach (MethodDefinition method in _methods.Where(static one => one.Value is null).Select(static one => one.Key).ToArray())
            {
                HashSet<Instruction> returned =
                    [.. _uses.Where(use => use.Caller == method && use.Kind == UseKind.Return && _methods.ContainsKey(use.Method))
                        .Select(static use => use.Call)];
                if (!Returns(method).All(one => IsFactory(one) || returned.Contains(one)))
                {
                    Drop(method, "returns the task of another method");
                }
            }

            // What such a method returned keeps its task with it.
            foreach (Use use in _uses.Where(use => use.Kind == UseKind.Return && !_methods.ContainsKey(use.Caller)).ToArray())
            {
                Drop(use.Method, $"its task is returned by {Name(use.Caller)}");
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

    /// <summary>The instructions whose value a method returns; null among them where that isn't clear.</summary>
    private static IEnumerable<Instruction?> ReturnsOrNull(MethodDefinition method)
    {
        foreach (Instruction one in method.Body.Instructions)
        {
            if (one.OpCode.Code == Code.Ret)
            {
                if (one.Previous is null || one.Previous.OpCode.FlowControl is FlowControl.Call or FlowControl.Next)
                {
                    yield return one.Previous;
                }
            }
            else if (one.Operand is Instruction { OpCode.Code: Code.Ret })
            {
                yield return one.OpCode.FlowControl == FlowControl.Branch ? one.Previous : null;
            }
        }
    }

    private static IEnumerable<Instruction> Returns(MethodDefinition method) =>
        ReturnsOrNull(method).Select(static one => one ?? Instruction.Create(OpCodes.Nop));

    private static bool IsReturned(Instruction call, MethodDefinition method) => Returns(method).Contains(call);

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
    private HashSet<string> Strings()
    {
        HashSet<string> strings = [];
        foreach (TypeDefinition type in _module.GetTypes())
        {
            strings.UnionWith(type.Methods.Where(static one => one.HasBody).SelectMany(static one => one.Body.Instructions)
                .Select(static one => one.Operand).OfType<string>());
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

    /// <summary>A type of a method's signature as a call of it has it.</summary>
    private static TypeReference Instantiated(TypeReference type, MethodReference call) => type switch
    {
        GenericParameter { Type: GenericParameterType.Method } parameter =>
            ((GenericInstanceMethod)call).GenericArguments[parameter.Position],
        GenericParameter parameter => call.DeclaringType is GenericInstanceType instance
            ? instance.GenericArguments[parameter.Position]
            : parameter,
        GenericInstanceType instance => References.Instantiate(
            instance.ElementType, instance.GenericArguments.Select(argument => Instantiated(argument, call))),
        ArrayType { IsVector: true } array => new ArrayType(Instantiated(array.ElementType, call)),
        ArrayType array => new ArrayType(Instantiated(array.ElementType, call), array.Rank),
        _ => type,
    };

    private static string Name(MethodDefinition method)
    {
        // A state machine is named after its method, "<Method>d__1" or "VB$StateMachine_1_Method".
        TypeDefinition type = method.DeclaringType;
        return StateMachine.IsStateMachine(type)
            ? $"{type.DeclaringType.Name}.{type.Name.Split('>')[0].TrimStart('<')}"
            : $"{type.Name}.{method.Name}";
    }

    private enum UseKind
    {
        Await,
        Drop,
        Return,
    }

    private sealed class Use(MethodDefinition method, MethodDefinition caller, Instruction call, UseKind kind, AwaitBlock? block)
    {
        internal MethodDefinition Method => method;

        internal MethodDefinition Caller => caller;

        internal Instruction Call => call;

        internal UseKind Kind => kind;

        internal AwaitBlock? Block => block;
    }
}

/// <summary>Branches with an offset of one byte: longer instructions may move their targets out of reach.</summary>
internal static class ShortBranches
{
    private static readonly Dictionary<Code, OpCode> s_long = new()
    {
        [Code.Br_S] = OpCodes.Br, [Code.Brfalse_S] = OpCodes.Brfalse, [Code.Brtrue_S] = OpCodes.Brtrue, [Code.Beq_S] = OpCodes.Beq,
        [Code.Bge_S] = OpCodes.Bge, [Code.Bgt_S] = OpCodes.Bgt, [Code.Ble_S] = OpCodes.Ble, [Code.Blt_S] = OpCodes.Blt,
        [Code.Bne_Un_S] = OpCodes.Bne_Un, [Code.Bge_Un_S] = OpCodes.Bge_Un, [Code.Bgt_Un_S] = OpCodes.Bgt_Un,
        [Code.Ble_Un_S] = OpCodes.Ble_Un, [Code.Blt_Un_S] = OpCodes.Blt_Un, [Code.Leave_S] = OpCodes.Leave,
    };

    /// <summary>Gives all branches of a body four bytes.</summary>
    internal static void Widen(MethodBody body)
    {
        foreach (Instruction one in body.Instructions)
        {
            if (s_long.TryGetValue(one.OpCode.Code, out OpCode wide))
            {
                one.OpCode = wide;
            }
        }
    }
}

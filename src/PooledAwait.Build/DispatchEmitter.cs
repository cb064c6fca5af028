namespace PooledAwait.Build;

/// <summary>Adds the interfaces by which the variants of virtual methods are found, and makes classes implement them. Each type that
/// declares virtual methods has one such interface. For each method it has the variant, and a static method that calls are redirected to:
/// that one asks the object for the interface, and calls the original if the object doesn't implement it. Hidden interfaces are private,
/// and the assembly then ignores access checks to itself.</summary>
internal sealed class DispatchEmitter(
    ModuleDefinition module, References references, Awaits awaits, VariantTypes types, bool hides)
{
    private readonly Dictionary<TypeDefinition, TypeDefinition> _interfaces = [];
    private readonly Dictionary<TypeDefinition, TypeReference> _others = [];

    internal void AddInterfaces(IReadOnlyDictionary<TypeDefinition, List<MethodDefinition>> slots)
    {
        foreach (KeyValuePair<TypeDefinition, List<MethodDefinition>> pair in slots)
        {
            TypeDefinition type = pair.Key;
            TypeAttributes visibility = hides ? TypeAttributes.NestedPrivate : TypeAttributes.NestedAssembly;
            TypeDefinition own = new("", VariantTypes.NameOf(type), TypeAttributes.Interface | TypeAttributes.Abstract | visibility);
            Cloner.CopyParameters(type, own);
            foreach (GenericParameter parameter in own.GenericParameters)
            {
                parameter.Attributes &= ~GenericParameterAttributes.VarianceMask;
            }

            own.CustomAttributes.Add(references.CompilerGenerated());
            type.NestedTypes.Add(own);
            _interfaces.Add(type, own);
            foreach (MethodDefinition slot in pair.Value)
            {
                const MethodAttributes Abstract = MethodAttributes.Public | MethodAttributes.Abstract | MethodAttributes.Virtual
                    | MethodAttributes.HideBySig | MethodAttributes.NewSlot;
                MethodDefinition variant = NewMethod(own, slot, slot.Name, Abstract, Result(slot.ReturnType));
                AddCaller(own, slot, variant);
            }
        }
    }

    /// <summary>The static method that a virtual call is redirected to; null if it needs no dispatch, or its type has no
    /// interface.</summary>
    internal MethodReference? CallerOf(MethodReference element, MethodDefinition method, bool isDispatched)
    {
        TypeDefinition? other = types.InterfaceOf(method.DeclaringType);
        if (other is null ? !isDispatched || !_interfaces.ContainsKey(method.DeclaringType) : VariantTypes.CallerOf(other, method) is null)
        {
            return null;
        }

        TypeReference variants = InterfaceOf(method.DeclaringType, element.DeclaringType);
        MethodReference caller = References.Redeclare(element, method.Name, Result(element.ReturnType), variants);
        caller.HasThis = false;
        TypeReference declaring = element.DeclaringType.GetElementType();
        caller.Parameters.Insert(0, new ParameterDefinition(
            variants is GenericInstanceType
                ? References.Instantiate(declaring, variants.GetElementType().GenericParameters)
                : declaring));
        return caller;
    }

    /// <summary>Makes a class implement an interface of variants. A subclass that nobody rewrote may override only the original. So each
    /// variant is for objects of exactly this class, and calls the original for all others.</summary>
    internal void Implement(Implementation implementation, Func<MethodDefinition, bool> returnsOperation)
    {
        TypeDefinition type = implementation.Type;
        TypeReference variants = InterfaceOf(implementation.Declaring, implementation.Reference);
        type.Interfaces.Add(new InterfaceImplementation(variants));
        foreach ((MethodDefinition slot, (MethodDefinition Method, TypeReference Type)? body) in implementation.Slots)
        {
            const MethodAttributes Explicit = MethodAttributes.Private | MethodAttributes.Final | MethodAttributes.Virtual
                | MethodAttributes.HideBySig | MethodAttributes.NewSlot;
            MethodReference original = Declared(slot, slot.Name, references.Import(slot.ReturnType), implementation.Reference);
            MethodDefinition own = NewMethod(
                type,
                slot,
                $"{variants.FullName.Replace('/', '.')}.{slot.Name}",
                Explicit,
                Result(original.ReturnType),
                References.Arguments(implementation.Reference));
            while (type.Methods.Any(one => one != own && one.Name == own.Name && one.FullName == own.FullName))
            {
                // M(int) and M(T) of a base class A<int>.
                own.Name += "'";
            }

            own.Overrides.Add(Declared(slot, slot.Name, Result(original.ReturnType), variants));
            ILProcessor il = own.Body.GetILProcessor();
            Instruction fallback = il.Create(OpCodes.Ldarg_0);
            if (body is { } found)
            {
                if (!type.IsSealed)
                {
                    EmitTestOfType(il, type, fallback);
                }

                bool isOperation = returnsOperation(found.Method);
                TypeReference bodyResult = references.Import(found.Method.ReturnType);
                MethodReference variant = Declared(
                    found.Method,
                    found.Method.Name + VariantTypes.Suffix,
                    isOperation ? references.Pooled(bodyResult) : Result(bodyResult),
                    found.Type);
                EmitCall(il, OpCodes.Ldarg_0, OpCodes.Call, variant, own);
                if (isOperation)
                {
                    il.Emit(OpCodes.Call, awaits.ToValueTask(references.PooledTask(References.Arguments(own.ReturnType).FirstOrDefault())));
                }

                il.Emit(OpCodes.Ret);
                if (type.IsSealed)
                {
                    continue;
                }
            }

            il.Append(fallback);
            EmitCall(il, null, OpCodes.Callvirt, original, own);
            if (!References.IsValueTask(original.ReturnType))
            {
                il.Emit(OpCodes.Call, awaits.ToValueTask(TaskOf(own.ReturnType, original.ReturnType)));
            }

            il.Emit(OpCodes.Ret);
        }
    }

    /// <summary>The static method that calls are redirected to.</summary>
    private void AddCaller(TypeDefinition own, MethodDefinition slot, MethodDefinition variant)
    {
        const MethodAttributes Static = MethodAttributes.Public | MethodAttributes.Static | MethodAttributes.HideBySig;
        MethodDefinition caller = NewMethod(own, slot, slot.Name, Static, variant.ReturnType);
        caller.ImplAttributes |= (MethodImplAttributes)System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining;
        TypeReference declaring = OwnType(slot.DeclaringType);
        caller.Parameters.Insert(0, new ParameterDefinition("self", ParameterAttributes.None, declaring));
        TypeReference variants = OwnType(own);
        ILProcessor il = caller.Body.GetILProcessor();
        Instruction original = il.Create(OpCodes.Pop);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Isinst, variants);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Brfalse, original);
        EmitCall(il, null, OpCodes.Callvirt, Declared(slot, slot.Name, variant.ReturnType, variants), caller, first: 1);
        il.Emit(OpCodes.Ret);
        il.Append(original);
        EmitCall(il, OpCodes.Ldarg_0, OpCodes.Callvirt, Declared(slot, slot.Name, slot.ReturnType, declaring), caller, first: 1);
        if (!References.IsValueTask(slot.ReturnType))
        {
            il.Emit(OpCodes.Call, awaits.ToValueTask(slot.ReturnType));
        }

        il.Emit(OpCodes.Ret);
    }

    private void EmitTestOfType(ILProcessor il, TypeDefinition type, Instruction otherwise)
    {
        TypeReference runtimeType = references.OfTheCore("System", "Type");
        TypeReference handle = references.OfTheCore("System", "RuntimeTypeHandle", isValueType: true);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, new MethodReference("GetType", runtimeType, module.TypeSystem.Object) { HasThis = true });
        il.Emit(OpCodes.Ldtoken, OwnType(type));
        il.Emit(OpCodes.Call, new MethodReference("GetTypeFromHandle", runtimeType, runtimeType) { Parameters = { new(handle) } });
        il.Emit(
            OpCodes.Call,
            new MethodReference("op_Equality", module.TypeSystem.Boolean, runtimeType)
            {
                Parameters = { new(runtimeType), new(runtimeType) },
            });
        il.Emit(OpCodes.Brfalse, otherwise);
    }

    /// <summary>Calls a method with the arguments of the method that has the call.</summary>
    private static void EmitCall(
        ILProcessor il, OpCode? receiver, OpCode call, MethodReference called, MethodDefinition caller, int first = 0)
    {
        if (receiver is { } code)
        {
            il.Emit(code);
        }

        foreach (ParameterDefinition parameter in caller.Parameters.Skip(first))
        {
            il.Emit(OpCodes.Ldarg, parameter);
        }

        il.Emit(call, caller.HasGenericParameters ? References.Instantiate(called, caller.GenericParameters) : called);
    }

    private TypeReference InterfaceOf(TypeDefinition declaring, TypeReference reference)
    {
        if (!_interfaces.TryGetValue(declaring, out TypeDefinition? own))
        {
            if (!_others.TryGetValue(declaring, out TypeReference? other))
            {
                other = types.InterfaceOf(declaring)!.Module.Assembly.Name.Name == References.LibraryName
                    ? references.Library(References.RewritingSpace, types.InterfaceOf(declaring)!.Name)
                    : references.Import(types.InterfaceOf(declaring)!);
                _others.Add(declaring, other);
            }

            if (other.Scope is AssemblyNameReference { Name: not References.LibraryName } scope)
            {
                types.Used.Add(scope.Name);
            }

            return Instance(other);
        }

        return Instance(own);

        TypeReference Instance(TypeReference variants) =>
            reference is GenericInstanceType instance ? References.Instantiate(variants, instance.GenericArguments) : variants;
    }

    /// <summary>A type as its own members refer to it.</summary>
    private static TypeReference OwnType(TypeDefinition type) =>
        type.HasGenericParameters ? References.Instantiate(type, type.GenericParameters) : type;

    private TypeReference Result(TypeReference task) =>
        references.ValueTask(References.Arguments(task).Select(references.Import).FirstOrDefault());

    /// <summary>The Task that corresponds to a ValueTask.</summary>
    private static TypeReference TaskOf(TypeReference valueTask, TypeReference task) =>
        valueTask is GenericInstanceType instance ? References.Instantiate(task.GetElementType(), instance.GenericArguments) : task;

    /// <summary>A method with the parameters of one that may be another module's.</summary>
    private MethodReference Declared(MethodDefinition method, string name, TypeReference returns, TypeReference declaring)
    {
        MethodReference declared = References.Redeclare(method, name, returns, declaring);
        foreach (ParameterDefinition parameter in declared.Parameters)
        {
            parameter.ParameterType = references.Import(parameter.ParameterType);
        }

        return declared;
    }

    /// <summary>Adds a method with the parameters of a virtual one, in terms of a class's type arguments.</summary>
    private MethodDefinition NewMethod(
        TypeDefinition type, MethodDefinition slot, string name, MethodAttributes attributes, TypeReference returns,
        TypeReference[]? arguments = null)
    {
        MethodDefinition own = new(name, attributes, returns) { HasThis = (attributes & MethodAttributes.Static) == 0 };
        Cloner.CopyParameters(slot, own, type => Own(references.Import(type)));
        own.ReturnType = Own(returns);
        foreach (ParameterDefinition parameter in slot.Parameters)
        {
            TypeReference parameterType = Own(references.Import(parameter.ParameterType));
            own.Parameters.Add(new ParameterDefinition(parameter.Name, ParameterAttributes.None, parameterType));
        }

        type.Methods.Add(own);
        return own;

        // A type parameter of another module must not get in here: Cecil would read the attributes of members with that type.
        TypeReference Own(TypeReference one) => References.Substitute(one, arguments ?? [], [.. own.GenericParameters]);
    }
}

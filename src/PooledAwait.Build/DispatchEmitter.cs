namespace PooledAwait.Build;

/// <summary>Adds the interfaces by which the variants of virtual methods are found, and makes classes implement them. Each type that
/// declares virtual methods has one such interface. For each method it has the variant, and a static method that calls are redirected to:
/// that one asks the object for the interface, and calls the original if the object doesn't implement it. Hidden interfaces are private,
/// and the assembly then ignores access checks to itself.</summary>
internal sealed class DispatchEmitter(ModuleDefinition module, References references, Awaits awaits, Plan plan)
{
    private readonly Dictionary<TypeDefinition, TypeDefinition> _interfaces = [];

    internal void AddInterfaces()
    {
        bool hides = References.IsShownToProxies(module);
        TypeAttributes visibility = hides ? TypeAttributes.NestedPrivate : TypeAttributes.NestedAssembly;
        if (hides && plan.Slots.Count > 0)
        {
            plan.Types.Used.Add(module.Assembly.Name.Name);
        }

        foreach (KeyValuePair<TypeDefinition, List<MethodDefinition>> pair in plan.Slots)
        {
            TypeDefinition type = pair.Key;
            TypeDefinition own = new("", VariantTypes.NameOf(type), TypeAttributes.Interface | TypeAttributes.Abstract | visibility);
            Cloner.CopyParameters(type, own, module);
            foreach (GenericParameter parameter in own.GenericParameters)
            {
                parameter.Attributes &= ~GenericParameterAttributes.VarianceMask;
            }

            own.CustomAttributes.Add(references.NewAttribute(
                references.OfTheCore(References.CompilerServices, "CompilerGeneratedAttribute")));
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
        if (plan.Types.CallerOf(method) is null && !(isDispatched && _interfaces.ContainsKey(method.DeclaringType)))
        {
            return null;
        }

        TypeReference variants = InterfaceOf(method.DeclaringType, element.DeclaringType);
        MethodReference caller = References.Redeclare(element, method.Name, Result(element.ReturnType), variants);
        caller.HasThis = false;
        TypeReference declaring = element.DeclaringType.GetElementType();
        caller.Parameters.Insert(0, new ParameterDefinition(
            References.Instantiate(declaring, variants.GetElementType().GenericParameters)));
        return caller;
    }

    /// <summary>Makes a class implement an interface of variants. A subclass that nobody rewrote may override only the original. So each
    /// variant is for objects of exactly this class, and calls the original for all others.</summary>
    internal void Implement(Implementation implementation, Func<MethodDefinition, MethodDefinition> bodyOf)
    {
        TypeDefinition type = implementation.Type;
        TypeReference variants = InterfaceOf(implementation.Declaring, implementation.Reference);
        type.Interfaces.Add(new InterfaceImplementation(variants));
        foreach ((MethodDefinition slot, MethodOfType? body) in implementation.Slots)
        {
            const MethodAttributes Explicit = MethodAttributes.Private | MethodAttributes.Final | MethodAttributes.Virtual
                | MethodAttributes.HideBySig | MethodAttributes.NewSlot;
            MethodReference original = References.Redeclare(slot, slot.Name, references.Import(slot.ReturnType), implementation.Reference);
            string name = $"{variants.FullName.Replace('/', '.')}.{slot.Name}";
            TypeReference valueTask = Result(original.ReturnType);
            MethodDefinition own = NewMethod(type, slot, name, Explicit, valueTask, References.Arguments(implementation.Reference));
            while (type.Methods.Any(one => one != own && one.Name == own.Name && one.FullName == own.FullName))
            {
                // M(int) and M(T) of a base class A<int>.
                own.Name += "'";
            }

            own.Overrides.Add(References.Redeclare(slot, slot.Name, valueTask, variants));
            ILProcessor il = own.Body.GetILProcessor();
            Instruction fallback = il.Create(OpCodes.Ldarg_0);
            if (body is { } found)
            {
                if (!type.IsSealed)
                {
                    EmitTestOfType(il, type, fallback);
                }

                MethodDefinition variant = bodyOf(found.Method);
                il.Emit(OpCodes.Ldarg_0);
                EmitCall(il, OpCodes.Call, references.Variant(found.Method, variant, found.Type), own);
                if (References.IsOperation(variant))
                {
                    il.Emit(OpCodes.Call, awaits.ToValueTask(references.PooledTask(References.Arguments(own.ReturnType))));
                }

                il.Emit(OpCodes.Ret);
                if (type.IsSealed)
                {
                    continue;
                }
            }

            il.Append(fallback);
            EmitOriginal(il, original, own);
        }
    }

    /// <summary>The static method that calls are redirected to.</summary>
    private void AddCaller(TypeDefinition own, MethodDefinition slot, MethodDefinition variant)
    {
        const MethodAttributes Static = MethodAttributes.Public | MethodAttributes.Static | MethodAttributes.HideBySig;
        MethodDefinition caller = NewMethod(own, slot, slot.Name, Static, variant.ReturnType);
        caller.ImplAttributes |= (MethodImplAttributes)System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining;
        TypeReference declaring = References.Own(slot.DeclaringType);
        caller.Parameters.Insert(0, new ParameterDefinition("self", ParameterAttributes.None, declaring));
        TypeReference variants = References.Own(own);
        ILProcessor il = caller.Body.GetILProcessor();
        Instruction original = il.Create(OpCodes.Pop);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Isinst, variants);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Brfalse, original);
        EmitCall(il, OpCodes.Callvirt, References.Redeclare(slot, slot.Name, variant.ReturnType, variants), caller, first: 1);
        il.Emit(OpCodes.Ret);
        il.Append(original);
        il.Emit(OpCodes.Ldarg_0);
        EmitOriginal(il, References.Redeclare(slot, slot.Name, slot.ReturnType, declaring), caller, first: 1);
    }

    private void EmitTestOfType(ILProcessor il, TypeDefinition type, Instruction otherwise)
    {
        TypeReference runtimeType = references.OfTheCore("System", "Type");
        TypeReference handle = references.OfTheCore("System", "RuntimeTypeHandle", isValueType: true);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, new MethodReference("GetType", runtimeType, module.TypeSystem.Object) { HasThis = true });
        il.Emit(OpCodes.Ldtoken, References.Own(type));
        il.Emit(OpCodes.Call, new MethodReference("GetTypeFromHandle", runtimeType, runtimeType) { Parameters = { new(handle) } });
        il.Emit(
            OpCodes.Call,
            new MethodReference("op_Equality", module.TypeSystem.Boolean, runtimeType)
            {
                Parameters = { new(runtimeType), new(runtimeType) },
            });
        il.Emit(OpCodes.Brfalse, otherwise);
    }

    /// <summary>Calls the original, and returns its task as a ValueTask.</summary>
    private void EmitOriginal(ILProcessor il, MethodReference original, MethodDefinition caller, int first = 0)
    {
        EmitCall(il, OpCodes.Callvirt, original, caller, first);
        if (!References.IsValueTask(original.ReturnType))
        {
            TypeReference[] result = References.Arguments(caller.ReturnType);
            il.Emit(OpCodes.Call, awaits.ToValueTask(References.Instantiate(original.ReturnType.GetElementType(), result)));
        }

        il.Emit(OpCodes.Ret);
    }

    /// <summary>Calls a method with the arguments of the method that has the call.</summary>
    private static void EmitCall(ILProcessor il, OpCode call, MethodReference called, MethodDefinition caller, int first = 0)
    {
        foreach (ParameterDefinition parameter in caller.Parameters.Skip(first))
        {
            il.Emit(OpCodes.Ldarg, parameter);
        }

        il.Emit(call, References.Instantiate(called, caller.GenericParameters));
    }

    /// <summary>The interface of the variants of a type's methods, with the type's arguments.</summary>
    private TypeReference InterfaceOf(TypeDefinition declaring, TypeReference reference)
    {
        TypeDefinition variants = _interfaces.TryGetValue(declaring, out TypeDefinition? own) ? own : plan.Types.InterfaceOf(declaring)!;
        string assembly = variants.Module.Assembly.Name.Name;
        bool isFamily = assembly == References.LibraryName;
        if (variants.Module != module && !isFamily)
        {
            plan.Types.Used.Add(assembly);
        }

        return References.Instantiate(
            isFamily ? references.Library(References.RewritingSpace, variants.Name) : references.Import(variants),
            References.Arguments(reference));
    }

    /// <summary>The ValueTask that a variant returns for a task.</summary>
    private TypeReference Result(TypeReference task) =>
        references.ValueTask(Array.ConvertAll(References.Arguments(task), references.Import));

    /// <summary>Adds a method with the parameters of a virtual one, in terms of a class's type arguments.</summary>
    private MethodDefinition NewMethod(
        TypeDefinition type, MethodDefinition slot, string name, MethodAttributes attributes, TypeReference returns,
        TypeReference[]? arguments = null)
    {
        MethodDefinition own = new(name, attributes, returns);
        Cloner.CopyParameters(slot, own, module, type => Own(references.Import(type)));
        own.ReturnType = Own(returns);
        own.Parameters.AddRange(slot.Parameters.Select(
            one => new ParameterDefinition(one.Name, ParameterAttributes.None, Own(references.Import(one.ParameterType)))));
        Cloner.CopyAnalyses(slot, own, module);
        foreach (ParameterDefinition parameter in slot.Parameters)
        {
            Cloner.CopyAnalyses(parameter, own.Parameters[parameter.Index], module);
        }

        type.Methods.Add(own);
        return own;

        // A type parameter of another module must not get in here: Cecil would read the attributes of members with that type.
        TypeReference Own(TypeReference one) => References.Substitute(one, arguments ?? [], [.. own.GenericParameters]);
    }
}

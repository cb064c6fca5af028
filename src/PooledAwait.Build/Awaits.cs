namespace PooledAwait.Build;

/// <summary>The library's static methods that rewritten code calls. In methods with a builder of the library they replace the members of a
/// ValueTask's awaiter; they take the same addresses, so the code around them stays as it is.</summary>
internal sealed class Awaits(ModuleDefinition module, References references)
{
    private const string Variant = "Variant", ValueTaskAwaits = "ValueTaskAwaits";

    /// <summary>Redirects the awaits of all methods with a builder of the library, no matter who set it.</summary>
    internal void Redirect()
    {
        foreach (Instruction call in module.GetTypes().Where(StateMachine.HasOurBuilder).SelectMany(Model.InstructionsOf)
            .Where(static one => one.OpCode.Code == Code.Call))
        {
            if (call.Operand is GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted", HasThis: true } await
                && await.GenericArguments.Count == 2 && IsAwaiter(await.GenericArguments[0])
                && References.IsOurBuilder(await.DeclaringType))
            {
                call.Operand = Suspension(await.DeclaringType, await.GenericArguments[0], await.GenericArguments[1]);
            }
            else if (call.Operand is MethodReference { HasThis: true, HasParameters: false, Name: "get_IsCompleted" or "GetResult" } member
                && IsAwaiter(member.DeclaringType))
            {
                call.Operand = Member(member.Name.Replace("get_", ""), member.DeclaringType);
            }
        }
    }

    /// <summary>The method that returns the awaiter of a task that is passed by value; a configured one takes the argument of
    /// ConfigureAwait. The awaiter says what kind of task it is.</summary>
    internal MethodReference GetAwaiter(TypeReference awaiter, bool isConfigured)
    {
        bool isPooled = !References.IsOfTheFramework(awaiter);
        MethodReference method = New(isPooled ? ValueTaskAwaits : Variant, "GetAwaiter");
        TypeReference[] result = AddResult(method, awaiter);
        method.ReturnType = Of(awaiter, result);
        method.Parameters.Add(new ParameterDefinition(isPooled ? references.PooledTask(result) : references.ValueTask(result)));
        if (isConfigured)
        {
            method.Parameters.Add(new ParameterDefinition(module.TypeSystem.Boolean));
        }

        return References.Instantiate(method, References.Arguments(awaiter));
    }

    /// <summary>The method that makes a ValueTask of what a variant, or a method without one, returns.</summary>
    internal MethodReference ToValueTask(TypeReference task)
    {
        MethodReference method = New(Variant, References.IsTask(task) ? "Of" : "AsValueTask");
        TypeReference[] result = AddResult(method, task);
        method.ReturnType = references.ValueTask(result);
        method.Parameters.Add(new ParameterDefinition(Of(task, result)));
        return References.Instantiate(method, References.Arguments(task));
    }

    /// <summary>The method that takes a variant's operation which nobody awaits.</summary>
    internal MethodReference Forget(TypeReference task)
    {
        MethodReference method = New(Variant, nameof(Forget));
        method.Parameters.Add(new ParameterDefinition(references.PooledTask(AddResult(method, task))));
        return References.Instantiate(method, References.Arguments(task));
    }

    /// <summary>IsCompleted or GetResult of another awaiter.</summary>
    internal static MethodReference AwaiterMember(MethodReference member, TypeReference awaiter) =>
        new(
            member.Name,
            member.ReturnType is GenericParameter ? awaiter.GetElementType().GenericParameters[0] : member.ReturnType,
            awaiter) { HasThis = true };

    private static bool IsAwaiter(TypeReference type) =>
        References.IsOfTheFramework(type) && type.GetElementType() is { } element
        && (element.Namespace == References.CompilerServices ? element.Name is "ValueTaskAwaiter" or "ValueTaskAwaiter`1"
            : element is { Name: "ConfiguredValueTaskAwaiter", DeclaringType.Namespace: References.CompilerServices });

    /// <summary>IsCompleted or GetResult.</summary>
    private MethodReference Member(string name, TypeReference awaiter)
    {
        MethodReference method = New(ValueTaskAwaits, name);
        TypeReference[] result = AddResult(method, awaiter);
        method.Parameters.Add(new ParameterDefinition(new ByReferenceType(Of(awaiter, result))));
        method.ReturnType = name == "IsCompleted" ? module.TypeSystem.Boolean : result.FirstOrDefault() ?? module.TypeSystem.Void;
        return References.Instantiate(method, References.Arguments(awaiter));
    }

    private MethodReference Suspension(TypeReference builder, TypeReference awaiter, TypeReference stateMachine)
    {
        MethodReference method = New(ValueTaskAwaits, "AwaitUnsafeOnCompleted");
        method.GenericParameters.Add(new GenericParameter("TBuilder", method));
        method.GenericParameters.Add(new GenericParameter("TStateMachine", method));
        TypeReference[] own = [method.GenericParameters[0], Of(awaiter, AddResult(method, awaiter)), method.GenericParameters[1]];
        method.Parameters.AddRange(own.Select(static one => new ParameterDefinition(new ByReferenceType(one))));
        return References.Instantiate(method, [builder, stateMachine, .. References.Arguments(awaiter)]);
    }

    private MethodReference New(string type, string name) => new(
        name,
        module.TypeSystem.Void,
        references.Library(type == Variant ? References.RewritingSpace : References.BuildersSpace, type));

    /// <summary>Gives a method a type parameter for the result of a task or awaiter, if that has one.</summary>
    private static TypeReference[] AddResult(MethodReference method, TypeReference type)
    {
        if (type is GenericInstanceType)
        {
            method.GenericParameters.Add(new GenericParameter("T", method));
        }

        return [.. method.GenericParameters.Skip(method.GenericParameters.Count - References.Arguments(type).Length)];
    }

    private static TypeReference Of(TypeReference type, TypeReference[] result) =>
        References.Instantiate(type.GetElementType(), result);
}

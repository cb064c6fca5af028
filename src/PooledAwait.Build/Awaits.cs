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
        TypeReference[] configuration = isConfigured ? [module.TypeSystem.Boolean] : [];
        return Method(isPooled ? ValueTaskAwaits : Variant, "GetAwaiter", awaiter, (own, result) =>
            (own, [isPooled ? references.PooledTask(result) : references.ValueTask(result), .. configuration]));
    }

    /// <summary>The method that makes a ValueTask of what a variant, or a method without one, returns.</summary>
    internal MethodReference ToValueTask(TypeReference task) => Method(
        Variant, References.IsTask(task) ? "Of" : "AsValueTask", task, (own, result) => (references.ValueTask(result), [own]));

    /// <summary>The method that drops the result of a ValueTask.</summary>
    internal MethodReference WithoutResult(TypeReference valueTask) => Method(
        Variant, nameof(WithoutResult), valueTask, (own, _) => (references.ValueTask([]), [own]));

    /// <summary>The method that takes a variant's operation which nobody awaits.</summary>
    internal MethodReference Forget(TypeReference task) => Method(
        Variant, nameof(Forget), task, (_, result) => (module.TypeSystem.Void, [references.PooledTask(result)]));

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
    private MethodReference Member(string name, TypeReference awaiter) => Method(ValueTaskAwaits, name, awaiter, (own, result) => (
        name == "IsCompleted" ? module.TypeSystem.Boolean : result.FirstOrDefault() ?? module.TypeSystem.Void,
        [new ByReferenceType(own)]));

    private MethodReference Suspension(TypeReference builder, TypeReference awaiter, TypeReference stateMachine) => Method(
        ValueTaskAwaits,
        "AwaitUnsafeOnCompleted",
        awaiter,
        (own, all) => (module.TypeSystem.Void, Array.ConvertAll([all[0], own, all[1]], static one => new ByReferenceType(one))),
        builder,
        stateMachine);

    /// <summary>A method with type parameters for some types, and for the result of a task or awaiter, if that has one. Its return type and
    /// parameters are told by the task or awaiter with that type parameter, and by all type parameters.</summary>
    private MethodReference Method(
        string type, string name, TypeReference task,
        Func<TypeReference, TypeReference[], (TypeReference Returns, TypeReference[] Parameters)> signature, params TypeReference[] others)
    {
        MethodReference method = new(
            name,
            module.TypeSystem.Void,
            references.Library(type == Variant ? References.RewritingSpace : References.BuildersSpace, type));
        TypeReference[] arguments = [.. others, .. References.Arguments(task)];
        method.GenericParameters.AddRange(arguments.Select(_ => new GenericParameter(method)));
        TypeReference own = References.Instantiate(task.GetElementType(), method.GenericParameters.Skip(others.Length));
        (method.ReturnType, TypeReference[] parameters) = signature(own, [.. method.GenericParameters]);
        method.Parameters.AddRange(parameters.Select(static one => new ParameterDefinition(one)));
        return References.Instantiate(method, arguments);
    }
}

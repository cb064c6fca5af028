namespace PooledAwait.Build;

/// <summary>In methods with a builder of the library, replaces calls of a ValueTask's awaiter by calls of the library's static methods.
/// These take the same addresses, so the code around them stays as it is.</summary>
internal sealed class Awaits(ModuleDefinition module, References references)
{
    private const string Namespace = "System.Runtime.CompilerServices", Space = Namespace + ".";

    /// <summary>Redirects the awaits of all methods with a builder of the library, no matter who set it.</summary>
    internal void Redirect()
    {
        foreach (Instruction call in module.GetTypes().Where(StateMachine.HasOurBuilder).SelectMany(static type => type.Methods)
            .Where(static method => method.HasBody).SelectMany(static method => method.Body.Instructions)
            .Where(static one => one.OpCode.Code == Code.Call))
        {
            Redirect(call);
        }
    }

    /// <summary>The awaiter of a pooled task; the result's type is null without a result.</summary>
    internal TypeReference PooledAwaiter(TypeReference? result) =>
        references.Struct(nameof(PooledAwait), "PooledValueTaskAwaiter", result is null ? [] : [result]);

    /// <summary>The awaiter of a ValueTask of the framework.</summary>
    internal TypeReference ValueTaskAwaiter(TypeReference? result, bool isConfigured) => isConfigured
        ? references.Framework(Namespace, "ConfiguredValueTaskAwaitable", result, "ConfiguredValueTaskAwaiter")
        : references.Framework(Namespace, "ValueTaskAwaiter", result);

    /// <summary>The method that returns the awaiter of a task that is passed by value; a configured one takes the argument of
    /// ConfigureAwait.</summary>
    /// <param name="awaiter">The awaiter, which says what kind of task it is.</param>
    /// <param name="result">The result's type; null without a result.</param>
    /// <param name="isConfigured">Whether there is an argument.</param>
    internal MethodReference GetAwaiter(TypeReference awaiter, TypeReference? result, bool isConfigured)
    {
        bool isPooled = !References.IsOfTheFramework(awaiter);
        MethodReference method = isPooled ? NewMethod("GetAwaiter") : NewMember("GetAwaiter");
        GenericParameter? parameter = result is null ? null : Add(method, "T");
        method.ReturnType = Awaiter(awaiter, parameter);
        method.Parameters.Add(new ParameterDefinition(isPooled ? references.PooledTask(parameter) : references.ValueTask(parameter)));
        if (isConfigured)
        {
            method.Parameters.Add(new ParameterDefinition(module.TypeSystem.Boolean));
        }

        return result is null ? method : References.Instantiate(method, [result]);
    }

    /// <summary>The method that makes a ValueTask of what a variant, or a method without one, returns.</summary>
    internal MethodReference ToValueTask(TypeReference task)
    {
        TypeReference? result = References.Arguments(task).FirstOrDefault();
        MethodReference method = NewMember(References.IsTask(task) ? "Of" : "AsValueTask");
        GenericParameter? parameter = result is null ? null : Add(method, "T");
        method.ReturnType = references.ValueTask(parameter);
        method.Parameters.Add(new ParameterDefinition(
            result is null ? task : References.Instantiate(task.GetElementType(), [parameter!])));
        return result is null ? method : References.Instantiate(method, [result]);
    }

    /// <summary>The method that takes a variant's operation which nobody awaits.</summary>
    internal MethodReference Forget(TypeReference? result)
    {
        MethodReference method = NewMember(nameof(Forget));
        GenericParameter? parameter = result is null ? null : Add(method, "T");
        method.Parameters.Add(new ParameterDefinition(references.PooledTask(parameter)));
        return result is null ? method : References.Instantiate(method, [result]);
    }

    /// <summary>IsCompleted or GetResult of a pooled task's awaiter, in place of the framework's.</summary>
    internal static MethodReference AwaiterMember(MethodReference member, TypeReference awaiter) =>
        new(
            member.Name,
            member.ReturnType is GenericParameter ? awaiter.GetElementType().GenericParameters[0] : member.ReturnType,
            awaiter) { HasThis = true };

    private void Redirect(Instruction call)
    {
        if (call.Operand is GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted", HasThis: true } await
            && await.GenericArguments.Count == 2 && IsAwaiter(await.GenericArguments[0]) && References.IsOurBuilder(await.DeclaringType))
        {
            call.Operand = Suspension(await);
        }
        else if (call.Operand is MethodReference { HasThis: true, HasParameters: false, Name: "get_IsCompleted" or "GetResult" } member
            && IsAwaiter(member.DeclaringType))
        {
            call.Operand = Member(member);
        }
    }

    private static bool IsAwaiter(TypeReference type) =>
        References.IsOfTheFramework(type)
        && type.GetElementType().FullName is Space + "ValueTaskAwaiter" or Space + "ValueTaskAwaiter`1"
            or Space + "ConfiguredValueTaskAwaitable/ConfiguredValueTaskAwaiter"
            or Space + "ConfiguredValueTaskAwaitable`1/ConfiguredValueTaskAwaiter";

    /// <summary>IsCompleted or GetResult. If there is a result, its type is the method's only type parameter.</summary>
    private MethodReference Member(MethodReference member)
    {
        MethodReference method = NewMethod(member.Name.Replace("get_", ""));
        TypeReference? result = Result(member.DeclaringType);
        GenericParameter? parameter = result is null ? null : Add(method, "T");
        AddReference(method, Awaiter(member.DeclaringType, parameter));
        method.ReturnType = method.Name == "IsCompleted" ? module.TypeSystem.Boolean : parameter ?? module.TypeSystem.Void;
        return result is null ? method : References.Instantiate(method, [result]);
    }

    private GenericInstanceMethod Suspension(GenericInstanceMethod await)
    {
        MethodReference method = NewMethod(await.Name);
        AddReference(method, Add(method, "TBuilder"));
        GenericParameter stateMachine = Add(method, "TStateMachine");
        TypeReference? result = Result(await.GenericArguments[0]);
        AddReference(method, Awaiter(await.GenericArguments[0], result is null ? null : Add(method, "T")));
        AddReference(method, stateMachine);
        TypeReference[] arguments = [await.DeclaringType, await.GenericArguments[1]];
        return References.Instantiate(method, result is null ? arguments : [.. arguments, result]);
    }

    private MethodReference NewMember(string name) =>
        new(name, module.TypeSystem.Void, references.Library(References.RewritingSpace, "Variant"));

    private MethodReference NewMethod(string name) =>
        new(name, module.TypeSystem.Void, references.Library(References.BuildersSpace, "ValueTaskAwaits"));

    private static GenericParameter Add(MethodReference method, string name)
    {
        GenericParameter parameter = new(name, method);
        method.GenericParameters.Add(parameter);
        return parameter;
    }

    private static void AddReference(MethodReference method, TypeReference type) =>
        method.Parameters.Add(new ParameterDefinition(new ByReferenceType(type)));

    private static TypeReference? Result(TypeReference awaiter) => (awaiter as GenericInstanceType)?.GenericArguments[0];

    private static TypeReference Awaiter(TypeReference awaiter, GenericParameter? result) =>
        result is null ? awaiter : References.Instantiate(awaiter.GetElementType(), [result]);
}

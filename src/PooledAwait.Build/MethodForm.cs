namespace PooledAwait.Build;

/// <summary>What became of an async method, and why not more.</summary>
public sealed class MethodForm(string method, string form, string reason, int size, string returns)
{
    /// <summary>The forms, with the best one first.</summary>
    public const string NoTask = "no task", PooledValueTask = "pooled ValueTask", PooledTask = "pooled Task", Kept = "kept";

    public string Method => method;

    public string Form => form;

    /// <summary>What keeps the method from the form before this one; empty where there is none.</summary>
    public string Reason => reason;

    /// <summary>The bytes of its state machine in a process of 64 bits; only <see cref="Redirector.Foretell"/> measures them.</summary>
    public int Size => size;

    /// <summary>What it returns: Task, ValueTask, void, async iterator.</summary>
    public string Returns => returns;

    /// <summary>The forms as one sentence, without those that no method has.</summary>
    public static string Summary(IReadOnlyList<MethodForm> forms)
    {
        if (forms.Count == 0)
        {
            return "no async methods";
        }

        int noTask = Count(NoTask), valueTask = Count(PooledValueTask), task = Count(PooledTask);
        string pooled = string.Join(
            " and ", ((string[])[Text(valueTask, "ValueTask"), Text(task, "Task")]).Where(static text => text.Length > 0));
        string kept = string.Join(", ", forms.Where(static form => form.Form == Kept).GroupBy(static form => form.Returns)
            .OrderBy(static group => group.Key, StringComparer.Ordinal).Select(static group =>
                Text(group.Count(), group.Key + (group.Key == "async iterator" && group.Count() > 1 ? "s" : ""))));
        string[] parts =
        [
            Text(noTask, "without a task"),
            pooled.Length == 0 ? "" : pooled + " pooled",
            kept.Length == 0 ? "" : kept + " kept",
        ];
        return $"{forms.Count} async method{(forms.Count == 1 ? "" : "s")}: "
            + string.Join(", ", parts.Where(static part => part.Length > 0));

        int Count(string form) => forms.Count(one => one.Form == form);

        static string Text(int count, string what) => count == 0 ? "" : $"{count} {what}";
    }

    internal static MethodForm Of(StateMachine machine, Forms forms, bool hasNoTask, string? reason, bool withSize)
    {
        Builder builder = machine.Builder;
        string? kept = builder.Form == Forms.None ? builder.Returns == "void" ? "returns void" : "is an " + builder.Returns
            : machine.IsKept ? "names its builder with an attribute"
            : !machine.IsUnderstood ? "was changed by another tool"
            : (builder.Form & forms) == 0 ? "methods that return " + builder.Returns + " aren't chosen"
            : null;
        return new(
            NameOf(machine),
            kept is not null ? Kept : hasNoTask ? NoTask : builder.Form == Forms.ValueTask ? PooledValueTask : PooledTask,
            kept ?? (hasNoTask ? "" : reason ?? ""),
            withSize ? SizeOf(machine.Type, 0).Size : 0,
            builder.Returns);
    }

    /// <summary>The methods that the runtime suspends: they have the flag MethodImplAttributes.Async, which Cecil doesn't name.</summary>
    internal static IEnumerable<MethodForm> OfRuntimeAsync(ModuleDefinition module) =>
        module.GetTypes().SelectMany(static type => type.Methods)
            .Where(static method => (method.ImplAttributes & (MethodImplAttributes)0x2000) != 0)
            .Select(static method => new MethodForm(
                NameOf(method), Kept, "is compiled with runtime-async, and has no builder to replace", 0, "runtime-async"));

    private static string NameOf(StateMachine machine) =>
        machine.Kickoff is { } method ? NameOf(method) : NameOf(machine.Type);

    private static string NameOf(MethodDefinition method)
    {
        string parameters = string.Join(", ", method.Parameters.Select(static one => one.ParameterType.Name.Split('`')[0]));
        return $"{NameOf(method.DeclaringType)}.{method.Name}({parameters})";
    }

    private static string NameOf(TypeReference type) => type.FullName.Replace('/', '.');

    /// <summary>The size of a variable, and the boundary that it needs. The runtime puts large fields first, so that little is lost between
    /// them. What isn't known before the program runs, such as a type parameter, is as large as a reference.</summary>
    private static (int Size, int Boundary) SizeOf(TypeReference type, int depth)
    {
        const int Reference = 8, Deep = 20;
        switch (type.MetadataType)
        {
            case MetadataType.Boolean or MetadataType.Byte or MetadataType.SByte:
                return (1, 1);
            case MetadataType.Char or MetadataType.Int16 or MetadataType.UInt16:
                return (2, 2);
            case MetadataType.Int32 or MetadataType.UInt32 or MetadataType.Single:
                return (4, 4);
            case MetadataType.ValueType or MetadataType.GenericInstance when depth < Deep:
                break;
            default:
                // State machines of unoptimized code are classes; their fields count as well.
                if (depth > 0)
                {
                    return (Reference, Reference);
                }

                break;
        }

        TypeDefinition? definition = type.Resolve();
        if (definition is null || (depth > 0 && !definition.IsValueType))
        {
            return (Reference, Reference);
        }

        TypeReference[] arguments = References.Arguments(type);
        (int Size, int Boundary)[] fields =
        [
            .. definition.Fields.Where(static field => !field.IsStatic)
                .Select(field => SizeOf(References.Substitute(field.FieldType, arguments, []), depth + 1)),
        ];
        int boundary = fields.Select(static field => field.Boundary).DefaultIfEmpty(1).Max();
        int size = 0;
        foreach ((int fieldSize, int fieldBoundary) in fields.OrderByDescending(static field => field.Boundary))
        {
            size = RoundUp(size, fieldBoundary) + fieldSize;
        }

        return (Math.Max(Math.Max(RoundUp(size, boundary), definition.ClassSize), 1), boundary);

        static int RoundUp(int size, int boundary) => (size + boundary - 1) / boundary * boundary;
    }
}

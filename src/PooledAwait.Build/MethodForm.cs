namespace PooledAwait.Build;

/// <summary>What becomes of a method: whether it has a variant, which calls take it, and what becomes of the original.</summary>
public sealed class MethodForm
{
    /// <summary>What can become of an original.</summary>
    public const string PooledValueTask = "pooled ValueTask", PooledTask = "pooled Task", Kept = "kept";

    public string Method { get; internal set; } = "";

    /// <summary>Whether the method is async. Other methods pass a task on, are virtual, or belong to another assembly.</summary>
    public bool IsAsync { get; internal set; }

    public bool HasVariant { get; internal set; }

    /// <summary>Why it has no variant; empty if it has one.</summary>
    public string Reason { get; internal set; } = "";

    /// <summary>How many calls take the variant.</summary>
    public int PooledCalls => PooledIn.Count;

    /// <summary>For each call that takes the variant, the method that makes it, as metadata names it.</summary>
    public IReadOnlyList<string> PooledIn { get; internal set; } = [];

    /// <summary>For each other call, what becomes of the task.</summary>
    public IReadOnlyList<string> OtherCalls { get; internal set; } = [];

    public string Original { get; internal set; } = Kept;

    /// <summary>The bytes that a call which suspends allocates with the framework's builder and not with a variant, in a process of
    /// 64 bits; only <see cref="Redirector.Foretell"/> measures them.</summary>
    public int Bytes { get; internal set; }

    /// <summary>The counts as one sentence.</summary>
    public static string Summary(IReadOnlyList<MethodForm> forms)
    {
        int methods = forms.Count(static form => form.IsAsync);
        if (methods == 0)
        {
            return "no async methods";
        }

        int pooled = forms.Sum(static form => form.PooledCalls);
        int calls = pooled + forms.Sum(static form => form.OtherCalls.Count);
        int variants = forms.Count(static form => form.IsAsync && form.HasVariant);
        string originals = string.Join(" and ", forms.Where(static form => form.Original != Kept).GroupBy(static form => form.Original)
            .OrderByDescending(static group => group.Key, StringComparer.Ordinal)
            .Select(static group => $"{group.Count()} {group.Key.Substring(group.Key.IndexOf(' ') + 1)}"));
        return $"{Text(methods, "async method")}, {Text(calls, "call")}: {pooled} pooled "
            + $"({variants} method{(variants == 1 ? " has" : "s have")} a variant)"
            + (originals.Length == 0 ? "" : $"; also {originals} pooled for other callers");

        static string Text(int count, string what) => $"{count} {what}{(count == 1 ? "" : "s")}";
    }

    /// <summary>The methods of a module with a plan: those that are async, and the others that have variants.</summary>
    internal static IReadOnlyList<MethodForm> Of(ModuleDefinition module, Plan plan, bool withBytes) =>
    [
        .. plan.Model.Machines.Select(machine => Of(plan, machine, withBytes)),
        .. plan.Others.Select(method => Of(plan, method)),
        .. OfRuntimeAsync(module),
    ];

    private static MethodForm Of(Plan plan, StateMachine machine, bool withBytes)
    {
        MethodForm form = plan.Model.Find(machine.Kickoff) is { } method
            ? Of(plan, method)
            : new() { Method = NameOf(machine.Type), Reason = $"is an {machine.Builder.Returns}" };
        form.IsAsync = true;
        form.Original = !plan.Redirected.Contains(machine) ? Kept
            : machine.Builder.Form == Forms.ValueTask ? PooledValueTask
            : PooledTask;
        form.Bytes = withBytes && form.HasVariant ? BytesOf(machine) : 0;
        return form;
    }

    private static MethodForm Of(Plan plan, TaskMethod method)
    {
        bool hasVariant = method.Machine is null || plan.HasVariant(method);
        ILookup<bool, Call> calls = method.Calls.ToLookup(call => call.Original is null || plan.IsPassedOn(call));
        return new()
        {
            Method = NameOf(method.Definition),
            HasVariant = hasVariant,
            Reason = hasVariant ? "" : Plan.Refusal(method) ?? "no call is awaited at once",
            PooledIn =
            [
                .. calls[true].Select(static call => $"{call.Caller.DeclaringType.FullName.Replace('/', '+')}.{call.Caller.Name}"),
            ],
            OtherCalls = [.. calls[false].Select(static call => call.Original!)],
        };
    }

    /// <summary>The methods that the runtime suspends: they have the flag MethodImplAttributes.Async, which Cecil doesn't name.</summary>
    private static IEnumerable<MethodForm> OfRuntimeAsync(ModuleDefinition module) =>
        from type in module.GetTypes()
        from method in type.Methods
        where (method.ImplAttributes & (MethodImplAttributes)0x2000) != 0
        select new MethodForm
        {
            Method = NameOf(method),
            IsAsync = true,
            Reason = "is compiled with runtime-async, and has no builder to replace",
        };

    /// <summary>The framework's box of a suspended method: a Task, with the result and the state machine.</summary>
    private static int BytesOf(StateMachine machine)
    {
        const int Task = 72, Word = 8;
        TypeReference[] result = References.Arguments(machine.Kickoff!.ReturnType);
        int ofResult = result.Length == 0 ? Word : Math.Max(Word, RoundUp(SizeOf(result[0], 1).Size, Word));
        return Task - Word + ofResult + RoundUp(SizeOf(machine.Type, 0).Size, Word);
    }

    private static string NameOf(MethodDefinition method)
    {
        string parameters = string.Join(", ", method.Parameters.Select(static one => one.ParameterType.Name.Split('`')[0]));
        return $"{NameOf(method.DeclaringType)}.{method.Name}({parameters})";
    }

    private static string NameOf(TypeReference type) => type.FullName.Replace('/', '.');

    /// <summary>The size of a variable, and its alignment. The runtime puts large fields first, so that little is lost between them. A type
    /// that isn't known before the program runs, such as a type parameter, counts as a reference.</summary>
    private static (int Size, int Boundary) SizeOf(TypeReference type, int depth)
    {
        const int Reference = 8, Deep = 20;
        int size = type.MetadataType switch
        {
            MetadataType.Boolean or MetadataType.Byte or MetadataType.SByte => 1,
            MetadataType.Char or MetadataType.Int16 or MetadataType.UInt16 => 2,
            MetadataType.Int32 or MetadataType.UInt32 or MetadataType.Single => 4,
            _ => Reference,
        };

        // State machines of unoptimized code are classes; their fields count as well.
        bool hasFields = depth == 0 || (type.MetadataType is MetadataType.ValueType or MetadataType.GenericInstance && depth < Deep);
        if (!hasFields || type.Resolve() is not { } definition || (depth > 0 && !definition.IsValueType))
        {
            return (size, size);
        }

        TypeReference[] arguments = References.Arguments(type);
        (int Size, int Boundary)[] fields =
        [
            .. definition.Fields.Where(static field => !field.IsStatic)
                .Select(field => SizeOf(References.Substitute(field.FieldType, arguments, []), depth + 1)),
        ];
        int boundary = fields.Select(static field => field.Boundary).DefaultIfEmpty(1).Max();
        size = 0;
        foreach ((int fieldSize, int fieldBoundary) in fields.OrderByDescending(static field => field.Boundary))
        {
            size = RoundUp(size, fieldBoundary) + fieldSize;
        }

        return (Math.Max(Math.Max(RoundUp(size, boundary), definition.ClassSize), 1), boundary);
    }

    private static int RoundUp(int size, int boundary) => (size + boundary - 1) / boundary * boundary;
}

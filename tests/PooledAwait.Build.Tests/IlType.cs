using Mono.Cecil;

namespace PooledAwait.Build.Tests;

internal enum IlKind
{
    /// <summary>A class, interface or value type, with its arguments.</summary>
    Named,

    /// <summary>A parameter of the type whose code is read, or of its method; of a member's owner until arguments replace it.</summary>
    Var,
    MVar,
    Vector,
    Array,
    ByRef,

    /// <summary>To data or to a function.</summary>
    Pointer,

    /// <summary>With a modreq or a modopt: part of a signature, never on the stack.</summary>
    Modified,

    /// <summary>A value type or a parameter as an object.</summary>
    Boxed,

    /// <summary>References that come together where branches do.</summary>
    Union,
    Null,

    /// <summary>What ldftn leaves, for the constructor of a delegate.</summary>
    Method,

    /// <summary>What isn't known, after an error or without the assembly that declares it: everything fits.</summary>
    Any,

    /// <summary>One more argument behind others.</summary>
    List,
}

/// <summary>A type in a signature or on the stack. <see cref="IlTypes"/> makes one object for all equal ones.</summary>
internal sealed class IlType(IlKind kind, object? data, IlType[] parts)
{
    internal IlKind Kind => kind;

    /// <summary>A definition, a parameter's index, an array's rank, a method, whether a modifier is required, or a missing type's
    /// name.</summary>
    internal object? Data => data;

    /// <summary>The arguments of a named type, the element of another, or the members of a union.</summary>
    internal IlType[] Parts => parts;

    internal IlType Element => parts[0];

    internal TypeDefinition? Definition => data as TypeDefinition;

    internal bool IsParameter => kind is IlKind.Var or IlKind.MVar;

    internal bool IsStruct => Definition is { IsValueType: true };

    internal bool HasParameters { get; } = kind is IlKind.Var or IlKind.MVar || parts.Any(static part => part.HasParameters);

    internal bool HasMethodParameters { get; } = kind is IlKind.MVar || parts.Any(static part => part.HasMethodParameters);

    // Made when they are first asked for.
    internal IlType? Plain { get; set; }

    internal IlType? OnStack { get; set; }

    internal IlType? InMemory { get; set; }

    internal IlType? Base { get; set; }

    internal IlType[]? Interfaces { get; set; }

    public override string ToString() => kind switch
    {
        IlKind.Named => (Definition?.FullName ?? data) + (parts.Length == 0 ? "" : $"<{string.Join<IlType>(",", parts)}>"),
        IlKind.Var => $"!{data}",
        IlKind.MVar => $"!!{data}",
        IlKind.Vector => $"{Element}[]",
        IlKind.Array => $"{Element}[rank {data}]",
        IlKind.ByRef => $"{Element}&",
        IlKind.Pointer => "pointer",
        IlKind.Modified => $"{Element} mod({parts[1]})",
        IlKind.Boxed => $"boxed {Element}",
        IlKind.Union => string.Join<IlType>(" or ", parts),
        IlKind.Method => "method",
        _ => kind.ToString(),
    };
}

/// <summary>A method, field or signature that an instruction names, with the arguments in place of the parameters.</summary>
/// <param name="Definition">Null for the methods of arrays, for function pointers, and where its assembly is missing.</param>
internal sealed record IlMember(
    string Name, IMemberDefinition? Definition, IlType Owner, bool HasThis, IlType Type, IlType[] Parameters, IlType[] Arguments)
{
    /// <summary>Whether the owner's assembly is there, and has no such member.</summary>
    internal bool IsMissing { get; init; }
}

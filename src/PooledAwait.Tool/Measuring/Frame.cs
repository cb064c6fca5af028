namespace PooledAwait.Tool.Measuring;

/// <summary>A method on a stack.</summary>
/// <param name="Type">Its type, as metadata names it: nested types after a plus, without type arguments.</param>
/// <param name="Method">Its name.</param>
/// <param name="Module">The path of its assembly; empty if it isn't known.</param>
internal sealed record Frame(string Type, string Method, string Module)
{
    internal bool IsMoveNext => Method == "MoveNext" && StateMachineName.IsOne(Type);

    /// <summary>Reads a name such as <c>Shop.Orders`1[System.Int32]+&lt;GetAsync&gt;d__5.MoveNext(int32)</c>.</summary>
    internal static Frame Parse(string name, string module)
    {
        int signature = name.IndexOf('(', StringComparison.Ordinal);
        string full = TypeName.WithoutArguments(signature < 0 ? name : name[..signature]);

        // Constructors are named ".ctor".
        int end = full.EndsWith("..ctor", StringComparison.Ordinal) || full.EndsWith("..cctor", StringComparison.Ordinal)
            ? full.LastIndexOf("..", StringComparison.Ordinal)
            : full.LastIndexOf('.');
        return new(end < 0 ? "" : full[..end], full[(end + 1)..], module);
    }
}

/// <summary>Names of types as the runtime's events have them.</summary>
internal static class TypeName
{
    /// <summary>A name without what is in brackets.</summary>
    internal static string WithoutArguments(string name)
    {
        if (!name.Contains('[', StringComparison.Ordinal))
        {
            return name;
        }

        int depth = 0;
        return string.Concat(name.Where(one =>
        {
            depth += one == '[' ? 1 : 0;
            bool isOutside = depth == 0;
            depth -= one == ']' ? 1 : 0;
            return isOutside;
        }));
    }

    /// <summary>The type arguments.</summary>
    internal static IEnumerable<string> Arguments(string name)
    {
        int start = name.IndexOf('[', StringComparison.Ordinal) + 1, depth = 0;
        for (int i = start - 1; i >= 0 && i < name.Length; i++)
        {
            depth += name[i] switch { '[' => 1, ']' => -1, _ => 0 };
            if ((depth == 1 && name[i] == ',') || depth == 0)
            {
                yield return name[start..i];
                start = i + 1;
            }

            if (depth == 0)
            {
                yield break;
            }
        }
    }
}

/// <summary>The names that the compiler gives state machines: <c>Shop.Orders+&lt;GetAsync&gt;d__5</c>.</summary>
internal static class StateMachineName
{
    internal static bool IsOne(string type)
    {
        string last = type[(type.LastIndexOf('+') + 1)..];
        int end = last.LastIndexOf('>');
        return last.StartsWith('<') && end > 1 && end + 1 < last.Length && last[end + 1] == 'd';
    }

    /// <summary>The method's name in metadata.</summary>
    internal static string MethodOf(string type)
    {
        string last = type[(type.LastIndexOf('+') + 1)..];
        return last[1..last.LastIndexOf('>')];
    }

    /// <summary>The type that the method is in.</summary>
    internal static string TypeOf(string type) => type.LastIndexOf('+') is > 0 and int end ? type[..end] : "";

    /// <summary>The method as people wrote it.</summary>
    internal static string Written(string type)
    {
        string method = MethodOf(type);
        string owner = string.Join('.', TypeOf(type).Split('+').Where(static part => !part.StartsWith("<>", StringComparison.Ordinal))
            .Select(static part => part.Split('`')[0]));
        int close = method.LastIndexOf('>');
        if (!method.StartsWith('<') || close < 0)
        {
            return $"{owner}.{method}";
        }

        // <Main>$, <M>b__0_0 and <M>g__Local|0_0: the outermost method is the innermost name.
        string within = method[(method.LastIndexOf('<', close) + 1)..method.IndexOf('>', StringComparison.Ordinal)];
        string rest = method[(close + 1)..];
        return rest.StartsWith("g__", StringComparison.Ordinal) ? $"{owner}.{within}.{rest[3..].Split('|')[0]}"
            : rest.StartsWith("b__", StringComparison.Ordinal) ? $"a lambda in {owner}.{within}"
            : $"{owner}.{within}";
    }
}

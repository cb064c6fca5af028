using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Mono.Cecil;

namespace PooledAwait.Schedules;

/// <summary>The ordered accesses of the library and the writers of the state word, as docs/memory-ordering.md lists them.</summary>
internal static partial class Accesses
{
    private static readonly string[] s_rows = File.ReadAllLines(Path.Combine(Root(), "docs", "memory-ordering.md"));

    /// <summary>What the first table plants.</summary>
    internal static IReadOnlyList<Fault> Faults { get; } =
    [
        .. from row in s_rows
           let fault = Planted().Match(row)
           where fault.Success
           let calls = string.Join('+', Words().Matches(fault.Groups[2].Value).Select(static word => Call(word.Groups[1].Value)))
           from member in Members().Matches(fault.Groups[2].Value)
           select new Fault(fault.Groups[1].Value, member.Groups[1].Value, calls, fault.Groups[4].Value, fault.Groups[3].Value == "split"),
    ];

    /// <summary>What stays ordered by the second table, although no test fails without it.</summary>
    /// <returns>Members and calls; no call if the table means any.</returns>
    internal static IEnumerable<(string Member, string? Call)> Kept() =>
        from row in s_rows.SkipWhile(static row => row != "| access | why nothing breaks |").TakeWhile(static row => row.StartsWith('|'))
        let access = row.Split('|')[1]
        where !access.Contains("either", StringComparison.Ordinal)
        from phrase in Words().IsMatch(access) ? Phrases().Matches(access).Select(static match => match.Value) : [access]
        from member in Members().Matches(phrase)
        from call in Words().Matches(phrase).Select(static word => Call(word.Groups[1].Value)).DefaultIfEmpty()
        select (member.Groups[1].Value, call);

    /// <summary>The methods that write the state word, and by what.</summary>
    internal static IEnumerable<(string Member, string Call)> StateWordWriters() =>
        from row in s_rows.SkipWhile(static row => row != "| method | writes by | when |").Skip(2)
            .TakeWhile(static row => row.StartsWith('|'))
        let cells = row.Split('|')
        from write in cells[2].Split(',')
        select (Members().Match(cells[1]).Groups[1].Value, write.Trim() switch
        {
            "compare-and-swap" => nameof(Atomic.CompareExchange),
            "releasing store" => nameof(Atomic.Write),
            string other => other,
        });

    /// <summary>A method, or the property or event that it belongs to, as Type.Member without type arguments.</summary>
    internal static string NameOf(MethodDefinition method)
    {
        // The body of an async method is that of its state machine, <Method>d__1.MoveNext.
        TypeDefinition type = method.DeclaringType;
        string name = method.Name;
        if (type.Name.StartsWith('<') && type.DeclaringType is { } outer)
        {
            name = type.Name[1..type.Name.IndexOf('>', StringComparison.Ordinal)];
            type = outer;
        }

        name = Accessors().Replace(name, string.Empty);
        return type.Name.Split('`')[0] + (name.Length == 0 ? string.Empty : "." + name);
    }

    private static string Call(string word) => word switch
    {
        "read" => "Read",
        "write" => "Write",
        "exchange" => "Exchange",
        "fence" => "MemoryBarrier",
        _ => "CompareExchange",
    };

    private static string Root()
    {
        string? folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder!, "PooledAwait.slnx")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder!;
    }

    [GeneratedRegex(@"^\| (\w+) \| (the [^|]+) \| (plain|split) \| \[([^]]+)\]")]
    private static partial Regex Planted();

    [GeneratedRegex("the (read|write|compare-and-swap|exchange|fence)s?")]
    private static partial Regex Words();

    [GeneratedRegex(@"(the [a-z-]+ (and )?)+of `[^`]+`( \([^)]*\))?((,| and) `[^`]+`( \([^)]*\))?)*")]
    private static partial Regex Phrases();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Members();

    [GeneratedRegex(@"^(\.ctor|[gs]et_|add_|remove_)")]
    private static partial Regex Accessors();
}

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PooledAwait.Tests.Documents;

/// <summary>The XML documentation of each public member: all parameters, and the exceptions that its parameters imply.</summary>
public partial class PublicDocumentationTests
{
    private static readonly Dictionary<string, XElement> s_members =
        XElement.Load(Path.ChangeExtension(typeof(PooledValueTask).Assembly.Location, ".xml")).Descendants("member")
            .ToDictionary(static member => (string)member.Attribute("name")!);

    private static readonly Dictionary<string, Type> s_types =
        typeof(PooledValueTask).Assembly.GetExportedTypes().ToDictionary(static type => type.FullName!.Replace('+', '.'));

    [Fact]
    public void Members_ThatArePublic_AreFound() => Assert.InRange(Members().Count(), 250, int.MaxValue);

    [Fact]
    public void Parameters_OfEveryMember_AreDocumented() => Assert.Empty(
        from member in Members()
        where Texts(member, "param").Count(static text => text.Length != 0) < member.Parameters.Length
        select member.Id);

    [Fact]
    public void TypeParameters_OfEveryMethod_AreDocumented() => Assert.Empty(
        from member in Members()
        where Texts(member, "typeparam").Count(static text => text.Length != 0) < member.Arity
        select member.Id);

    /// <summary>A null argument, a time out of range: what the type of a parameter says of the exceptions of its method.</summary>
    [Fact]
    public void Exceptions_ThatParametersImply_AreDocumented() => Assert.Empty(
        from member in Members()
        let documented = Elements(member, "exception").Select(static element => (string)element.Attribute("cref")!).ToArray()
        from parameter in member.Parameters
        let expected = Implied(parameter)
        where expected is not null && !documented.Contains("T:System." + expected)
        select $"{member.Id}: {expected}");

    /// <summary>A setter that does not try throws when another one was faster.</summary>
    [Fact]
    public void Setters_OfTheSources_DocumentThatTheyThrow() => Assert.Empty(
        from member in Members()
        where Setter().IsMatch(member.Id)
        where Elements(member, "exception")
            .All(static exception => (string)exception.Attribute("cref")! != "T:System.InvalidOperationException")
        select member.Id);

    private static string? Implied(string parameter) => parameter switch
    {
        "System.TimeSpan" => nameof(ArgumentOutOfRangeException),
        "System.TimeProvider" or "System.Exception" => nameof(ArgumentNullException),
        _ when parameter.StartsWith("System.Func{", StringComparison.Ordinal)
            || parameter.StartsWith("System.Action", StringComparison.Ordinal)
            || parameter.StartsWith("System.Collections.Generic.IReadOnlyList{", StringComparison.Ordinal)
            || parameter.StartsWith("System.Threading.Tasks.Sources.", StringComparison.Ordinal) => nameof(ArgumentNullException),
        _ => null,
    };

    /// <summary>The public methods, constructors and properties that users call; awaiters and builders are the compiler's.</summary>
    private static IEnumerable<Member> Members() =>
        from entry in s_members
        let match = Id().Match(entry.Key)
        where match.Success
        let name = match.Groups["type"].Value
        where s_types.ContainsKey(name) && !name.Contains("Awaiter", StringComparison.Ordinal)
            && !name.Contains("MethodBuilder", StringComparison.Ordinal)
        let visible = s_types[name].GetMembers(
            BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
        where visible.Any(member => member.Name.Replace('.', '#') == match.Groups["name"].Value && !IsOverride(member))
        select new Member(
            entry.Key,
            entry.Value,
            [.. Parameters(match.Groups["parameters"].Value)],
            match.Groups["arity"].Length == 0 ? 0 : int.Parse(match.Groups["arity"].Value, CultureInfo.InvariantCulture));

    private static bool IsOverride(MemberInfo member) =>
        member is MethodInfo method && (method.GetBaseDefinition().DeclaringType != method.DeclaringType || method.Name is "Equals");

    /// <summary>The types in an id, which are separated by commas outside of braces.</summary>
    private static IEnumerable<string> Parameters(string list)
    {
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < list.Length; i++)
        {
            depth += list[i] == '{' ? 1 : list[i] == '}' ? -1 : 0;
            if (list[i] == ',' && depth == 0)
            {
                yield return list[begin..i];
                begin = i + 1;
            }
        }

        if (list.Length != 0)
        {
            yield return list[begin..];
        }
    }

    /// <summary>A member's elements of a name, those that it inherits by reference included.</summary>
    private static IEnumerable<XElement> Elements(Member member, string name) => Elements(member.Documentation, name, []);

    private static IEnumerable<XElement> Elements(XElement documentation, string name, HashSet<XElement> seen)
    {
        if (!seen.Add(documentation))
        {
            return [];
        }

        XElement[] own = [.. documentation.Elements(name)];
        XElement[] inherited =
        [
            .. from reference in documentation.Elements("inheritdoc")
               where reference.Attribute("path") is null && reference.Attribute("cref") is not null
               from element in s_members.TryGetValue((string)reference.Attribute("cref")!, out XElement? target)
                   ? Elements(target, name, seen)
                   : []
               select element,
        ];

        // An element of its own stands in place of the inherited one of the same name, as in an editor.
        return own.Concat(inherited.Where(element => name == "exception" || own.All(mine => Key(mine) != Key(element))));
    }

    private static string Key(XElement element) => (string?)element.Attribute("name") ?? string.Empty;

    private static IEnumerable<string> Texts(Member member, string name) => Elements(member, name).Select(Text);

    private static string Text(XElement element)
    {
        XElement copy = new(element);
        foreach (XElement reference in copy.Descendants().Where(static inner => inner.IsEmpty).ToArray())
        {
            reference.ReplaceWith("Code");
        }

        return string.Join(' ', copy.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    [GeneratedRegex(@"^[MP]:(?<type>PooledAwait\.[\w.`]+)\.(?<name>#?\w+)(?:``(?<arity>\d+))?(?:\((?<parameters>.*)\))?(?:~.*)?$")]
    private static partial Regex Id();

    [GeneratedRegex(@"^M:PooledAwait\.\w+Source(?:`1)?\.Set(?!StateMachine)\w+")]
    private static partial Regex Setter();

    private sealed record Member(string Id, XElement Documentation, string[] Parameters, int Arity);
}

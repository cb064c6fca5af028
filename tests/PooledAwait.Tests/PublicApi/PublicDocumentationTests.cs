namespace PooledAwait.Tests.PublicApi;

/// <summary>
/// Each parameter that a user fills in is documented. The compiler can't check that: it knows neither what a member inherits by
/// <c>inheritdoc</c> nor which members are public.
/// </summary>
public partial class PublicDocumentationTests
{
    private static readonly Dictionary<string, XElement> s_documented =
        XElement.Load(Path.ChangeExtension(typeof(PooledValueTask).Assembly.Location, ".xml")).Descendants("member")
            .ToDictionary(static member => (string)member.Attribute("name")!);

    [Fact]
    public void Parameters_OfEveryPublicMember_AreDocumented()
    {
        // Only compilers and rewritten code call awaiters and builders. An override has the documentation of its base.
        (string Member, string Parameter)[] parameters =
        [
            .. from type in typeof(PooledValueTask).Assembly.GetExportedTypes()
               where type.Namespace == nameof(PooledAwait) && !type.Name.Contains("Awaiter") && !type.Name.Contains("Builder")
               from method in type.GetMembers(
                   BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly).OfType<MethodBase>()
               where !method.IsSpecialName || method.IsConstructor
               where method is not MethodInfo { IsVirtual: true } and not MethodInfo { Name: "Equals" }
               from parameter in method.GetParameters()
               select ($"M:{type.FullName!.Replace('+', '.')}.{method.Name.Replace('.', '#')}", parameter.Name!),
        ];

        Assert.InRange(parameters.Length, 250, int.MaxValue);
        Assert.Empty(
            from overloads in parameters.GroupBy(static one => one.Member)
            let documented = s_documented.Where(member => Name().Match(member.Key).Value == overloads.Key).ToArray()
            from parameter in overloads.CountBy(static one => one.Parameter)
            where documented.Count(member => Documents(member.Value, parameter.Key)) < parameter.Value
            select $"{overloads.Key}: {parameter.Key}");
    }

    private static bool Documents(XElement member, string parameter) =>
        member.Elements("param").Any(param => (string?)param.Attribute("name") == parameter && param.Nodes().Any())
            || member.Elements("inheritdoc").Any(reference =>
                s_documented.TryGetValue((string?)reference.Attribute("cref") ?? "", out XElement? target) && Documents(target, parameter));

    [GeneratedRegex(@"^M:[\w.`]+?\.#?\w+(?=``|\(|~|$)")]
    private static partial Regex Name();
}

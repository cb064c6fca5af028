using System.Reflection;
using System.Runtime.CompilerServices;
using Mono.Cecil;

namespace PooledAwait.Build.Tests;

/// <summary>A rewritten assembly has all that the original has, and what it has more is found by no convention.</summary>
public sealed class MemberTests
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    private static readonly string s_packages = typeof(MemberTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(static data => data.Key == "PackageFolder").Value!;

    [Theory]
    [InlineData("npgsql/10.0.3/lib/net10.0/Npgsql.dll", 300)]
    [InlineData("dapper/2.1.86/lib/net10.0/Dapper.dll", 20)]
    [InlineData("mysqlconnector/2.6.2/lib/net10.0/MySqlConnector.dll", 80)]
    [InlineData("rabbitmq.client/7.2.2/lib/net8.0/RabbitMQ.Client.dll", 60)]
    [InlineData("mqttnet/5.2.0.1603/lib/net10.0/MQTTnet.dll", 40)]
    [InlineData("rebus/8.9.5/lib/net8.0/Rebus.dll", 60)]
    public void Package_ThatIsRewritten_HasTheOriginalsMembers(string path, int variants)
    {
        byte[] image = File.ReadAllBytes(Path.Combine(s_packages, path));
        (byte[] copy, _, Redirection redirection) = Compiled.Redirect(image, null, Forms.Awaited, References(), null);

        Assert.InRange(redirection.Methods.Count(static method => method.HasVariant), variants, int.MaxValue);
        Compare(image, copy);
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Fixture_ThatIsRewritten_HasTheOriginalsMembers(string language, bool optimized, string symbols, Forms forms)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols, forms);
        Compare(compiled.Image, compiled.CopyImage);
    }

    /// <summary>An obfuscator leaves state machines, but with names from which no method can be read.</summary>
    [Theory]
    [InlineData("cs")]
    [InlineData("vb")]
    public void Assembly_WithRenamedStateMachines_IsRewrittenAsTheOriginal(string language)
    {
        Compiled compiled = Compiled.Get(language, forms: Forms.Awaited);
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(compiled.Image));
        int number = 0;
        foreach (TypeDefinition machine in module.GetTypes().Where(
            static type => type.Interfaces.Any(static one => one.InterfaceType.Name == "IAsyncStateMachine")))
        {
            machine.Name = $"V{number++}";
        }

        using MemoryStream renamed = new();
        module.Write(renamed);
        (_, _, Redirection redirection) = Compiled.Redirect(renamed.ToArray(), null, Forms.Awaited, Compiled.References, null);

        Assert.Equal(compiled.Redirection.ToString(), redirection.ToString());
    }

    /// <summary>A trimmer would warn of a function that belongs to a method and to its variant.</summary>
    [Fact]
    public void Variant_ThatSharesNestedFunctions_SuppressesTheTrimmersWarning()
    {
        using ModuleDefinition copy = ModuleDefinition.ReadModule(new MemoryStream(Compiled.Get("cs", forms: Forms.Awaited).CopyImage));
        string[] suppressing =
        [
            .. copy.GetTypes().SelectMany(static type => type.Methods)
                .Where(static method => method.CustomAttributes.Any(
                    static one => one.AttributeType.Name == "UnconditionalSuppressMessageAttribute"
                        && one.ConstructorArguments[1].Value is "IL2117"))
                .Select(static method => method.Name),
        ];

        Assert.Contains("LocalFunctions$Pooled", suppressing);
        Assert.DoesNotContain("Spilled$Pooled", suppressing);
        Assert.All(suppressing, static name => Assert.EndsWith("$Pooled", name, StringComparison.Ordinal));
    }

    /// <summary>Whoever asks for a method by its name gets what the original gives: also an exception, where there are several.</summary>
    [Theory]
    [InlineData("cs")]
    [InlineData("vb")]
    public void Names_OfARewrittenAssembly_AreNotAmbiguous(string language)
    {
        Compiled compiled = Compiled.Get(language, forms: Forms.Awaited);
        int count = 0;
        foreach (Type original in compiled.Original.GetTypes())
        {
            Type copy = compiled.Copy.GetType(original.FullName!, throwOnError: true)!;
            foreach (string name in original.GetMethods(All).Select(static method => method.Name).Distinct())
            {
                foreach (BindingFlags more in (BindingFlags[])
                    [BindingFlags.Default, BindingFlags.DeclaredOnly, BindingFlags.FlattenHierarchy, BindingFlags.IgnoreCase])
                {
                    Assert.Equal(Find(original, name, All | more), Find(copy, name, All | more));
                    count++;
                }
            }

            Assert.Equal(Public(original), Public(copy));
            Assert.Equal(Attributes(original), Attributes(copy));
        }

        Assert.InRange(count, 500, int.MaxValue);

        static string Find(Type type, string name, BindingFlags flags)
        {
            try
            {
                return $"{type.GetMethod(name, flags)}";
            }
            catch (AmbiguousMatchException)
            {
                return $"{name} is ambiguous";
            }
        }

        static IEnumerable<string> Public(Type type) => type.GetMembers().Select(static member => $"{member.MemberType} {member}");

        // Two of one kind would be an exception for whoever asks for one.
        static IEnumerable<string> Attributes(Type type) => type.GetMethods(All | BindingFlags.DeclaredOnly)
            .Where(static method => !method.Name.Contains("$Pooled", StringComparison.Ordinal))
            .Select(static method => $"{method.Name} {method.GetCustomAttribute<AsyncStateMachineAttribute>()?.StateMachineType.FullName}");
    }

    private static void Compare(byte[] original, byte[] copy)
    {
        using ModuleDefinition before = ModuleDefinition.ReadModule(new MemoryStream(original));
        using ModuleDefinition after = ModuleDefinition.ReadModule(new MemoryStream(copy));
        Contains("attributes", Attributes(before.Assembly), Attributes(after.Assembly));
        Equal("resources", before.Resources.Select(Describe), after.Resources.Select(Describe));
        Equal("forwards", before.ExportedTypes.Select(static one => one.FullName), after.ExportedTypes.Select(static one => one.FullName));
        Dictionary<string, TypeDefinition> types = after.GetTypes().ToDictionary(static type => type.FullName);
        string[] names = [.. before.GetTypes().Select(static type => type.FullName)];
        Equal("order", names, types.Keys.Intersect(names));
        foreach (TypeDefinition type in before.GetTypes())
        {
            TypeDefinition own = types[type.FullName];
            Equal(type.FullName, Describe(type), Describe(own));
            Contains(type.FullName, type.Interfaces.Select(Describe), own.Interfaces.Select(Describe));
            Contains(type.FullName, type.Methods.Select(Describe), own.Methods.Select(Describe));
            Contains(type.FullName, type.Properties.Select(Describe), own.Properties.Select(Describe));
            Contains(type.FullName, type.Events.Select(Describe), own.Events.Select(Describe));

            // A state machine's fields have the builder and awaiters of what it awaits now.
            bool isStateMachine = type.Interfaces.Any(static one => one.InterfaceType.Name == "IAsyncStateMachine");
            Contains(
                type.FullName,
                type.Fields.Where(field => !isStateMachine || !IsOfAnAwait(field)).Select(Describe),
                own.Fields.Where(field => !isStateMachine || !IsOfAnAwait(field)).Select(Describe));
            HashSet<string> methods = [.. type.Methods.Select(static method => method.Name)];
            foreach (MethodDefinition added in own.Methods.Where(method => !type.Methods.Any(one => Describe(one) == Describe(method))))
            {
                Assert.False(methods.Contains(added.Name), $"{added} has the name of an original.");
                Assert.False(added.IsPublic || added.IsFamily || added.IsFamilyOrAssembly, $"{added} is visible.");
            }
        }

        foreach (TypeDefinition added in types.Values.Where(type => !names.Contains(type.FullName)))
        {
            Assert.False(
                added.IsPublic || added.IsNestedPublic || added.IsNestedFamily || added.IsNestedFamilyOrAssembly, $"{added} is visible.");
        }
    }

    private static bool IsOfAnAwait(FieldDefinition field) =>
        field.FieldType.Name.Contains("Builder", StringComparison.Ordinal)
        || field.FieldType.Name.Contains("Awaiter", StringComparison.Ordinal)
        || field.Name.StartsWith("<>u__", StringComparison.Ordinal) || field.Name.StartsWith("$A", StringComparison.Ordinal);

    private static void Equal(string of, IEnumerable<string> original, IEnumerable<string> copy)
    {
        string[] first = [.. original], second = [.. copy];
        Assert.True(first.SequenceEqual(second), $"{of}: {Lines(first.Except(second))} | {Lines(second.Except(first))}");

        static string Lines(IEnumerable<string> lines) => string.Join(Environment.NewLine, lines);
    }

    /// <summary>The copy has the same in the same order; what it has more is beside them.</summary>
    private static void Contains(string of, IEnumerable<string> original, IEnumerable<string> copy)
    {
        HashSet<string> all = [.. original];
        Equal(of, original, copy.Where(all.Contains));
    }

    private static IEnumerable<string> Describe(TypeDefinition type) =>
    [
        $"{type.FullName} {type.Attributes} {type.BaseType} {type.PackingSize} {type.ClassSize}",
        .. type.GenericParameters.Select(Describe), .. Attributes(type),
    ];

    private static string Describe(Resource resource) => $"{resource.Name} {resource.Attributes}";

    private static string Describe(InterfaceImplementation one) => $"{one.InterfaceType} {Join(Attributes(one))}";

    private static string Describe(MethodDefinition method) =>
        $"{method.FullName} {method.Attributes} {method.ImplAttributes} {method.CallingConvention} {method.HasThis} "
        + $"{method.PInvokeInfo?.EntryPoint} {Join(method.GenericParameters.Select(Describe))} {Join(method.Overrides)} "
        + $"{Join(method.Parameters.Select(Describe))} {Join(Attributes(method))} {Join(Attributes(method.MethodReturnType))} "
        + $"{method.Body?.InitLocals}";

    private static string Describe(ParameterDefinition one) =>
        $"{one.Name} {one.ParameterType} {one.Attributes} {one.Constant} {Join(Attributes(one))}";

    private static string Describe(FieldDefinition field) =>
        $"{field.FullName} {field.Attributes} {field.Constant} {field.Offset} {field.InitialValue?.Length} {Join(Attributes(field))}";

    private static string Describe(PropertyDefinition property) =>
        $"{property.FullName} {property.Attributes} {property.GetMethod} {property.SetMethod} {Join(Attributes(property))}";

    private static string Describe(EventDefinition one) =>
        $"{one.FullName} {one.Attributes} {one.AddMethod} {one.RemoveMethod} {Join(Attributes(one))}";

    private static string Describe(GenericParameter parameter) =>
        $"{parameter.Name} {parameter.Attributes} {Join(parameter.Constraints.Select(static one => one.ConstraintType))} "
        + Join(Attributes(parameter));

    private static string Join(IEnumerable<object> values) => string.Join(' ', values);

    private static IEnumerable<string> Attributes(Mono.Cecil.ICustomAttributeProvider provider) => provider.CustomAttributes.Select(
        static one => $"{one.Constructor} {Convert.ToHexString(one.GetBlob())}");

    /// <summary>The framework, and what the packages refer to for their constants and interfaces.</summary>
    private static List<string> References() =>
    [
        .. Compiled.References,
        .. ((string[])["Logging", "DependencyInjection"]).Select(static part => $"Microsoft.Extensions.{part}.Abstractions").Select(
            static name => Path.Combine(s_packages, $"{name.ToLowerInvariant()}/10.0.0/lib/net8.0/{name}.dll")),
        Path.Combine(s_packages, "newtonsoft.json/13.0.4/lib/net6.0/Newtonsoft.Json.dll"),
    ];
}

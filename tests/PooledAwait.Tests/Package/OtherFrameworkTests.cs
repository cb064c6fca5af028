using Mono.Cecil;
using MethodAttributes = Mono.Cecil.MethodAttributes;

namespace PooledAwait.Tests.Package;

/// <summary>
/// The library where the framework's interfaces have one member more, or less: a copy that lacks the implementation of a member, or has
/// that of an unknown one. The smoke program runs on it by delegates, and says so.
/// </summary>
public sealed class OtherFrameworkTests : IDisposable
{
    private const string Box = "IAsyncStateMachineBox";
    private const string Follower = "ITaskCompletionAction";

    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.OtherFramework.").FullName;

    [Fact]
    public void Program_WithTheLibraryAsItIs_HasItsBoxesRecognized() => Assert.StartsWith("Boxes are recognized.", Run(change: null));

    [Theory]
    [InlineData(Box, "get_MoveNextAction")]
    [InlineData(Box, "ClearStateUponCompletion")]
    [InlineData(Follower, "Invoke")]
    public void Program_WhereTheFrameworkHasOneMemberMore_WorksByDelegates(string of, string member) =>
        Assert.StartsWith("Boxes are not recognized: TypeLoadException", Run(type => RemoveImplementation(type, of, member), "delegates"));

    [Theory]
    [InlineData(Box)]
    [InlineData(Follower)]
    public void Program_WhereTheFrameworkHasOneMemberLess_WorksByDelegates(string of) =>
        Assert.StartsWith("Boxes are not recognized: MissingMethodException", Run(type => ImplementUnknownMember(type, of), "delegates"));

    [Fact]
    public void Program_WithTheSwitchOff_WorksByDelegates()
    {
        string output = Run(change: null, "delegates", turnOff: true);
        Assert.StartsWith($"Boxes are not recognized: the switch {PrivateFields.Switch} is false.", output);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Runs the smoke program on a copy of the library.</summary>
    /// <param name="change">Changes a type that implements an interface of the framework; null for none.</param>
    /// <param name="argument">The program's, if any.</param>
    /// <param name="turnOff">Whether the program has the switch.</param>
    /// <returns>What it writes.</returns>
    private string Run(Func<TypeDefinition, bool>? change, string? argument = null, bool turnOff = false)
    {
        const string Program = "PooledAwait.Smoke";
        foreach (string file in (string[])[Program + ".dll", Program + ".runtimeconfig.json", "PooledAwait.Net.dll"])
        {
            File.Copy(Path.Combine(AppContext.BaseDirectory, file), Path.Combine(_folder, file));
        }

        if (change is not null)
        {
            string library = Path.Combine(_folder, "PooledAwait.Net.dll");
            using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(new MemoryStream(File.ReadAllBytes(library)));
            Assert.InRange(assembly.MainModule.GetTypes().Count(change), 2, 10);
            assembly.Write(library);
        }

        if (turnOff)
        {
            string configuration = Path.Combine(_folder, Program + ".runtimeconfig.json");
            string text = File.ReadAllText(configuration);
            const string Properties = "\"configProperties\": {";
            Assert.Contains(Properties, text);
            File.WriteAllText(configuration, text.Replace(Properties, $"{Properties} \"{PrivateFields.Switch}\": false,"));
        }

        IEnumerable<string> arguments = ["exec", Path.Combine(_folder, Program + ".dll")];
        return DotNetCommand.Run(_folder, [.. argument is null ? arguments : arguments.Append(argument)]);
    }

    private static bool RemoveImplementation(TypeDefinition type, string of, string member) =>
        Implements(type, of) && type.Methods.Remove(type.Methods.Single(
            method => method.Name == member || method.Overrides.Any(overridden => overridden.Name == member)));

    private static bool ImplementUnknownMember(TypeDefinition type, string of)
    {
        if (!Implements(type, of))
        {
            return false;
        }

        MethodDefinition method = new(
            "Gone",
            MethodAttributes.Private | MethodAttributes.Virtual | MethodAttributes.NewSlot | MethodAttributes.Final,
            type.Module.TypeSystem.Void);
        method.Body.GetILProcessor().Emit(Mono.Cecil.Cil.OpCodes.Ret);
        TypeReference declaring = type.Interfaces.Single(implemented => implemented.InterfaceType.Name == of).InterfaceType;
        method.Overrides.Add(new MethodReference("Gone", type.Module.TypeSystem.Void, declaring) { HasThis = true });
        type.Methods.Add(method);
        return true;
    }

    private static bool Implements(TypeDefinition type, string of) =>
        type.Interfaces.Any(implemented => implemented.InterfaceType.Name == of);
}

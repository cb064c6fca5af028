using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Build.Tests;

/// <summary>Awaits of a ValueTask in methods with a builder of the library; compared by <see cref="RedirectorTests"/>.</summary>
public sealed class AwaitsTests
{
    [Theory]
    [InlineData("cs", true)]
    [InlineData("cs", false)]
    public void Awaits_InPooledMethods_CallTheLibrary(string language, bool optimized)
    {
        Compiled compiled = Compiled.Get(language, optimized, optimized ? "portable" : "embedded");

        Assert.DoesNotContain(Calls(compiled.CopyImage, ours: true), IsAwaitersOrBuilders);
        string[] library =
        [
            .. Calls(compiled.CopyImage, ours: true).Where(static call => call.DeclaringType.Name == "ValueTaskAwaits")
                .Select(static call => $"{call.Name}({string.Join(' ', call.Parameters.Select(static one => one.ParameterType.Name))})"),
        ];
        foreach (string awaiter in (string[])["ValueTaskAwaiter&", "ValueTaskAwaiter`1&", "ConfiguredValueTaskAwaiter&"])
        {
            Assert.Contains($"IsCompleted({awaiter})", library);
            Assert.Contains($"GetResult({awaiter})", library);
            Assert.Contains(library, call => call.StartsWith($"AwaitUnsafeOnCompleted(!!0& {awaiter} ", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Awaits_InOtherMethods_Stay()
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        byte[] tasks = Compiled.Redirect(compiled.Image, null, Forms.Task, Compiled.References, null).Assembly;

        Assert.NotEqual(0, Calls(tasks, ours: false).Count(IsAwaitersOrBuilders));
    }

    [Theory]
    [InlineData("Twice")]
    [InlineData("TwiceConfigured")]
    public void PooledResult_ConsumedTwice_Throws(string method) => Watchdog.Run(() =>
    {
        Assembly copy = Compiled.Get("cs", true, "portable").Copy;
        Task task = (Task)copy.GetType("Fixture.Misuse", throwOnError: true)!.GetMethod(method)!.Invoke(null, [])!;
        copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.Invoke(null, []);

        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().GetResult());
    });

    private static bool IsAwaitersOrBuilders(MethodReference call) =>
        (call.DeclaringType.Name.StartsWith("ValueTaskAwaiter", StringComparison.Ordinal)
            || call.DeclaringType.Name == "ConfiguredValueTaskAwaiter"
            || (call is GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted", HasThis: true } await
                && (await.GenericArguments[0].Name.StartsWith("ValueTaskAwaiter", StringComparison.Ordinal)
                    || await.GenericArguments[0].Name == "ConfiguredValueTaskAwaiter")));

    /// <summary>The calls in state machines with a builder of ours, or in all others.</summary>
    private static List<MethodReference> Calls(byte[] image, bool ours)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(image));
        return
        [
            .. from type in module.GetTypes()
               where type.Interfaces.Any(static one => one.InterfaceType.Name == "IAsyncStateMachine")
                   && ours == type.Fields.Any(static field => field.FieldType.Scope.Name == "PooledAwait.Net")
               from method in type.Methods
               where method.HasBody
               from instruction in method.Body.Instructions
               where instruction.OpCode.Code == Code.Call
               select (MethodReference)instruction.Operand,
        ];
    }
}

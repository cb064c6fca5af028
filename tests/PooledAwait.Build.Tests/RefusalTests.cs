using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

namespace PooledAwait.Build.Tests;

/// <summary>What can't be redirected says why; what can't stay is noted.</summary>
public sealed class RefusalTests
{
    [Fact]
    public void Assembly_ThatIsRedirectedAlready_IsRefused() =>
        Refused(Compiled.Get("cs", true, "portable").CopyImage, "it is redirected already");

    [Fact]
    public void Library_Itself_IsRefused() =>
        Refused(File.ReadAllBytes(typeof(PooledValueTask).Assembly.Location), "it is the library itself");

    [Fact]
    public void CoreLibrary_IsRefused() =>
        Refused(File.ReadAllBytes(typeof(object).Assembly.Location), "it is the runtime's core library");

    [Fact]
    public void File_ThatIsNoAssembly_IsRefused() =>
        Refused(Encoding.UTF8.GetBytes(new string('x', 1000)), "it is not an assembly of .NET");

    /// <summary>The framework's own assemblies have native code beside their IL.</summary>
    [Fact]
    public void NativeCode_OfAReadyToRunAssembly_IsDroppedWithANote()
    {
        byte[] assembly = File.ReadAllBytes(
            Compiled.References.Single(static path => Path.GetFileName(path) == "System.Net.Http.dll"));
        (byte[] copy, _, Redirection redirection) = Redirector.Redirect(
            assembly, null, Forms.Task | Forms.ValueTask, Compiled.References, null);

        Assert.Contains(redirection.Notes, static note => note.Contains("ReadyToRun", StringComparison.Ordinal));
        Assert.Contains(redirection.Notes, static note => note.Contains("strong name", StringComparison.Ordinal));
        Assert.True(redirection.Redirected > 20, redirection.ToString());
        Assert.Equal(0, redirection.NotUnderstood);
        Assert.True(copy.Length < assembly.Length);
    }

    /// <summary>The size of a constant is known to its enum type alone; the fixture has one of the framework's.</summary>
    [Fact]
    public void Constants_OfTheFrameworksEnums_NeedNoReferences()
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        (byte[] copy, byte[]? symbols, _) = Redirector.Redirect(
            compiled.Image, compiled.Symbols, Forms.Task | Forms.ValueTask, [], null);

        Assert.Equal(compiled.CopyImage, copy);
        Assert.Equal(compiled.CopySymbols, symbols);
    }

    /// <summary>Redirected assemblies refer to the library by this assembly's version and key.</summary>
    [Fact]
    public void Identity_OfTheTask_IsTheLibrarys()
    {
        AssemblyName library = typeof(PooledValueTask).Assembly.GetName();
        AssemblyName task = typeof(Redirector).Assembly.GetName();
        AssemblyName reference = Compiled.Get("cs", true, "portable").Copy.GetReferencedAssemblies()
            .Single(static name => name.Name == "PooledAwait.Net");

        Assert.Equal(library.Version, task.Version);
        Assert.Equal(library.GetPublicKeyToken(), task.GetPublicKeyToken());
        Assert.Equal(library.FullName, reference.FullName);
    }

    private static void Refused(byte[] assembly, string reason)
    {
        RefusedException refusal = Assert.Throws<RefusedException>(
            () => Redirector.Redirect(assembly, null, Forms.Task, Compiled.References, null));
        Assert.Equal(reason, refusal.Message);
    }
}

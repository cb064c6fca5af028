using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;

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

    /// <summary>Symbols that can't go into a portable PDB do not vanish without a word.</summary>
    [Theory]
    [InlineData("Microsoft C/C++ MSF 7.00", "a Windows PDB")]
    [InlineData(null, "of another build")]
    public void Symbols_ThatAreNotTheAssemblysPortableOnes_AreDroppedWithANote(string? text, string note)
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        byte[] symbols = text is null ? Compiled.Get("vb", true, "portable").Symbols! : Encoding.UTF8.GetBytes(text);
        (_, byte[]? copied, Redirection redirection) = Redirector.Redirect(
            compiled.Image, symbols, Forms.Task, Compiled.References, null);

        Assert.Null(copied);
        Assert.Contains(redirection.Notes, one => one.Contains(note, StringComparison.Ordinal));
        Assert.Empty(compiled.Redirection.Notes);
    }

    /// <summary>Two builds of one project may do the same at the same time.</summary>
    [Fact]
    public void Write_OfOneFileByMany_LeavesItsContentAndNothingElse()
    {
        const int Files = 100;
        DirectoryInfo folder = Directory.CreateTempSubdirectory("PooledAwait.Build.");
        try
        {
            byte[] content = [.. Enumerable.Range(0, 50_000).Select(static number => (byte)number)];
            for (int i = 0; i < Files; i++)
            {
                string path = Path.Combine(folder.FullName, $"{i}.dll");
                if (i % 2 == 1)
                {
                    File.WriteAllText(path, "of an earlier build");
                }

                Watchdog.Run(() => Parallel.For(0, 8, _ => SharedFile.Write(path, content)));
                Assert.Equal(content, File.ReadAllBytes(path));
            }

            Assert.Equal(Files, folder.GetFiles().Length);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
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
        Assert.NotEmpty(library.GetPublicKeyToken()!);
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

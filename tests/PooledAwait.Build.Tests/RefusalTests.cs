using System.Reflection;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Build.Tests;

/// <summary>What can't be redirected says why; what is lost is noted.</summary>
public sealed class RefusalTests
{
    private static readonly string s_key = Compiled.Metadata("KeyFile");

    [Fact]
    public void File_ThatCanNotBeRewritten_IsRefusedWithTheReason()
    {
        Refused(Compiled.Get("cs", true, "portable").CopyImage, "it has been rewritten already");
        Refused(File.ReadAllBytes(typeof(PooledValueTask).Assembly.Location), "it is the library itself");
        Refused(File.ReadAllBytes(typeof(object).Assembly.Location), "it is the runtime's core library");
        Refused(Encoding.UTF8.GetBytes(new string('x', 1000)), "it is not an assembly of .NET");
    }

    /// <summary>Before variants, a copy was marked with the kinds of methods alone.</summary>
    [Fact]
    public void Copy_OfAnEarlierVersion_IsNotLinked()
    {
        byte[] copy = [.. Compiled.Get("cs", true, "portable").CopyImage];
        Assert.Single(Linked(copy));
        Span<byte> mark = copy.AsSpan()[copy.AsSpan().IndexOf("PooledAwait.Redirected"u8)..];
        "Earlier"u8.CopyTo(mark[mark.IndexOf("Awaited"u8)..]);
        Assert.Empty(Linked(copy));
        Refused(copy, "it has been rewritten already");

        static IReadOnlyList<string> Linked(byte[] assembly)
        {
            using TemporaryFolder folder = new("PooledAwait.Build.");
            string path = Path.Combine(folder.Path, "Library.dll");
            File.WriteAllBytes(path, assembly);
            DeployedAssemblies deployed = new([], "Program", link: true);
            deployed.LinkRewritten([path]);
            return deployed.Linked;
        }
    }

    /// <summary>The size of a constant is known to its enum type alone.</summary>
    [Fact]
    public void Constant_OfAnEnumThatIsNotAmongTheReferences_IsRefused()
    {
        byte[] assembly = [.. Compiled.Get("cs", true, "portable").Image];
        "DayOfMoon"u8.CopyTo(assembly.AsSpan(assembly.AsSpan().IndexOf("DayOfWeek"u8)));
        Refused(assembly, "it uses 'System.DayOfMoon', which is not among the references");
    }

    /// <summary>The framework's assemblies have native code beside their IL, and only the place for a signature (PublicSign).</summary>
    [Fact]
    public void NativeCode_OfAReadyToRunAssembly_IsDroppedWithANote()
    {
        byte[] assembly = File.ReadAllBytes(
            Compiled.References.Single(static path => Path.GetFileName(path) == "System.Net.Http.dll"));
        (byte[] copy, _, Redirection redirection) = Compiled.Redirect(
            assembly, null, Forms.Task | Forms.ValueTask, Compiled.References, null);

        Assert.Contains(redirection.Notes, static note => note.Contains("ReadyToRun", StringComparison.Ordinal));
        Assert.DoesNotContain(redirection.Notes, static note => note.Contains("strong name", StringComparison.Ordinal));
        Assert.True(redirection.Methods.Count(static one => one.Original != MethodForm.Kept) > 20, redirection.ToString());
        Assert.DoesNotContain(redirection.Methods, static one => one.Reason == "the method was changed by another tool");
        Assert.True(copy.Length < assembly.Length);
    }

    /// <summary>The compiler signs with a key that only the source names; the copy is signed with the same.</summary>
    [Fact]
    public void Signature_WithAKeyThatTheSourceNames_IsMadeAgain()
    {
        using TemporaryFolder folder = new("PooledAwait.Build.");
        string key = Path.Combine(folder.Path, "key.snk");
        File.Copy(s_key, key);
        string source = Path.Combine(folder.Path, "Key.cs");
        File.WriteAllText(source, "[assembly: System.Reflection.AssemblyKeyFile(\"key.snk\")]");

        // The compiler looks in its own folder, which is another one.
        byte[] image = Compiled.Compile("cs", $"\"{source}\"", "-keyfile:" + key).Image;
        (byte[] copy, _, Redirection redirection) = Compiled.Redirect(
            image, null, Forms.Task, Compiled.References, null, ["no such folder", folder.Path]);

        Assert.Equal(Compiled.Redirect(image, null, Forms.Task, Compiled.References, File.ReadAllBytes(key)).Assembly, copy);
        Assert.True(IsSigned(image));
        Assert.True(IsSigned(copy));
        Assert.Empty(redirection.Notes);

        // Without the file it can't be.
        (copy, _, redirection) = Compiled.Redirect(image, null, Forms.Task, Compiled.References, null, []);
        Assert.False(IsSigned(copy));
        Assert.Contains("its signature is no longer valid", Assert.Single(redirection.Notes), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("-publicsign+", true)]
    [InlineData("-delaysign+", false)]
    public void Signature_ThatNeverWas_IsNotMissed(string option, bool hasFlag)
    {
        byte[] image = Compiled.Compile("cs", option, "-keyfile:" + s_key).Image;
        (byte[] copy, _, Redirection redirection) = Compiled.Redirect(image, null, Forms.Task, Compiled.References, null, []);

        Assert.Empty(redirection.Notes);
        Assert.False(IsSigned(copy));
        foreach (byte[] assembly in (byte[][])[image, copy])
        {
            using PEReader reader = new(new MemoryStream(assembly));
            Assert.Equal(hasFlag, reader.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned));
        }
    }

    /// <summary>If symbols can't go into a portable PDB, the build says so.</summary>
    [Theory]
    [InlineData("Microsoft C/C++ MSF 7.00", "a Windows PDB")]
    [InlineData(null, "of another build")]
    public void Symbols_ThatAreNotTheAssemblysPortableOnes_AreDroppedWithANote(string? text, string note)
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        byte[] symbols = text is null ? Compiled.Get("vb", true, "portable").Symbols! : Encoding.UTF8.GetBytes(text);
        (_, byte[]? copied, Redirection redirection) = Compiled.Redirect(
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
        using TemporaryFolder folder = new("PooledAwait.Build.");
        byte[] content = [.. Enumerable.Range(0, 50_000).Select(static number => (byte)number)];
        for (int i = 0; i < Files; i++)
        {
            string path = Path.Combine(folder.Path, $"{i}.dll");
            if (i % 2 == 1)
            {
                File.WriteAllText(path, "of an earlier build");
            }

            Watchdog.Run(() => Parallel.For(0, 8, _ => SharedFile.Write(path, content)));
            Assert.Equal(content, File.ReadAllBytes(path));
        }

        Assert.Equal(Files, Directory.GetFiles(folder.Path).Length);
    }

    /// <summary>The size of a constant is known to its enum type alone; the fixture has one of the framework's.</summary>
    [Fact]
    public void Constants_OfTheFrameworksEnums_NeedNoReferences()
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        (byte[] copy, byte[]? symbols, _) = Compiled.Redirect(
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

    private static bool IsSigned(byte[] assembly)
    {
        using PEReader reader = new(new MemoryStream(assembly));
        DirectoryEntry signature = reader.PEHeaders.CorHeader!.StrongNameSignatureDirectory;
        return reader.GetSectionData(signature.RelativeVirtualAddress).GetContent(0, signature.Size).Any(static one => one != 0);
    }

    private static void Refused(byte[] assembly, string reason)
    {
        RefusedException refusal = Assert.Throws<RefusedException>(
            () => Compiled.Redirect(assembly, null, Forms.Task, Compiled.References, null));
        Assert.Equal(reason, refusal.Message);
    }
}

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Build.Tests;

/// <summary>Everything else of the assembly stays: its symbols, its identity, its bytes for equal input.</summary>
public sealed class SymbolTests
{
    private static readonly Guid s_stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Symbols_OfACopy_SayTheSameOfEachMethod(string language, bool optimized, string symbols)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols);
        string[] original = Describe(compiled.Image, compiled.Symbols);

        Assert.Contains(original, static line => line.Contains("stepping", StringComparison.Ordinal));
        Assert.Contains(original, static line => line.Contains("kickoff", StringComparison.Ordinal));
        Assert.Equal(original, Describe(compiled.CopyImage, compiled.CopySymbols));
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Copies_OfEqualInput_AreEqual(string language, bool optimized, string symbols)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols);
        (byte[] assembly, byte[]? newSymbols, _) = Redirector.Redirect(
            compiled.Image, compiled.Symbols, Forms.Task | Forms.ValueTask, Compiled.References, null);

        Assert.Equal(compiled.CopyImage, assembly);
        Assert.Equal(compiled.CopySymbols, newSymbols);
        Assert.Equal(symbols == "embedded", newSymbols is null);
        using PEReader reader = new(new MemoryStream(assembly));
        Assert.Contains(reader.ReadDebugDirectory(), static entry => entry.Type == DebugDirectoryEntryType.Reproducible);
    }

    /// <summary>A debugger finds the symbols by their id, and names no folder of the machine that built them.</summary>
    [Fact]
    public void Symbols_OfACopy_AreFoundByTheirId()
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        using PEReader reader = new(new MemoryStream(compiled.CopyImage));
        CodeViewDebugDirectoryData data = reader.ReadCodeViewDebugDirectoryData(
            reader.ReadDebugDirectory().Single(static entry => entry.Type == DebugDirectoryEntryType.CodeView));

        using MetadataReaderProvider provider = Compiled.ReadSymbols(compiled.CopyImage, compiled.CopySymbols);
        Assert.Equal(new BlobContentId(provider.GetMetadataReader().DebugMetadataHeader!.Id).Guid, data.Guid);
        Assert.Equal("Fixture.pdb", data.Path);
    }

    /// <summary>Each method by name: sequence points and locals; of a state machine its kickoff and the offsets of awaits.</summary>
    private static string[] Describe(byte[] image, byte[]? pdb)
    {
        using PEReader reader = new(new MemoryStream(image));
        using MetadataReaderProvider provider = Compiled.ReadSymbols(image, pdb);
        MetadataReader metadata = reader.GetMetadataReader();
        MetadataReader symbols = provider.GetMetadataReader();
        List<string> lines = [];
        foreach (MethodDefinitionHandle method in metadata.MethodDefinitions)
        {
            MethodDebugInformation information = symbols.GetMethodDebugInformation(method);
            string name = Name(metadata, method);
            lines.AddRange(information.GetSequencePoints().Select(point =>
                $"{name} {point.Offset}: {point.StartLine},{point.StartColumn}-{point.EndLine},{point.EndColumn} "
                + symbols.GetString(symbols.GetDocument(point.Document).Name)));
            lines.AddRange(
                from scope in symbols.GetLocalScopes(method)
                from local in symbols.GetLocalScope(scope).GetLocalVariables()
                let variable = symbols.GetLocalVariable(local)
                select $"{name} local {variable.Index} {symbols.GetString(variable.Name)}");
            lines.AddRange(
                from scope in symbols.GetLocalScopes(method)
                from constant in symbols.GetLocalScope(scope).GetLocalConstants()
                select $"{name} constant {symbols.GetString(symbols.GetLocalConstant(constant).Name)}");
            if (!information.GetStateMachineKickoffMethod().IsNil)
            {
                lines.Add($"{name} kickoff {Name(metadata, information.GetStateMachineKickoffMethod())}");
            }

            foreach (CustomDebugInformationHandle handle in symbols.GetCustomDebugInformation(method))
            {
                CustomDebugInformation custom = symbols.GetCustomDebugInformation(handle);
                Guid kind = symbols.GetGuid(custom.Kind);
                BlobReader blob = symbols.GetBlobReader(custom.Value);
                lines.Add(kind == s_stepping ? $"{name} stepping {Stepping(metadata, ref blob)}" : $"{name} {kind} {blob.Length}");
            }
        }

        return [.. lines.Order(StringComparer.Ordinal)];
    }

    /// <summary>The offset of the handler, and of each await the two offsets and the method. Rows of methods may have moved.</summary>
    private static string Stepping(MetadataReader metadata, ref BlobReader blob)
    {
        string text = blob.ReadUInt32().ToString(CultureInfo.InvariantCulture);
        while (blob.RemainingBytes > 0)
        {
            text += $" {blob.ReadUInt32()}→{blob.ReadUInt32()}";
            text += $" in {Name(metadata, MetadataTokens.MethodDefinitionHandle(blob.ReadCompressedInteger()))}";
        }

        return text;
    }

    private static string Name(MetadataReader metadata, MethodDefinitionHandle handle)
    {
        MethodDefinition method = metadata.GetMethodDefinition(handle);
        string name = metadata.GetString(method.Name);
        for (TypeDefinitionHandle type = method.GetDeclaringType(); !type.IsNil; type = metadata.GetTypeDefinition(type).GetDeclaringType())
        {
            name = $"{metadata.GetString(metadata.GetTypeDefinition(type).Name)}.{name}";
        }

        return name;
    }
}

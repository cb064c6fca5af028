using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using DocumentHandle = System.Reflection.Metadata.DocumentHandle;
using MetadataReader = System.Reflection.Metadata.MetadataReader;
using MetadataReaderProvider = System.Reflection.Metadata.MetadataReaderProvider;

namespace PooledAwait.Build;

/// <summary>The portable PDB of an assembly, beside it or embedded. Cecil reads it and writes the copy's. This class adds the documents
/// without executable code, which Cecil loses. A local constant of an enum keeps its number, but not its type.</summary>
internal sealed class Symbols(ModuleDefinition module, MetadataReaderProvider original, bool isEmbedded)
    : ISymbolWriterProvider, ISymbolWriter
{
    /// <summary>What a portable PDB begins with: "BSJB".</summary>
    private const uint Signature = 0x424A5342;

    private readonly HashSet<TypeDefinition> _types = [.. module.GetTypes().Where(static type => type.HasCustomDebugInformations)];
    private readonly MemoryStream? _file = isEmbedded ? null : new();
    private ISymbolWriter? _writer;
    private bool _hasDocuments;

    /// <summary>The file beside the copy; null where symbols are embedded.</summary>
    internal byte[]? File => _file?.ToArray();

    internal static bool IsPortable(byte[] symbols) => symbols.Length > 4 && BitConverter.ToUInt32(symbols, 0) == Signature;

    /// <summary>Reads the symbols of a module; null if none can be copied. The bytes of the PDB are null if there is no such
    /// file.</summary>
    internal static Symbols? Read(ModuleDefinition module, byte[] assembly, byte[]? file)
    {
        MetadataReaderProvider? original = file is null ? ReadEmbedded(assembly)
            : IsPortable(file) ? MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(file))
            : null;
        if (original is null)
        {
            return null;
        }

        // Symbols of another build are not read.
        module.ReadSymbols(
            file is null
                ? new EmbeddedPortablePdbReaderProvider().GetSymbolReader(module, module.Name)
                : new PortablePdbReaderProvider().GetSymbolReader(module, new MemoryStream(file, writable: false)),
            throwIfSymbolsAreNotMaching: false);
        return module.SymbolReader is null ? null : new Symbols(module, original, isEmbedded: file is null);

        static MetadataReaderProvider? ReadEmbedded(byte[] assembly)
        {
            using PEReader reader = new(new MemoryStream(assembly));
            return reader.ReadDebugDirectory().Where(static one => one.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)
                .Select(reader.ReadEmbeddedPortablePdbDebugDirectoryData).FirstOrDefault();
        }
    }

    public ISymbolWriter GetSymbolWriter(ModuleDefinition module, string fileName)
    {
        // A stream without a name: the assembly then names its symbols without a folder.
        _writer = _file is null
            ? new EmbeddedPortablePdbWriterProvider().GetSymbolWriter(module, module.Name)
            : new PortablePdbWriterProvider().GetSymbolWriter(module, _file);
        return this;
    }

    public ISymbolWriter GetSymbolWriter(ModuleDefinition module, Stream symbolStream) => GetSymbolWriter(module, string.Empty);

    public ISymbolReaderProvider GetReaderProvider() => _writer!.GetReaderProvider();

    public void Write(ICustomDebugInformationProvider provider)
    {
        // For a type without any, Cecil looks again while it writes, in the row of the type's new number.
        if (provider is not TypeDefinition type || _types.Contains(type))
        {
            _writer!.Write(provider);
        }
    }

    public void Write(MethodDebugInformation info)
    {
        if (!_hasDocuments && info.HasSequencePoints)
        {
            _hasDocuments = true;
            WriteDocuments(info.Method);
        }

        if (info.Scope is { } scope)
        {
            DropNulls(scope);
        }

        _writer!.Write(info);
    }

    public void Write() => _writer!.Write();

    public ImageDebugHeader GetDebugHeader() => _writer!.GetDebugHeader();

    public void Dispose()
    {
        _writer?.Dispose();
        original.Dispose();
    }

    /// <summary>Drops local constants that are null, for which Cecil writes a value.</summary>
    private static void DropNulls(ScopeDebugInformation scope)
    {
        foreach (ConstantDebugInformation constant in scope.Constants.Where(static one => one.Value is null).ToArray())
        {
            scope.Constants.Remove(constant);
        }

        foreach (ScopeDebugInformation inner in scope.Scopes)
        {
            DropNulls(inner);
        }
    }

    /// <summary>Cecil writes documents in the order in which code refers to them, but keeps the row numbers by which types refer to
    /// documents. So all documents are written first, in their old order, as if a method's code referred to them. The method's own
    /// information then overwrites that.</summary>
    private void WriteDocuments(MethodDefinition method)
    {
        MethodDebugInformation all = new MethodDefinition(method.Name, method.Attributes, method.ReturnType)
        {
            MetadataToken = method.MetadataToken,
        }.DebugInformation;
        MetadataReader reader = original.GetMetadataReader();
        foreach (DocumentHandle handle in reader.Documents)
        {
            System.Reflection.Metadata.Document source = reader.GetDocument(handle);
            Document document = new(reader.GetString(source.Name))
            {
                HashAlgorithmGuid = reader.GetGuid(source.HashAlgorithm),
                Hash = reader.GetBlobBytes(source.Hash),
                LanguageGuid = reader.GetGuid(source.Language),
                MetadataToken = new MetadataToken((uint)MetadataTokens.GetToken(handle)),
            };
            document.CustomDebugInformations.AddRange(module.SymbolReader.Read(document) ?? []);
            all.SequencePoints.Add(new SequencePoint(Instruction.Create(OpCodes.Nop), document));
        }

        _writer!.Write(all);
    }
}

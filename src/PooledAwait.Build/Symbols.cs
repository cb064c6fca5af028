using System.Collections.Immutable;
using System.IO.Compression;
using System.Reflection.Metadata.Ecma335;
using System.Security.Cryptography;
using DocumentHandle = System.Reflection.Metadata.DocumentHandle;
using MetadataReader = System.Reflection.Metadata.MetadataReader;
using MetadataReaderProvider = System.Reflection.Metadata.MetadataReaderProvider;

namespace PooledAwait.Build;

/// <summary>The portable PDB of an assembly, beside it or embedded. Cecil reads it and writes the copy's. This class adds the documents
/// without executable code, which Cecil loses. A local constant of an enum keeps its number, but not its type.</summary>
internal sealed class Symbols : ISymbolWriterProvider, ISymbolWriter
{
    /// <summary>What a portable PDB begins with: "BSJB".</summary>
    private const uint Signature = 0x424A5342;

    private readonly ModuleDefinition _module;
    private readonly MetadataReaderProvider _original;
    private readonly bool _isEmbedded;
    private readonly HashSet<TypeDefinition> _types;
    private readonly MemoryStream _output = new();
    private ISymbolWriter? _writer;
    private byte[] _written = [];
    private byte[] _hash = [];
    private bool _hasDocuments;

    private Symbols(ModuleDefinition module, byte[] symbols, bool isEmbedded)
    {
        _module = module;
        _original = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(symbols));
        _isEmbedded = isEmbedded;
        _types = [.. module.GetTypes().Where(static type => type.HasCustomDebugInformations)];
    }

    /// <summary>The file beside the copy; null where symbols are embedded.</summary>
    internal byte[]? File => _isEmbedded ? null : _written;

    internal static bool IsPortable(byte[] symbols) => symbols.Length > 4 && BitConverter.ToUInt32(symbols, 0) == Signature;

    /// <summary>Reads the symbols of a module; null if none can be copied. The bytes of the PDB are null if there is no such
    /// file.</summary>
    internal static Symbols? Read(ModuleDefinition module, byte[]? file)
    {
        byte[]? embedded = file is null ? ReadEmbedded(module) : null;
        if ((file ?? embedded) is not { } symbols || !IsPortable(symbols))
        {
            return null;
        }

        // Symbols of another build are not read.
        module.ReadSymbols(
            new PortablePdbReaderProvider().GetSymbolReader(module, new MemoryStream(symbols, writable: false)),
            throwIfSymbolsAreNotMaching: false);
        return module.SymbolReader is null ? null : new Symbols(module, symbols, embedded is not null);
    }

    public ISymbolWriter GetSymbolWriter(ModuleDefinition module, string fileName)
    {
        // A stream without a name: the assembly then names its symbols without a folder.
        _writer = new PortablePdbWriterProvider().GetSymbolWriter(module, _output);
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

        DropNulls(info.Scope);
        _writer!.Write(info);
    }

    public void Write()
    {
        _writer!.Write();
        _written = _output.ToArray();
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbImage(ImmutableArray.Create(_written));

        // The id is the hash of the file without its id.
        const int IdLength = 20;
        int id = provider.GetMetadataReader().DebugMetadataHeader!.IdStartOffset;
        Array.Clear(_written, id, IdLength);
        using SHA256 algorithm = SHA256.Create();
        _hash = algorithm.ComputeHash(_written);
        Array.Copy(_hash, 0, _written, id, IdLength);
    }

    public ImageDebugHeader GetDebugHeader()
    {
        List<ImageDebugHeaderEntry> entries = [];
        foreach (ImageDebugHeaderEntry entry in _writer!.GetDebugHeader().Entries)
        {
            ImageDebugDirectory directory = entry.Directory;
            if (directory.Type == ImageDebugType.CodeView)
            {
                Array.Copy(_hash, 0, entry.Data, 4, 16);
                directory.TimeDateStamp = BitConverter.ToInt32(_hash, 16);
            }
            else
            {
                // The checksum, after the name of its algorithm.
                _hash.CopyTo(entry.Data, entry.Data.Length - _hash.Length);
            }

            entries.Add(new ImageDebugHeaderEntry(directory, entry.Data));
        }

        if (_isEmbedded)
        {
            entries.Add(Embed(_written));
        }

        return new ImageDebugHeader([.. entries]);
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _original.Dispose();
    }

    private static byte[]? ReadEmbedded(ModuleDefinition module)
    {
        const int AfterSignatureAndLength = 8;
        ImageDebugHeaderEntry? entry = !module.HasDebugHeader ? null : module.GetDebugHeader().Entries.FirstOrDefault(
            static entry => entry.Directory.Type == ImageDebugType.EmbeddedPortablePdb);
        if (entry is null)
        {
            return null;
        }

        using DeflateStream packed = new(
            new MemoryStream(entry.Data, AfterSignatureAndLength, entry.Data.Length - AfterSignatureAndLength), CompressionMode.Decompress);
        using MemoryStream symbols = new();
        packed.CopyTo(symbols);
        return symbols.ToArray();
    }

    private static ImageDebugHeaderEntry Embed(byte[] symbols)
    {
        using MemoryStream data = new();
        data.Write([(byte)'M', (byte)'P', (byte)'D', (byte)'B', .. BitConverter.GetBytes(symbols.Length)], 0, 8);
        using (DeflateStream packed = new(data, CompressionMode.Compress, leaveOpen: true))
        {
            packed.Write(symbols, 0, symbols.Length);
        }

        return new ImageDebugHeaderEntry(
            new ImageDebugDirectory
            {
                Type = ImageDebugType.EmbeddedPortablePdb,
                MajorVersion = 0x0100,
                MinorVersion = 0x0100,
                SizeOfData = (int)data.Length,
            },
            data.ToArray());
    }

    /// <summary>Drops local constants that are null, for which Cecil writes a value.</summary>
    private static void DropNulls(ScopeDebugInformation? scope)
    {
        if (scope is null)
        {
            return;
        }

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
        MetadataReader reader = _original.GetMetadataReader();
        foreach (DocumentHandle handle in reader.Documents)
        {
            System.Reflection.Metadata.Document original = reader.GetDocument(handle);
            Document document = new(reader.GetString(original.Name))
            {
                HashAlgorithmGuid = reader.GetGuid(original.HashAlgorithm),
                Hash = reader.GetBlobBytes(original.Hash),
                LanguageGuid = reader.GetGuid(original.Language),
                MetadataToken = new MetadataToken((uint)MetadataTokens.GetToken(handle)),
            };
            foreach (CustomDebugInformation information in _module.SymbolReader.Read(document) ?? [])
            {
                document.CustomDebugInformations.Add(information);
            }

            all.SequencePoints.Add(new SequencePoint(Instruction.Create(OpCodes.Nop), document));
        }

        _writer!.Write(all);
    }
}

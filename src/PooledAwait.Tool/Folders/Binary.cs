using System.Buffers.Binary;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Tool.Folders;

/// <summary>What a file is, as far as it matters here.</summary>
internal enum BinaryKind
{
    /// <summary>Nothing of .NET that can be told by the file.</summary>
    Other,

    /// <summary>An assembly of .NET.</summary>
    Assembly,

    /// <summary>An assembly, part of whose native code is in a composite image.</summary>
    Composite,

    /// <summary>An assembly with native code of its own.</summary>
    MixedMode,

    /// <summary>A program for .NET Framework.</summary>
    FrameworkProgram,

    /// <summary>A program of one file, with its assemblies inside.</summary>
    SingleFile,

    /// <summary>A program that was compiled to native code, without assemblies.</summary>
    NativeAot,
}

internal static class Binary
{
    /// <summary>In every host; the place of the bundle before it is 0 unless the assemblies are inside.</summary>
    private static readonly byte[] s_bundle =
    [
        0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32,
        0x13, 0xf5, 0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
    ];

    internal static BinaryKind KindOf(string path)
    {
        string extension = Path.GetExtension(path).ToUpperInvariant();
        if (extension is ".DLL" or ".EXE" && KindOfAssembly(path) is { } kind)
        {
            return kind;
        }

        // Hosts and native programs; a library of native code may be anything.
        return extension is "" or ".EXE" || (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & UnixFileMode.UserExecute) != 0)
            ? KindOfExecutable(File.ReadAllBytes(path))
            : BinaryKind.Other;
    }

    private static BinaryKind? KindOfAssembly(string path)
    {
        const int ReadyToRunSignature = 0x00525452, Component = 0x20;
        using PEReader reader = new(File.OpenRead(path));
        try
        {
            if (!reader.HasMetadata || reader.PEHeaders.CorHeader is not { } header)
            {
                return null;
            }

            MetadataReader metadata = reader.GetMetadataReader();
            DirectoryEntry native = header.ManagedNativeHeaderDirectory;
            if (native.Size > 0)
            {
                ReadOnlySpan<byte> code = reader.GetSectionData(native.RelativeVirtualAddress).GetContent().AsSpan();
                if (BinaryPrimitives.ReadInt32LittleEndian(code) == ReadyToRunSignature)
                {
                    return (BinaryPrimitives.ReadInt32LittleEndian(code[8..]) & Component) != 0
                        ? BinaryKind.Composite
                        : BinaryKind.Assembly;
                }
            }

            return (header.Flags & CorFlags.ILOnly) == 0 ? BinaryKind.MixedMode
                : (header.EntryPointTokenOrRelativeVirtualAddress != 0 && IsForFramework(metadata)) ? BinaryKind.FrameworkProgram
                : BinaryKind.Assembly;
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    private static bool IsForFramework(MetadataReader metadata) => metadata.AssemblyReferences.Any(
        handle => metadata.StringComparer.Equals(metadata.GetAssemblyReference(handle).Name, "mscorlib"));

    private static BinaryKind KindOfExecutable(ReadOnlySpan<byte> file)
    {
        int bundle = file.IndexOf(s_bundle);
        return bundle >= sizeof(long)
            ? BinaryPrimitives.ReadInt64LittleEndian(file[(bundle - sizeof(long))..]) != 0 ? BinaryKind.SingleFile : BinaryKind.Other
            : file.IndexOf("DotNetRuntimeDebugHeader"u8) >= 0 || file.IndexOf("__managedcode"u8) >= 0 ? BinaryKind.NativeAot
            : BinaryKind.Other;
    }
}

using System.Reflection.PortableExecutable;

namespace PooledAwait.Build;

internal static class StrongName
{
    /// <summary>Whether an assembly has a signature. PublicSign and DelaySign leave its place empty, and only the first sets the
    /// flag.</summary>
    internal static bool IsSigned(byte[] assembly)
    {
        using PEReader reader = new(new MemoryStream(assembly));
        DirectoryEntry signature = reader.PEHeaders.CorHeader!.StrongNameSignatureDirectory;
        return signature.Size > 0
            && reader.GetSectionData(signature.RelativeVirtualAddress).GetContent(0, signature.Size).Any(static one => one != 0);
    }

    /// <summary>The key pair that the source names with an attribute; null if it names none, or the file isn't there.</summary>
    internal static byte[]? FindKey(AssemblyDefinition assembly, IEnumerable<string> folders)
    {
        string? name = assembly.CustomAttributes.FirstOrDefault(
                static one => one.AttributeType.FullName == "System.Reflection.AssemblyKeyFileAttribute")
            ?.ConstructorArguments[0].Value as string;
        string? path = string.IsNullOrEmpty(name)
            ? null
            : folders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
        return path is null ? null : File.ReadAllBytes(path);
    }
}

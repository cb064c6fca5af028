using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;

namespace PooledAwait.Build;

/// <summary>What signs an assembly.</summary>
internal static class StrongName
{
    /// <summary>
    /// Whether an assembly has a signature. PublicSign and DelaySign leave the place for it empty, and only the first sets the flag.
    /// </summary>
    internal static bool IsSigned(byte[] assembly)
    {
        const int CliHeader = 14, Signature = 32;
        int header = BitConverter.ToInt32(assembly, 0x3C);
        int optional = header + 24;
        int directories = optional + (BitConverter.ToUInt16(assembly, optional) == 0x20B ? 112 : 96);
        int cli = Offset(BitConverter.ToInt32(assembly, directories + CliHeader * 8));
        int length = BitConverter.ToInt32(assembly, cli + Signature + 4);
        return length > 0
            && assembly.Skip(Offset(BitConverter.ToInt32(assembly, cli + Signature))).Take(length).Any(static one => one != 0);

        // The place in the file of what is at an address in memory.
        int Offset(int address)
        {
            int sections = BitConverter.ToUInt16(assembly, header + 6);
            int section = optional + BitConverter.ToUInt16(assembly, header + 20);
            for (int i = 0; i < sections; i++, section += 40)
            {
                int start = BitConverter.ToInt32(assembly, section + 12);
                if (address >= start && address < start + BitConverter.ToInt32(assembly, section + 16))
                {
                    return address - start + BitConverter.ToInt32(assembly, section + 20);
                }
            }

            throw new RefusedException("its headers are damaged");
        }
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

using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Build.Tests;

/// <summary>Everything else of the assembly stays: its symbols, its identity, its bytes for equal input.</summary>
public sealed class SymbolTests
{
    private static readonly Guid s_stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");

    private static readonly Guid s_hoisted = new("6DA9A61E-F8C7-4874-BE62-68BC5630DF71");

    private static readonly Guid s_documents = new("932E74BC-DBA9-4478-8D46-0F32A7BAB3D3");

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Symbols_OfACopy_SayTheSameInEachTable(string language, bool optimized, string symbols, Forms forms)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols, forms);
        string[] original = Describe(compiled.Image, compiled.Symbols);

        Assert.Contains(original, static line => line.Contains("stepping", StringComparison.Ordinal));
        Assert.Contains(original, static line => line.Contains("kickoff", StringComparison.Ordinal));
        Assert.Contains(original, static line => line.Contains("IInterface", StringComparison.Ordinal));
        string[] copy = Describe(compiled.CopyImage, compiled.CopySymbols);
        Assert.Empty(original.Except(copy));

        // A variant says what its original says. What calls the variants of virtual methods has no lines.
        string[] variants =
        [
            .. copy.Except(original).Where(static line => !line.Contains(" document  signature", StringComparison.Ordinal))
                .Select(Original),
        ];
        Assert.NotEmpty(variants);
        Assert.Empty(variants.Except(original.Select(Original)));

        static string Original(string line) => Regex.Replace(line.Replace("$Pooled", ""), @"(?<=>d)__\d+|(?<=VB\$StateMachine_)\d+", "");
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Copies_OfEqualInput_AreEqual(string language, bool optimized, string symbols, Forms forms)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols, forms);
        (byte[] assembly, byte[]? newSymbols, _) = Compiled.Redirect(
            compiled.Image, compiled.Symbols, forms, Compiled.References, null);

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

    /// <summary>All tables, with names in place of row numbers, because rows may have moved.</summary>
    private static string[] Describe(byte[] image, byte[]? pdb)
    {
        using PEReader reader = new(new MemoryStream(image));
        using MetadataReaderProvider provider = Compiled.ReadSymbols(image, pdb);
        using Mono.Cecil.ModuleDefinition module = Mono.Cecil.ModuleDefinition.ReadModule(new MemoryStream(image));
        return [.. new Description(reader.GetMetadataReader(), provider.GetMetadataReader(), module).Lines().Order(StringComparer.Ordinal)];
    }

    private sealed class Description(MetadataReader metadata, MetadataReader symbols, Mono.Cecil.ModuleDefinition module)
    {
        /// <summary>The number of the instruction at an offset: some have become longer or shorter, and some results are
        /// converted.</summary>
        private int At(EntityHandle method, int offset) =>
            ((Mono.Cecil.MethodDefinition)module.LookupToken(MetadataTokens.GetToken(method))).Body.Instructions.Count(
                one => one.Offset < offset && !IsConversion(one)
                    && !(one.OpCode.Code == Mono.Cecil.Cil.Code.Ret && IsConversion(one.Previous)
                        && one.Previous!.Previous.OpCode.Code == Mono.Cecil.Cil.Code.Ret));

        private static bool IsConversion(Mono.Cecil.Cil.Instruction? one) =>
            one?.Operand is Mono.Cecil.MethodReference { Name: "AsValueTask" or "Of" or "WithoutResult", DeclaringType.Name: "Variant" };

        private string Scopes(EntityHandle method, BlobReader blob)
        {
            string text = "hoisted";
            while (blob.RemainingBytes > 0)
            {
                int start = blob.ReadInt32();
                text += $" {At(method, start)}+{At(method, start + blob.ReadInt32()) - At(method, start)}";
            }

            return text;
        }

        internal IEnumerable<string> Lines() =>
        [
            .. symbols.Documents.Select(Document),
            .. metadata.MethodDefinitions.SelectMany(Method),
            .. symbols.ImportScopes.Select(ImportScope),
            .. symbols.CustomDebugInformation.Where(
                one => symbols.GetCustomDebugInformation(one).Parent.Kind != HandleKind.LocalConstant).Select(Custom),
            $"entry {Name(symbols.DebugMetadataHeader!.EntryPoint)}",
        ];

        private string Document(DocumentHandle handle)
        {
            Document document = symbols.GetDocument(handle);
            return $"document {MetadataTokens.GetRowNumber(handle)} {Name(handle)} {symbols.GetGuid(document.HashAlgorithm)}"
                + $" {Hex(document.Hash)} {symbols.GetGuid(document.Language)}";
        }

        private IEnumerable<string> Method(MethodDefinitionHandle handle)
        {
            string name = Name(handle);
            MethodDebugInformation information = symbols.GetMethodDebugInformation(handle);
            yield return $"{name} document {(information.Document.IsNil ? "" : Name(information.Document))}"
                + $" signature {information.LocalSignature.IsNil}";
            foreach (SequencePoint point in information.GetSequencePoints())
            {
                yield return $"{name} {At(handle, point.Offset)}: {point.StartLine},{point.StartColumn}-{point.EndLine},{point.EndColumn}"
                    + $" {Name(point.Document)}";
            }

            if (!information.GetStateMachineKickoffMethod().IsNil)
            {
                yield return $"{name} kickoff {Name(information.GetStateMachineKickoffMethod())}";
            }

            foreach (LocalScopeHandle scopeHandle in symbols.GetLocalScopes(handle))
            {
                LocalScope scope = symbols.GetLocalScope(scopeHandle);
                string scopeName = Scope(scopeHandle);
                yield return $"{scopeName} import {(scope.ImportScope.IsNil ? "" : ImportScope(scope.ImportScope))}";
                foreach (LocalVariableHandle variableHandle in scope.GetLocalVariables())
                {
                    LocalVariable variable = symbols.GetLocalVariable(variableHandle);
                    yield return $"{scopeName} local {variable.Index} {symbols.GetString(variable.Name)} {variable.Attributes}";
                }

                foreach (LocalConstantHandle constantHandle in scope.GetLocalConstants())
                {
                    LocalConstant constant = symbols.GetLocalConstant(constantHandle);
                    if (Constant(constant.Signature) is { } value)
                    {
                        yield return $"{scopeName} constant {symbols.GetString(constant.Name)} {value}";
                    }
                }
            }
        }

        private string Scope(LocalScopeHandle handle)
        {
            LocalScope scope = symbols.GetLocalScope(handle);
            return $"{Name(scope.Method)} scope {At(scope.Method, scope.StartOffset)} to {At(scope.Method, scope.EndOffset)}";
        }

        /// <summary>A type code with a value; null for null, which a copy doesn't have. Nor has it an enum's type.</summary>
        private string? Constant(BlobHandle signature)
        {
            BlobReader blob = symbols.GetBlobReader(signature);
            SignatureTypeCode code = blob.ReadSignatureTypeCode();
            string value;
            switch (code)
            {
                case SignatureTypeCode.TypeHandle:
                    value = Name(blob.ReadTypeHandle());
                    break;
                case SignatureTypeCode.String:
                    value = "";
                    if (blob.RemainingBytes == 1)
                    {
                        return null;
                    }

                    break;
                case SignatureTypeCode.Object:
                    return null;
                default:
                    return $"{code} {Convert.ToString(blob.ReadConstant((ConstantTypeCode)code), CultureInfo.InvariantCulture)}";
            }

            return blob.RemainingBytes == 0 ? null : $"{code} {value} {Convert.ToHexString(blob.ReadBytes(blob.RemainingBytes))}";
        }

        private string ImportScope(ImportScopeHandle handle)
        {
            ImportScope scope = symbols.GetImportScope(handle);
            IEnumerable<string> imports = scope.GetImports().Select(import =>
                $"{import.Kind} {Text(import.Alias)} " + (import.Kind is ImportDefinitionKind.ImportType or ImportDefinitionKind.AliasType
                    ? Name(import.TargetType)
                    : Text(import.TargetNamespace)));
            return $"imports {string.Join(", ", imports)}; {(scope.Parent.IsNil ? "" : ImportScope(scope.Parent))}";
        }

        private string Custom(CustomDebugInformationHandle handle)
        {
            CustomDebugInformation custom = symbols.GetCustomDebugInformation(handle);
            Guid kind = symbols.GetGuid(custom.Kind);
            BlobReader blob = symbols.GetBlobReader(custom.Value);
            string value = kind == s_stepping ? Stepping(custom.Parent, ref blob)
                : kind == s_hoisted ? Scopes(custom.Parent, blob)
                : kind == s_documents ? Documents(ref blob)
                : Hex(custom.Value);
            return $"{Parent(custom.Parent)} custom {kind} {value}";
        }

        private string Parent(EntityHandle parent) => parent.Kind switch
        {
            HandleKind.Document => Name((DocumentHandle)parent),
            HandleKind.LocalVariable => symbols.LocalScopes
                .SelectMany(scope => symbols.GetLocalScope(scope).GetLocalVariables(), (scope, local) => (Scope: scope, Local: local))
                .Where(one => one.Local == (LocalVariableHandle)parent)
                .Select(one => $"{Scope(one.Scope)} {symbols.GetString(symbols.GetLocalVariable(one.Local).Name)}").Single(),
            HandleKind.ModuleDefinition => "module",
            _ => Name(parent),
        };

        /// <summary>The offset of the handler, and of each await the two offsets and the method.</summary>
        private string Stepping(EntityHandle method, ref BlobReader blob)
        {
            int handler = (int)blob.ReadUInt32() - 1;
            string text = "stepping " + (handler < 0 ? "" : At(method, handler).ToString(CultureInfo.InvariantCulture));
            while (blob.RemainingBytes > 0)
            {
                text += $" {At(method, blob.ReadInt32())}→{At(method, blob.ReadInt32())}";
                text += $" in {Name(MetadataTokens.MethodDefinitionHandle(blob.ReadCompressedInteger()))}";
            }

            return text;
        }

        /// <summary>The documents that a type without code is declared in.</summary>
        private string Documents(ref BlobReader blob)
        {
            string text = "in";
            while (blob.RemainingBytes > 0)
            {
                text += " " + Name(MetadataTokens.DocumentHandle(blob.ReadCompressedInteger()));
            }

            return text;
        }

        private string Name(DocumentHandle handle) => symbols.GetString(symbols.GetDocument(handle).Name);

        private string Name(EntityHandle handle) =>
            handle.IsNil ? "" : module.LookupToken(MetadataTokens.GetToken(handle)) switch
            {
                Mono.Cecil.MethodReference method => $"{method.DeclaringType.FullName}.{method.Name}",
                Mono.Cecil.TypeReference type => type.FullName,
                _ => handle.Kind.ToString(),
            };

        private string Text(BlobHandle handle) => handle.IsNil ? "" : System.Text.Encoding.UTF8.GetString(symbols.GetBlobBytes(handle));

        private string Hex(BlobHandle handle) => Convert.ToHexString(symbols.GetBlobBytes(handle));
    }
}

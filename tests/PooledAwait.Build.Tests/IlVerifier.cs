using Mono.Cecil;

namespace PooledAwait.Build.Tests;

/// <summary>Finds what the runtime or its compiler would trip over: types on the stack, members that don't exist or may not be used,
/// constraints that aren't met, interfaces that aren't implemented. Pointers are trusted, and whether variables are assigned isn't
/// asked.</summary>
internal sealed class IlVerifier
{
    private static readonly string s_runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
    private static readonly Dictionary<string, AssemblyDefinition> s_framework = new(StringComparer.OrdinalIgnoreCase);

    private readonly ModuleDefinition _module;
    private readonly HashSet<string> _errors = [];
    private readonly HashSet<IlType> _checked = [];
    private readonly Dictionary<ModuleDefinition, (bool IsFriend, bool IgnoresChecks)> _access = [];

    private IlVerifier(ModuleDefinition module)
    {
        _module = module;
        Types = new(module);
    }

    internal IlTypes Types { get; }

    /// <summary>What is wrong with a copy, and not with its original, or in a variant and not in its method.</summary>
    /// <param name="original">The assembly before.</param>
    /// <param name="copy">The assembly after.</param>
    /// <param name="references">What either refers to; the running framework's assemblies need not be among them.</param>
    internal static IReadOnlyList<string> NewErrors(byte[] original, byte[] copy, IReadOnlyList<string> references)
    {
        HashSet<string> old = [.. Errors(original, references).Select(NameInOriginal)];
        return [.. Errors(copy, references).Where(error => !old.Contains(NameInOriginal(error)))];
    }

    /// <summary>All that is wrong with an assembly; several equal faults of a method are one.</summary>
    internal static IReadOnlyList<string> Errors(byte[] assembly, IReadOnlyList<string> references)
    {
        lock (s_framework)
        {
            using Resolver resolver = new(references);
            IlVerifier verifier = new(resolver.Add(assembly));
            verifier.Verify();
            return [.. verifier._errors.Order(StringComparer.Ordinal)];
        }
    }

    internal void Report(object place, string text) => _errors.Add($"{place}: {text}");

    /// <summary>Whether a type exists, may be used, and has arguments that its constraints allow.</summary>
    internal void Check(IlType type, TypeDefinition user, object place)
    {
        if (!type.HasMethodParameters && !_checked.Add(type))
        {
            return;
        }

        foreach (IlType part in type.Parts)
        {
            Check(part, user, place);
        }

        if (type.Kind != IlKind.Named)
        {
            return;
        }

        if (type.Definition is not { } definition)
        {
            Report(place, $"{type} doesn't exist");
            return;
        }

        if (!CanUse(definition, user))
        {
            Report(place, $"{user} may not use {type}");
        }

        if (definition.HasGenericParameters && Types.Violation(definition, type.Parts, []) is { } violation)
        {
            Report(place, $"{type} {violation}");
        }
    }

    /// <summary>The same for a member.</summary>
    internal void Check(IlMember member, TypeDefinition user, object place)
    {
        foreach (IlType type in member.Arguments.Prepend(member.Owner))
        {
            Check(type, user, place);
        }

        if (member.IsMissing)
        {
            Report(place, $"{member.Owner} has no such member");
        }
        else if (member.Definition is { } definition)
        {
            int access = definition is MethodDefinition method ? (int)method.Attributes : (int)((FieldDefinition)definition).Attributes;
            if (!CanUse(definition.DeclaringType, access & 7, user))
            {
                Report(place, $"{user} may not use {definition}");
            }

            if (definition is MethodDefinition called && called.GenericParameters.Count + member.Arguments.Length > 0
                && Types.Violation(called, member.Owner.Parts, member.Arguments) is { } violation)
            {
                Report(place, $"{called.Name} {violation}");
            }
        }
    }

    private void Verify()
    {
        foreach (TypeDefinition type in _module.GetTypes())
        {
            _checked.Clear();
            Types.Scope = type;
            VerifyType(type);
            foreach (MethodDefinition method in type.Methods)
            {
                Types.Scope = method;
                foreach (TypeReference used in method.Parameters.Select(static one => one.ParameterType).Append(method.ReturnType))
                {
                    Check(Types.Plain(Types.Of(used)), type, method);
                }

                // An UnsafeAccessor has none.
                if (method is { HasBody: true, Body.Instructions.Count: > 0 })
                {
                    new IlBody(this, method).Verify();
                }
            }
        }
    }

    private void VerifyType(TypeDefinition type)
    {
        IlType self = Types.Of(type);
        foreach (TypeReference used in type.Fields.Select(static field => field.FieldType)
            .Concat(type.Interfaces.Select(static one => one.InterfaceType)).Append(type.BaseType ?? type))
        {
            Check(Types.Plain(Types.Of(used)), type, type);
        }

        foreach (IGrouping<string, FieldDefinition> twice in type.Fields.GroupBy(static one => one.Name + " " + one.FieldType.FullName)
            .Where(static group => group.Count() > 1))
        {
            Report(type, $"has the field {twice.Key} twice");
        }

        foreach (IGrouping<string, MethodDefinition> twice in type.Methods
            .Where(static one => !one.IsCompilerControlled).GroupBy(static one => one.ToString() + one.GenericParameters.Count)
            .Where(static group => group.Count() > 1))
        {
            Report(type, $"has the method {twice.Key} twice");
        }

        if (type.IsInterface)
        {
            return;
        }

        foreach (MethodDefinition method in type.Methods.Where(static one => one.HasOverrides))
        {
            foreach (MethodReference overridden in method.Overrides)
            {
                IlMember declared = Types.Find(overridden);
                if (declared.IsMissing)
                {
                    Report(method, $"overrides {overridden}, which doesn't exist");
                }
                else if (!Types.IsSubtype(self.IsStruct ? Types.Get(IlKind.Boxed, null, self) : self, declared.Owner))
                {
                    Report(method, $"overrides {overridden}, which is of no base type");
                }
                else if (declared.Definition is not null && !IsSignature(method, self, declared))
                {
                    Report(method, $"overrides {overridden}, whose signature is another");
                }
            }
        }

        foreach (IlType one in type.Interfaces.Select(one => Types.Of(one.InterfaceType))
            .SelectMany(one => Types.Interfaces(one).Prepend(one)).Distinct().Where(static one => one.Definition is not null))
        {
            foreach (MethodDefinition method in one.Definition!.Methods.Where(static one => one.IsAbstract))
            {
                if (!IsImplemented(self, one, method))
                {
                    Report(type, $"doesn't implement {method} of {one}");
                }
            }
        }

        for (IlType? one = type.IsAbstract ? null : Types.Base(self); one is { Definition: { IsAbstract: true } }; one = Types.Base(one))
        {
            foreach (MethodDefinition method in one.Definition.Methods.Where(static one => one.IsAbstract))
            {
                if (!IsImplemented(self, one, method))
                {
                    Report(type, $"doesn't override {method}");
                }
            }
        }
    }

    private bool IsImplemented(IlType self, IlType owner, MethodDefinition method)
    {
        IlType[] parameters =
            [.. Types.Of(method.Parameters.Select(static one => one.ParameterType)).Select(one => Types.Replace(one, owner.Parts, []))];
        IlType result = Types.Replace(Types.Of(method.ReturnType), owner.Parts, []);
        for (IlType? one = self; one is not null && one != owner; one = Types.Base(one))
        {
            if (IlTypes.IsUnknown(one)
                || Types.Methods(one)[method.Name].Any(candidate =>
                    (!candidate.IsAbstract || owner.Definition!.IsInterface) && (candidate.IsVirtual || candidate.IsStatic)
                    && (candidate.IsPublic || !owner.Definition!.IsInterface)
                    && Types.IsSame(candidate, one, method, result, parameters))
                || Overrides(one, owner, method))
            {
                return true;
            }
        }

        // Another interface may have the body, or the base class something that this one doesn't see.
        return owner.Definition!.IsInterface && Types.Interfaces(self).Any(one => IlTypes.IsUnknown(one) || Overrides(one, owner, method));
    }

    /// <summary>Whether one of a type's methods names the one that it overrides.</summary>
    private bool Overrides(IlType type, IlType owner, MethodDefinition method) => type.Definition!.Methods.Any(one =>
        one.HasOverrides && one.Overrides.Any(overridden => overridden.Name == method.Name
            && Types.Find(overridden) is { } declared && declared.Definition == method
            && Types.Replace(declared.Owner, type.Parts, []) == owner));

    /// <summary>Whether a method has the signature of the one that it overrides, or a result that is derived from that one's.</summary>
    private bool IsSignature(MethodDefinition method, IlType self, IlMember declared)
    {
        IlType[] own = [.. method.GenericParameters.Select(Types.Of)];
        IlType result = Types.Of(method.ReturnType);
        IlType expected = Types.Replace(declared.Type, self.Parts, own);
        return method.Parameters.Count == declared.Parameters.Length
            && method.GenericParameters.Count == ((MethodDefinition)declared.Definition!).GenericParameters.Count
            && method.Parameters.Zip(declared.Parameters, (one, other) => Types.Of(one.ParameterType) == other).All(static same => same)
            && (result == expected || Types.IsElement(Types.Plain(result), Types.Plain(expected)));
    }

    private bool CanUse(TypeDefinition type, TypeDefinition user) => type.DeclaringType is { } outer
        ? CanUse(outer, user) && CanUse(outer, (type.Attributes & TypeAttributes.VisibilityMask) switch
        {
            TypeAttributes.NestedPublic => 6,
            TypeAttributes.NestedPrivate => 1,
            TypeAttributes.NestedFamily => 4,
            TypeAttributes.NestedAssembly => 3,
            TypeAttributes.NestedFamANDAssem => 2,
            _ => 5,
        }, user)
        : CanUse(type, type.IsPublic ? 6 : 3, user);

    /// <summary>Whether a type may use a member of another one, whose access is the number that metadata have for it.</summary>
    private bool CanUse(TypeDefinition owner, int access, TypeDefinition user)
    {
        if (access == 6)
        {
            return true;
        }

        (bool isFriend, bool ignoresChecks) = AccessTo(owner.Module);
        bool isWithin = false;
        bool isFamily = false;
        for (TypeDefinition? one = user; one is not null; one = one.DeclaringType)
        {
            isWithin |= one == owner;
            isFamily |= access is 2 or 4 or 5 && IsDerived(one, owner);
        }

        return ignoresChecks || isWithin || access switch
        {
            0 => owner.Module == _module,
            2 => isFamily && isFriend,
            3 => isFriend,
            4 => isFamily,
            5 => isFamily || isFriend,
            _ => false,
        };
    }

    private bool IsDerived(TypeDefinition type, TypeDefinition from)
    {
        IlType self = Types.Of(type);
        for (IlType? one = self; one is not null; one = Types.Base(one))
        {
            if (one.Definition == from || IlTypes.IsUnknown(one))
            {
                return true;
            }
        }

        return from.IsInterface && Types.Interfaces(self).Any(one => one.Definition == from);
    }

    private (bool IsFriend, bool IgnoresChecks) AccessTo(ModuleDefinition module)
    {
        if (!_access.TryGetValue(module, out (bool, bool) access))
        {
            access = (
                module == _module || Names(module, "InternalsVisibleToAttribute").Contains(_module.Assembly.Name.Name),
                Names(_module, "IgnoresAccessChecksToAttribute").Contains(module.Assembly.Name.Name));
            _access.Add(module, access);
        }

        return access;
    }

    /// <summary>A variant is named after its method, and its state machine by another number.</summary>
    private static string NameInOriginal(string text) => Regex.Replace(text, @"\$Pooled|(?<=d__|StateMachine_)\d+", "");

    private static IEnumerable<string> Names(ModuleDefinition module, string attribute) => module.Assembly.CustomAttributes
        .Where(one => one.AttributeType.Name == attribute && one.ConstructorArguments.Count == 1)
        .Select(static one => ((string)one.ConstructorArguments[0].Value).Split(',')[0].Trim());

    /// <summary>Finds assemblies by their names, whatever their versions. Those of the framework are read once.</summary>
    private sealed class Resolver(IReadOnlyList<string> references) : IAssemblyResolver
    {
        private static readonly Resolver s_ofFramework = new([]);

        private readonly Dictionary<string, AssemblyDefinition?> _assemblies = new(StringComparer.OrdinalIgnoreCase);

        internal ModuleDefinition Add(byte[] assembly)
        {
            AssemblyDefinition read = AssemblyDefinition.ReadAssembly(
                new MemoryStream(assembly, writable: false), new ReaderParameters { AssemblyResolver = this });
            _assemblies[read.Name.Name] = read;
            return read.MainModule;
        }

        public AssemblyDefinition? Resolve(AssemblyNameReference name) => Resolve(name, new ReaderParameters());

        public AssemblyDefinition? Resolve(AssemblyNameReference name, ReaderParameters parameters)
        {
            if (!_assemblies.TryGetValue(name.Name, out AssemblyDefinition? assembly))
            {
                string file = name.Name + ".dll";
                string path = references.FirstOrDefault(
                    path => string.Equals(Path.GetFileName(path), file, StringComparison.OrdinalIgnoreCase) && File.Exists(path))
                    ?? Path.Combine(s_runtime, file);
                assembly = !File.Exists(path) ? null : Path.GetDirectoryName(path) == s_runtime ? OfFramework(path) : Read(path, this);
                _assemblies.Add(name.Name, assembly);
            }

            return assembly;
        }

        public void Dispose()
        {
            // They are in memory.
        }

        private static AssemblyDefinition OfFramework(string path)
        {
            if (!s_framework.TryGetValue(path, out AssemblyDefinition? assembly))
            {
                assembly = Read(path, s_ofFramework);
                s_framework.Add(path, assembly);
            }

            return assembly;
        }

        private static AssemblyDefinition Read(string path, Resolver resolver) =>
            AssemblyDefinition.ReadAssembly(path, new ReaderParameters { AssemblyResolver = resolver, InMemory = true });
    }
}

using System.Reflection;
using System.Runtime.CompilerServices;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Xunit.Abstractions;
using FieldAttributes = Mono.Cecil.FieldAttributes;
using MethodAttributes = Mono.Cecil.MethodAttributes;
using TypeAttributes = Mono.Cecil.TypeAttributes;

namespace PooledAwait.Build.Tests;

/// <summary>What the verifier finds, and that it finds nothing else.</summary>
public sealed class IlVerifierTests(ITestOutputHelper output)
{
    /// <summary>Faults, each in one method of an assembly that has no other, and part of the message.</summary>
    private static readonly Dictionary<string, (string Error, Action<Place> Plant)> s_faults = new()
    {
        ["a result of another type, of a factory"] = (
            "ret: result is PooledAwait.PooledValueTask`1<System.String> for PooledAwait.PooledValueTask",
            static place =>
            {
                place.Method.ReturnType = place.Of(typeof(PooledValueTask));
                place.Emit(OpCodes.Ldstr, "item");
                GenericInstanceMethod factory = new(place.Of(typeof(PooledValueTask), nameof(PooledValueTask.FromResult)));
                factory.GenericArguments.Add(place.Module.TypeSystem.String);
                place.Emit(OpCodes.Call, factory);
            }),
        ["a result of another type"] = ("ret: result is System.String for System.Threading.Tasks.Task", static place =>
        {
            place.Method.ReturnType = place.Of(typeof(Task));
            place.Emit(OpCodes.Ldstr, "");
        }),
        ["no result"] = ("ret: the stack is empty", static place => place.Method.ReturnType = place.Of(typeof(Task))),
        ["a value left on the stack"] = ("ret: System.Int32 is left on the stack", static place => place.Emit(OpCodes.Ldc_I4_1)),
        ["an argument of another type"] = ("argument 0 is System.Int32 for System.String", static place =>
        {
            place.Emit(OpCodes.Ldc_I4_1);
            place.Emit(OpCodes.Call, place.Of(typeof(Console), nameof(Console.WriteLine), typeof(string)));
        }),
        ["a second error of the same method"] = ("pop: the stack is empty", static place =>
        {
            place.Emit(OpCodes.Ldc_I4_1);
            place.Emit(OpCodes.Call, place.Of(typeof(Console), nameof(Console.WriteLine), typeof(string)));
            place.Emit(OpCodes.Pop);
        }),
        ["this of another type"] = ("this is System.String for System.Threading.Tasks.Task", static place =>
        {
            place.Emit(OpCodes.Ldstr, "");
            place.Emit(OpCodes.Callvirt, place.Of(typeof(Task), nameof(Task.Wait)));
        }),
        ["an awaiter of another type"] = ("address is of System.Runtime.CompilerServices.TaskAwaiter for", static place =>
        {
            place.Emit(OpCodes.Ldloca, place.Variable(typeof(TaskAwaiter)));
            place.Emit(OpCodes.Call, place.Of(typeof(ValueTaskAwaiter), nameof(ValueTaskAwaiter.GetResult)));
        }),
        ["a constrained type without the interface"] = ("System.Int32 isn't System.IDisposable", static place =>
        {
            place.Emit(OpCodes.Ldloca, place.Variable(typeof(int)));
            place.Emit(OpCodes.Constrained, place.Of(typeof(int)));
            place.Emit(OpCodes.Callvirt, place.Of(typeof(IDisposable), nameof(IDisposable.Dispose)));
        }),
        ["a variable of another type"] = ("value is System.String for System.Threading.Tasks.Task", static place =>
        {
            place.Emit(OpCodes.Ldstr, "");
            place.Emit(OpCodes.Stloc, place.Variable(typeof(Task)));
        }),
        ["a field of another type"] = ("value is Null for System.Int32", static place =>
        {
            place.Emit(OpCodes.Ldnull);
            place.Emit(OpCodes.Stsfld, place.Field(typeof(int)));
        }),
        ["a field of another object"] = (
            "object is System.String for System.Runtime.CompilerServices.StrongBox`1<System.Int32>",
            static place =>
            {
                place.Emit(OpCodes.Ldstr, "");
                place.Emit(OpCodes.Ldfld, place.Module.ImportReference(
                    typeof(StrongBox<int>).GetField("Value")));
                place.Emit(OpCodes.Pop);
            }),
        ["an element of another type"] = ("value is System.Object for System.String", static place =>
        {
            place.Emit(OpCodes.Ldc_I4_1);
            place.Emit(OpCodes.Newarr, place.Of(typeof(string)));
            place.Emit(OpCodes.Ldc_I4_0);
            place.Emit(OpCodes.Newobj, place.Of(typeof(object), ".ctor"));
            place.Emit(OpCodes.Stelem_Ref);
        }),
        ["contravariant for covariant"] = ("for System.Collections.Generic.IEnumerable`1<System.String>", static place =>
        {
            place.Emit(OpCodes.Ldloc, place.Variable(typeof(IEnumerable<object>)));
            place.Emit(OpCodes.Stloc, place.Variable(typeof(IEnumerable<string>)));
        }),
        ["a box of another type"] = ("box System.Int32: value is System.String", static place =>
        {
            place.Emit(OpCodes.Ldstr, "");
            place.Emit(OpCodes.Box, place.Of(typeof(int)));
            place.Emit(OpCodes.Pop);
        }),
        ["initobj of another type"] = ("initobj System.Threading.Tasks.ValueTask: address is of System.Int32", static place =>
        {
            place.Emit(OpCodes.Ldloca, place.Variable(typeof(int)));
            place.Emit(OpCodes.Initobj, place.Of(typeof(ValueTask)));
        }),
        ["an instance of an abstract class"] = ("makes no object", static place =>
        {
            place.Emit(OpCodes.Newobj, place.Of(typeof(Stream), ".ctor"));
            place.Emit(OpCodes.Pop);
        }),
        ["a delegate of another signature"] = ("Null.System.String.IsNullOrEmpty(System.String) as System.Action", static place =>
        {
            place.Emit(OpCodes.Ldnull);
            place.Emit(OpCodes.Ldftn, place.Of(typeof(string), nameof(string.IsNullOrEmpty)));
            place.Emit(OpCodes.Newobj, place.Of(typeof(Action), ".ctor"));
            place.Emit(OpCodes.Pop);
        }),
        ["branches with stacks of two depths"] = ("the stack has 1 values, and 0 by another way", static place =>
        {
            Instruction end = Instruction.Create(OpCodes.Nop);
            place.Emit(OpCodes.Ldc_I4_0);
            place.Emit(OpCodes.Brtrue, end);
            place.Emit(OpCodes.Ldc_I4_0);
            place.Append(end);
        }),
        ["branches with two types"] = ("argument 0 is System.Object or System.String for System.String", static place =>
        {
            Instruction other = Instruction.Create(OpCodes.Ldstr, "");
            Instruction end = Instruction.Create(OpCodes.Call, place.Of(typeof(Console), nameof(Console.WriteLine), typeof(string)));
            place.Emit(OpCodes.Ldc_I4_0);
            place.Emit(OpCodes.Brtrue, other);
            place.Emit(OpCodes.Newobj, place.Of(typeof(object), ".ctor"));
            place.Emit(OpCodes.Br, end);
            place.Append(other);
            place.Append(end);
        }),
        ["a branch out of a try"] = ("goes from one block into another", static place => place.TryFinally(OpCodes.Br)),
        ["a return out of a try"] = ("is within a try or a handler", static place => place.TryFinally(OpCodes.Ret)),
        ["endfinally in a try"] = ("is outside of a finally", static place => place.TryFinally(OpCodes.Endfinally)),
        ["an argument that its constraint doesn't allow"] = (
            "Start has System.Int32 for TStateMachine: System.Runtime.CompilerServices.IAsyncStateMachine",
            static place =>
            {
                place.Emit(OpCodes.Ldloca, place.Variable(typeof(AsyncTaskMethodBuilder)));
                place.Emit(OpCodes.Ldloca, place.Variable(typeof(int)));
                GenericInstanceMethod start = new(place.Of(typeof(AsyncTaskMethodBuilder), nameof(AsyncTaskMethodBuilder.Start)));
                start.GenericArguments.Add(place.Of(typeof(int)));
                place.Emit(OpCodes.Call, start);
            }),
        ["too many arguments of a type"] = ("has 2 arguments for 1 parameters", static place =>
        {
            GenericInstanceType list = new(place.Of(typeof(List<>)));
            list.GenericArguments.Add(place.Of(typeof(int)));
            list.GenericArguments.Add(place.Of(typeof(int)));
            place.Method.Body.Variables.Add(new VariableDefinition(list));
        }),
        ["a method that doesn't exist"] = ("System.Threading.Tasks.Task has no such member", static place =>
            place.Emit(OpCodes.Call, new MethodReference("Missing", place.Module.TypeSystem.Void, place.Of(typeof(Task))))),
        ["a method with another result"] = ("System.Threading.Tasks.Task has no such member", static place =>
        {
            MethodReference yield = place.Of(typeof(Task), nameof(Task.Yield));
            place.Emit(OpCodes.Call, new MethodReference("Yield", place.Of(typeof(Task)), yield.DeclaringType));
            place.Emit(OpCodes.Pop);
        }),
        ["a field that doesn't exist"] = ("System.Threading.Tasks.Task has no such member", static place =>
        {
            place.Emit(OpCodes.Ldsfld, new FieldReference("missing", place.Of(typeof(int)), place.Of(typeof(Task))));
            place.Emit(OpCodes.Pop);
        }),
        ["a type that doesn't exist"] = ("System.Threading.Tasks.Missing doesn't exist", static place =>
            place.Method.Body.Variables.Add(new VariableDefinition(
                new TypeReference("System.Threading.Tasks", "Missing", place.Module, place.Of(typeof(Task)).Scope)))),
        ["a private method"] = ("PlantedFaulty may not use System.Void Fixture.Other::Hidden()", static place =>
        {
            TypeDefinition other = new("Fixture", "Other", TypeAttributes.Class, place.Module.TypeSystem.Object);
            MethodDefinition hidden = new("Hidden", MethodAttributes.Private | MethodAttributes.Static, place.Module.TypeSystem.Void);
            hidden.Body.GetILProcessor().Emit(OpCodes.Ret);
            other.Methods.Add(hidden);
            place.Module.Types.Add(other);
            place.Emit(OpCodes.Call, hidden);
        }),
        ["an internal type of another assembly"] = ("PlantedFaulty may not use PooledAwait.", static place => place.UseInternalType()),
        ["an interface without its method"] = ("doesn't implement System.Void System.IDisposable::Dispose()", static place =>
            place.Method.DeclaringType.Interfaces.Add(new InterfaceImplementation(place.Of(typeof(IDisposable))))),
        ["an abstract method that isn't overridden"] = ("doesn't override System.Boolean System.IO.Stream::get_CanRead()", static place =>
            place.Method.DeclaringType.BaseType = place.Of(typeof(Stream))),
        ["an override with another signature"] = ("whose signature is another", static place =>
        {
            place.Method.DeclaringType.Interfaces.Add(new InterfaceImplementation(place.Of(typeof(ICloneable))));
            place.Method.Attributes = MethodAttributes.Private | MethodAttributes.Virtual;
            place.Method.HasThis = true;
            place.Method.Overrides.Add(place.Of(typeof(ICloneable), nameof(ICloneable.Clone)));
        }),
        ["a field twice"] = ("has the field", static place =>
        {
            place.Field(typeof(int));
            place.Field(typeof(int));
        }),
    };

    private static readonly string[] s_references = [.. Compiled.References, typeof(PooledValueTask).Assembly.Location];

    public static TheoryData<string> Faults => [.. s_faults.Keys];

    [Theory]
    [MemberData(nameof(Faults))]
    public void Fault_InOneMethod_IsFound(string fault)
    {
        (string error, Action<Place> plant) = s_faults[fault];
        byte[] original = Empty();
        string[] errors = [.. IlVerifier.NewErrors(original, Plant(original, "Faulty", plant), s_references)];

        Assert.True(errors.Any(one => one.Contains(error, StringComparison.Ordinal)), string.Join(Environment.NewLine, errors));
        Assert.All(errors, static one => Assert.Contains("Planted", one, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Faulty$Pooled", true)]
    [InlineData("Other", false)]
    public void Fault_OfTheOriginal_IsNoneOfItsVariant(string name, bool isVariant)
    {
        Action<Place> plant = s_faults["an argument of another type"].Plant;
        byte[] original = Plant(Empty(), "Faulty", plant);

        Assert.Equal(isVariant ? 0 : 1, IlVerifier.NewErrors(original, Plant(original, name, plant), s_references).Count);
    }

    [Fact]
    public void InternalType_OfAnAssemblyWhoseChecksAreIgnored_MayBeUsed()
    {
        byte[] original = Empty();

        Assert.Empty(IlVerifier.NewErrors(
            original,
            Plant(original, "Friend", static place =>
            {
                place.UseInternalType();
                place.IgnoreAccessChecksTo("PooledAwait.Net");
            }),
            s_references));
    }

    /// <summary>What compilers write is right, and so is what the pass makes of it, with variants that call those of other assemblies.
    /// Set POOLEDAWAIT_STRESS=full to try all packages of the machine.</summary>
    [Theory]
    [InlineData(Forms.Awaited)]
    [InlineData(Forms.Task | Forms.ValueTask)]
    public void Copies_OfPublishedAssemblies_HaveNoErrorsOfOurs(Forms forms)
    {
        bool isFull = Environment.GetEnvironmentVariable("POOLEDAWAIT_STRESS") == "full";
        string[] files = isFull
            ? Packages()
            : [.. Compiled.References.Where(static path => Path.GetFileName(path) is "System.Linq.dll" or "System.Net.Http.dll")];
        string[] references = [.. s_references, .. files, .. AspNetCore()];
        List<string> copies = [];
        List<string> errors = [];
        (int methods, int original) = (0, 0);
        DirectoryInfo folder = Directory.CreateTempSubdirectory("PooledAwait.Build.");
        try
        {
            foreach (string file in Ordered(files))
            {
                byte[] image = File.ReadAllBytes(file);
                try
                {
                    (byte[] copy, _, Redirection redirection) = Redirector.Redirect(
                        image, null, forms, [.. copies, .. references], null, program: "Program",
                        linked: [.. copies.Select(static one => Path.GetFileNameWithoutExtension(one))]);
                    original += IlVerifier.Errors(image, references).Count;
                    errors.AddRange(IlVerifier.NewErrors(image, copy, [.. copies, .. references])
                        .Select(one => $"{Path.GetFileName(file)}: {one}"));
                    methods += redirection.Methods.Count;
                    copies.Add(Path.Combine(folder.FullName, Path.GetFileName(file)));
                    File.WriteAllBytes(copies[^1], copy);
                }
                catch (RefusedException refusal)
                {
                    output.WriteLine($"{Path.GetFileName(file)}: {refusal.Message}");
                }
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        output.WriteLine($"{copies.Count} assemblies with {methods} async methods; {original} errors of originals.");
        Assert.True(errors.Count == 0, string.Join(Environment.NewLine, errors));
        Assert.True(isFull || original == 0);
        Assert.True(methods > 50);
    }

    /// <summary>Each assembly after those that it refers to, as a build rewrites them.</summary>
    private static IEnumerable<string> Ordered(string[] files)
    {
        Dictionary<string, string> left = files.ToDictionary(static file => Path.GetFileNameWithoutExtension(file));
        return files.SelectMany(file => Visit(Path.GetFileNameWithoutExtension(file)));

        IEnumerable<string> Visit(string name) => left.Remove(name, out string? file)
            ? [.. ReferencesOf(file).SelectMany(Visit), file]
            : [];

        static string[] ReferencesOf(string file)
        {
            using ModuleDefinition module = ModuleDefinition.ReadModule(file);
            return [.. module.AssemblyReferences.Select(static one => one.Name)];
        }
    }

    /// <summary>The newest version of each package, for the framework that is nearest to this one.</summary>
    private static string[] Packages()
    {
        string folder = typeof(IlVerifierTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(static data => data.Key == "PackageFolder").Value!;
        string[] frameworks =
        [
            "net10.0", "net9.0", "net8.0", "net7.0", "net6.0", "net5.0", "netcoreapp3.1", "netstandard2.1", "netstandard2.0",
            "netstandard1.3",
        ];
        return
        [
            .. from package in Directory.GetDirectories(folder)
               let version = Directory.GetDirectories(package)
                   .MaxBy(static path => Version.TryParse(Path.GetFileName(path).Split('-')[0], out Version? version) ? version : new())
               where version is not null
               let library = frameworks.Select(framework => Path.Combine(version, "lib", framework)).FirstOrDefault(Directory.Exists)
               where library is not null
               from file in Directory.GetFiles(library, "*.dll")
               orderby file
               group file by Path.GetFileName(file) into copies
               select copies.First(),
        ];
    }

    private static string[] AspNetCore()
    {
        string runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        string folder = Path.Combine(runtime, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(runtime));
        return Directory.Exists(folder) ? Directory.GetFiles(folder, "*.dll") : [];
    }

    private static byte[] Empty()
    {
        using ModuleDefinition module = ModuleDefinition.CreateModule("Empty", ModuleKind.Dll);
        using MemoryStream output = new();
        module.Write(output);
        return output.ToArray();
    }

    private static byte[] Plant(byte[] image, string name, Action<Place> plant)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(image));
        TypeDefinition type = new("Fixture", "Planted" + name, TypeAttributes.Class, module.TypeSystem.Object);
        MethodDefinition method = new(name, MethodAttributes.Private | MethodAttributes.Static, module.TypeSystem.Void);
        type.Methods.Add(method);
        module.Types.Add(type);
        plant(new Place(module, method));
        method.Body.GetILProcessor().Emit(OpCodes.Ret);
        using MemoryStream output = new();
        module.Write(output);
        return output.ToArray();
    }

    /// <summary>A method that gets a fault.</summary>
    private sealed class Place(ModuleDefinition module, MethodDefinition method)
    {
        internal ModuleDefinition Module => module;

        internal MethodDefinition Method => method;

        internal void Emit(OpCode code) => Append(Instruction.Create(code));

        internal void Emit(OpCode code, string operand) => Append(Instruction.Create(code, operand));

        internal void Emit(OpCode code, TypeReference operand) => Append(Instruction.Create(code, operand));

        internal void Emit(OpCode code, MethodReference operand) => Append(Instruction.Create(code, operand));

        internal void Emit(OpCode code, FieldReference operand) => Append(Instruction.Create(code, operand));

        internal void Emit(OpCode code, Instruction operand) => Append(Instruction.Create(code, operand));

        internal void Emit(OpCode code, VariableDefinition operand) => Append(Instruction.Create(code, operand));

        internal void Append(Instruction one) => method.Body.Instructions.Add(one);

        internal TypeReference Of(Type type) => module.ImportReference(type);

        internal MethodReference Of(Type type, string name, params Type[] parameters) => module.ImportReference(
            type.GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static)
                .OfType<MethodBase>().Where(one => one.Name == name && !one.IsPrivate)
                .OrderBy(static one => one.GetParameters().Length)
                .First(one => parameters.Length == 0
                    || one.GetParameters().Select(static one => one.ParameterType).SequenceEqual(parameters)));

        internal VariableDefinition Variable(Type type)
        {
            VariableDefinition variable = new(Of(type));
            method.Body.Variables.Add(variable);
            return variable;
        }

        internal FieldDefinition Field(Type type)
        {
            FieldDefinition field = new("_field", FieldAttributes.Static, Of(type));
            method.DeclaringType.Fields.Add(field);
            return field;
        }

        internal void TryFinally(OpCode code)
        {
            Instruction end = Instruction.Create(OpCodes.Nop);
            Instruction start = code == OpCodes.Br ? Instruction.Create(code, end) : Instruction.Create(code);
            Instruction handler = Instruction.Create(OpCodes.Endfinally);
            Append(start);
            Append(handler);
            Append(end);
            method.Body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Finally)
            {
                TryStart = start,
                TryEnd = handler,
                HandlerStart = handler,
                HandlerEnd = end,
            });
        }

        internal void UseInternalType() => Variable(typeof(PooledValueTask).Assembly.GetTypes().First(
            static type => type is { IsNotPublic: true, IsGenericTypeDefinition: false, Namespace: "PooledAwait" }));

        internal void IgnoreAccessChecksTo(string assembly)
        {
            TypeDefinition type = new(
                "System.Runtime.CompilerServices", "IgnoresAccessChecksToAttribute", TypeAttributes.Class, Of(typeof(Attribute)));
            MethodDefinition constructor = new(
                ".ctor", MethodAttributes.Public | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, module.TypeSystem.Void);
            constructor.Parameters.Add(new ParameterDefinition(module.TypeSystem.String));
            constructor.Body.GetILProcessor().Emit(OpCodes.Ret);
            type.Methods.Add(constructor);
            module.Types.Add(type);
            CustomAttribute attribute = new(constructor);
            attribute.ConstructorArguments.Add(new CustomAttributeArgument(module.TypeSystem.String, assembly));
            module.Assembly.CustomAttributes.Add(attribute);
        }
    }
}

using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace PooledAwait.Schedules;

/// <summary>
/// Makes a copy of this assembly in which all accesses to fields of the library, and of async methods' state machines, go through
/// <see cref="WeakMemory"/>, and calls of the framework's synchronizing types are full fences; with one planted fault, or none.
/// </summary>
internal sealed class Weaver
{
    /// <summary>Types of the framework by which threads synchronize.</summary>
    private static readonly HashSet<string> s_synchronizing =
    [
        "System.Threading.Monitor", "System.Threading.Lock", "System.Threading.SemaphoreSlim", "System.Threading.ManualResetEventSlim",
        "System.Threading.CancellationToken", "System.Threading.CancellationTokenSource", "System.Threading.CancellationTokenRegistration",
        "System.Threading.Timer", "System.Threading.ITimer", "System.Threading.Tasks.Task", "System.Threading.Tasks.Task`1",
        "System.Threading.Tasks.TaskCompletionSource", "System.Threading.Tasks.TaskCompletionSource`1",
        "System.Runtime.CompilerServices.TaskAwaiter", "System.Runtime.CompilerServices.TaskAwaiter`1",
        "System.Runtime.CompilerServices.ConditionalWeakTable`2", "System.Collections.Concurrent.ConcurrentDictionary`2",
    ];

    /// <summary>The explorer itself.</summary>
    private static readonly HashSet<string> s_own =
    [
        nameof(Explorer), nameof(Stage), nameof(Player), nameof(Schedule), nameof(WeakMemory), nameof(MemoryThread), nameof(MemoryRun),
        nameof(MemoryView), nameof(Place), nameof(Weaver), nameof(Interleaving), nameof(Fault), nameof(Accesses), nameof(WeakMemoryTests),
    ];

    private readonly ModuleDefinition _module;
    private readonly TypeDefinition _memory;
    private readonly Fault? _fault;
    private int _planted;

    private Weaver(ModuleDefinition module, Fault? fault)
    {
        _module = module;
        _memory = module.GetType(typeof(WeakMemory).FullName);
        _fault = fault;
    }

    /// <summary>Makes the copy, and loads it.</summary>
    internal static Assembly Weave(Fault? fault = null)
    {
        string path = typeof(Weaver).Assembly.Location;
        using MemoryStream copy = new();
        using (DefaultAssemblyResolver resolver = new())
        {
            resolver.AddSearchDirectory(Path.GetDirectoryName(path));
            resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
            using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(path, new ReaderParameters { AssemblyResolver = resolver });
            Weaver weaver = new(assembly.MainModule, fault);
            foreach (TypeDefinition type in assembly.MainModule.GetAllTypes().ToList())
            {
                weaver.Weave(type);
            }

            if (fault is not null && weaver._planted == 0)
            {
                throw new InvalidOperationException($"The library has nothing that \"{fault}\" would change.");
            }

            assembly.Write(copy);
        }

        copy.Position = 0;
        return new AssemblyLoadContext(fault?.ToString() ?? "woven").LoadFromStream(copy);
    }

    private void Weave(TypeDefinition type)
    {
        TypeDefinition outer = Outermost(type);
        if (!outer.Namespace.StartsWith(nameof(PooledAwait), StringComparison.Ordinal) || s_own.Contains(outer.Name))
        {
            return;
        }

        foreach (MethodDefinition method in type.Methods.Where(method => method.HasBody))
        {
            method.Body.SimplifyMacros();
            foreach (Instruction instruction in method.Body.Instructions.ToList())
            {
                Weave(method, instruction);
            }

            method.Body.OptimizeMacros();
        }
    }

    private void Weave(MethodDefinition method, Instruction instruction)
    {
        switch (instruction.Operand)
        {
            case FieldReference field when IsShared(field):
                WeaveField(method, instruction, field);
                break;
            case MethodReference called:
                WeaveCall(method, instruction, called);
                break;
            case null when instruction.OpCode == OpCodes.Stind_I1:
                // A field that was passed by reference, as those of the events are.
                Replace(method, instruction, Call(nameof(WeakMemory.PlainWrite), _module.TypeSystem.Boolean));
                break;
            case TypeReference element when instruction.OpCode == OpCodes.Ldelema && element.IsValueType && IsWoven(element):
                // ..., array, index: the address is taken, and remembered together with the array.
                VariableDefinition array = new(new ArrayType(element));
                VariableDefinition index = new(_module.TypeSystem.Int32);
                method.Body.Variables.Add(array);
                method.Body.Variables.Add(index);
                Replace(
                    method,
                    instruction,
                    Instruction.Create(OpCodes.Stloc, index),
                    Instruction.Create(OpCodes.Stloc, array),
                    Instruction.Create(OpCodes.Ldloc, array),
                    Instruction.Create(OpCodes.Ldloc, array),
                    Instruction.Create(OpCodes.Ldloc, index),
                    Instruction.Create(OpCodes.Ldelema, element),
                    Call(nameof(WeakMemory.Address), element));
                break;
        }
    }

    private void WeaveField(MethodDefinition method, Instruction instruction, FieldReference field)
    {
        FieldDefinition definition = field.Resolve();
        TypeReference type = Inflate(field);
        bool isStruct = definition.DeclaringType.IsValueType;
        bool isVolatile = instruction.Previous?.OpCode == OpCodes.Volatile;
        if (isVolatile)
        {
            instruction.Previous!.OpCode = OpCodes.Nop;
        }

        switch (instruction.OpCode.Code)
        {
            case Code.Ldfld when isStruct && IsAddress(method, instruction.Previous):
                Replace(
                    Instruction.Create(OpCodes.Ldflda, field),
                    Call(isVolatile ? nameof(WeakMemory.VolatileRead) : nameof(WeakMemory.PlainRead), type));
                break;
            case Code.Ldfld when !isStruct:
                Replace(
                    Instruction.Create(OpCodes.Dup),
                    Instruction.Create(OpCodes.Ldflda, field),
                    Call(isVolatile ? nameof(WeakMemory.Address) : nameof(WeakMemory.Read), type),
                    isVolatile ? Call(nameof(WeakMemory.VolatileRead), type) : Instruction.Create(OpCodes.Nop));
                break;
            case Code.Ldflda when !isStruct:
                Replace(
                    Instruction.Create(OpCodes.Dup),
                    Instruction.Create(OpCodes.Ldflda, field),
                    Call(nameof(WeakMemory.Address), type));
                break;
            case Code.Stfld:
                VariableDefinition value = new(type);
                method.Body.Variables.Add(value);
                if (isStruct || isVolatile)
                {
                    Replace(
                        Instruction.Create(OpCodes.Stloc, value),
                        isStruct ? Instruction.Create(OpCodes.Nop) : Instruction.Create(OpCodes.Dup),
                        Instruction.Create(OpCodes.Ldflda, field),
                        isStruct ? Instruction.Create(OpCodes.Nop) : Call(nameof(WeakMemory.Address), type),
                        Instruction.Create(OpCodes.Ldloc, value),
                        Call(isVolatile ? nameof(WeakMemory.VolatileWrite) : nameof(WeakMemory.PlainWrite), type));
                }
                else
                {
                    Replace(
                        Instruction.Create(OpCodes.Stloc, value),
                        Instruction.Create(OpCodes.Dup),
                        Instruction.Create(OpCodes.Ldflda, field),
                        Instruction.Create(OpCodes.Ldloc, value),
                        Call(nameof(WeakMemory.Write), type));
                }

                break;
            case Code.Ldsfld:
                Replace(Instruction.Create(OpCodes.Ldsflda, field), Call(nameof(WeakMemory.ReadStatic), type));
                break;
            case Code.Ldsflda:
                Replace(Instruction.Create(OpCodes.Ldsflda, field), Call(nameof(WeakMemory.StaticAddress), type));
                break;
            case Code.Stsfld:
                VariableDefinition stored = new(type);
                method.Body.Variables.Add(stored);
                Replace(
                    Instruction.Create(OpCodes.Stloc, stored),
                    Instruction.Create(OpCodes.Ldsflda, field),
                    Instruction.Create(OpCodes.Ldloc, stored),
                    Call(nameof(WeakMemory.WriteStatic), type));
                break;
        }

        void Replace(params Instruction[] others) => Weaver.Replace(method, instruction, others);
    }

    private void WeaveCall(MethodDefinition method, Instruction instruction, MethodReference called)
    {
        if (instruction.OpCode != OpCodes.Call && instruction.OpCode != OpCodes.Callvirt && instruction.OpCode != OpCodes.Newobj)
        {
            return;
        }

        string type = called.DeclaringType.GetElementType().FullName;
        bool isAtomic = type == typeof(Atomic).FullName;
        bool isInterlocked = type == "System.Threading.Interlocked";
        if (isAtomic || isInterlocked || type == "System.Threading.Volatile")
        {
            bool isPlanted = _fault is not null && _fault.Changes(method, called);
            if (isPlanted && called.Name == nameof(System.Threading.Interlocked.MemoryBarrier))
            {
                instruction.OpCode = OpCodes.Nop;
                instruction.Operand = null;
                _planted++;
                return;
            }

            string? hook = called.Name switch
            {
                "MemoryBarrier" => nameof(WeakMemory.Fence),
                "Read" when isPlanted => isAtomic ? nameof(WeakMemory.FaultyRead) : nameof(WeakMemory.PlainRead),
                "Write" when isPlanted => isAtomic ? nameof(WeakMemory.FaultyWrite) : nameof(WeakMemory.PlainWrite),
                "CompareExchange" when isPlanted && _fault!.IsSplit =>
                    isAtomic ? nameof(WeakMemory.SplitSwap) : nameof(WeakMemory.SplitCompareExchange),
                "CompareExchange" when isPlanted =>
                    isAtomic ? nameof(WeakMemory.FaultySwap) : nameof(WeakMemory.FaultyCompareExchange),
                "Exchange" when isPlanted =>
                    _fault!.IsSplit ? nameof(WeakMemory.SplitExchange) : nameof(WeakMemory.FaultyExchange),
                _ when isAtomic => null,
                "Read" => isInterlocked ? null : nameof(WeakMemory.VolatileRead),
                "Write" => nameof(WeakMemory.VolatileWrite),
                _ => called.Name,
            };
            if (isPlanted)
            {
                _planted++;
            }

            if (hook is not null && _memory.Methods.Any(candidate => candidate.Name == hook))
            {
                instruction.OpCode = OpCodes.Call;
                instruction.Operand = called.Parameters.Count == 0 ? _memory.Methods.First(candidate => candidate.Name == hook)
                    : Call(hook, ElementOf(called)).Operand;
            }
        }
        else if (s_synchronizing.Contains(type)
            && !called.Name.Contains("CanBeCanceled", StringComparison.Ordinal)
            && instruction.Previous?.OpCode.OpCodeType != OpCodeType.Prefix)
        {
            MethodDefinition fence = _memory.Methods.First(candidate => candidate.Name == nameof(WeakMemory.Fence));
            Replace(
                method,
                instruction,
                Instruction.Create(OpCodes.Call, fence),
                Instruction.Create(instruction.OpCode, called),
                Instruction.Create(OpCodes.Call, fence));
        }
    }

    /// <summary>Puts instructions in another's place. Branches to that one go to the first of them.</summary>
    private static void Replace(MethodDefinition method, Instruction instruction, params Instruction[] others)
    {
        ILProcessor processor = method.Body.GetILProcessor();
        instruction.OpCode = others[0].OpCode;
        instruction.Operand = others[0].Operand;
        Instruction last = instruction;
        foreach (Instruction other in others.Skip(1))
        {
            processor.InsertAfter(last, other);
            last = other;
        }
    }

    private Instruction Call(string name, TypeReference argument)
    {
        GenericInstanceMethod call = new(_memory.Methods.First(candidate => candidate.Name == name));
        call.GenericArguments.Add(argument);
        return Instruction.Create(OpCodes.Call, call);
    }

    /// <summary>Whether two threads may touch a field, so that its accesses are woven.</summary>
    private bool IsShared(FieldReference field) =>
        field.Resolve() is { IsLiteral: false, IsInitOnly: false } definition
        && definition.Module == _module
        && IsWoven(definition.DeclaringType)
        && !IsRefStruct(definition.DeclaringType)
        && definition.FieldType is not ByReferenceType and not PointerType and not FunctionPointerType
        && !(definition.FieldType.IsValueType && definition.FieldType.Resolve() is { } type && IsRefStruct(type))
        && !definition.CustomAttributes.Any(attribute => attribute.AttributeType.Name == nameof(ThreadStaticAttribute));

    /// <summary>A type of the library, or the state machine of an async method.</summary>
    private bool IsWoven(TypeReference type)
    {
        if (type.Resolve() is not { } definition || definition.Module != _module)
        {
            return false;
        }

        TypeDefinition outer = Outermost(definition);
        bool isLibrary = outer.Namespace == nameof(PooledAwait)
            || (outer.Namespace.StartsWith("PooledAwait.", StringComparison.Ordinal) && outer.Namespace != typeof(Weaver).Namespace);
        return (isLibrary && !s_own.Contains(outer.Name))
            || definition.Interfaces.Any(contract => contract.InterfaceType.Name == "IAsyncStateMachine");
    }

    internal static TypeDefinition Outermost(TypeDefinition type) => type.DeclaringType is { } outer ? Outermost(outer) : type;

    private static bool IsRefStruct(TypeDefinition type) =>
        type.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "IsByRefLikeAttribute");

    /// <summary>Whether what stands on the stack before a field of a structure is read is its address.</summary>
    private static bool IsAddress(MethodDefinition method, Instruction? before) => before?.OpCode.Code switch
    {
        Code.Ldflda or Code.Ldsflda or Code.Ldelema => true,
        Code.Ldarg => ((ParameterDefinition)before.Operand).ParameterType is ByReferenceType
            || (before.Operand == method.Body.ThisParameter && method.DeclaringType.IsValueType),
        Code.Ldloc => ((VariableDefinition)before.Operand).VariableType is ByReferenceType,
        Code.Call => ((MethodReference)before.Operand).ReturnType is ByReferenceType,
        _ => false,
    };

    /// <summary>The type of a field, as the code that uses it sees it.</summary>
    private static TypeReference Inflate(FieldReference field) =>
        field.DeclaringType is GenericInstanceType instance ? Inflate(field.FieldType, instance.GenericArguments) : field.FieldType;

    private static TypeReference Inflate(TypeReference type, IList<TypeReference> arguments)
    {
        switch (type)
        {
            case GenericParameter { Type: GenericParameterType.Type } parameter:
                return arguments[parameter.Position];
            case ArrayType array:
                return new ArrayType(Inflate(array.ElementType, arguments), array.Rank);
            case GenericInstanceType generic:
                GenericInstanceType inflated = new(generic.ElementType);
                foreach (TypeReference argument in generic.GenericArguments)
                {
                    inflated.GenericArguments.Add(Inflate(argument, arguments));
                }

                return inflated;
            case RequiredModifierType modified:
                return Inflate(modified.ElementType, arguments);
            default:
                return type;
        }
    }

    /// <summary>The type of the location that a method of Atomic, Volatile or Interlocked accesses.</summary>
    private static TypeReference ElementOf(MethodReference called)
    {
        TypeReference element = ((ByReferenceType)called.Parameters[0].ParameterType).ElementType;
        return element is GenericParameter parameter ? ((GenericInstanceMethod)called).GenericArguments[parameter.Position] : element;
    }
}

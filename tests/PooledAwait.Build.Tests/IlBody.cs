using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Build.Tests;

/// <summary>Runs a method on types in place of values, along each of its ways (ECMA-335, III.1.8). After an error it goes on with the
/// types that the signature promises.</summary>
internal sealed class IlBody
{
    private readonly IlVerifier _verifier;
    private readonly IlTypes _types;
    private readonly MethodDefinition _method;
    private readonly Instruction[] _code;
    private readonly int[] _index;
    private readonly IlType[] _arguments;
    private readonly IlType[] _variables;
    private readonly IlType _return;

    /// <summary>The innermost block of each instruction.</summary>
    private readonly Block?[] _blocks;

    /// <summary>The stack before each instruction that others lead to.</summary>
    private readonly IlType[]?[] _entries;
    private readonly Stack<int> _open = new();
    private readonly List<IlType> _stack = [];
    private Instruction _one;
    private IlType? _constrained;

    internal IlBody(IlVerifier verifier, MethodDefinition method)
    {
        _verifier = verifier;
        _types = verifier.Types;
        _method = method;
        MethodBody body = method.Body;
        _code = [.. body.Instructions];
        _one = _code[0];
        _index = new int[_code[^1].Offset + 1];
        _entries = new IlType[]?[_code.Length];
        for (int i = 0; i < _code.Length; i++)
        {
            _index[_code[i].Offset] = i;
        }

        IlType self = _types.Of(method.DeclaringType);
        _arguments =
        [
            .. method.HasThis && !method.ExplicitThis ? [self.IsStruct ? _types.Get(IlKind.ByRef, null, self) : self] : (IlType[])[],
            .. method.Parameters.Select(one => _types.Plain(_types.Of(one.ParameterType))),
        ];
        _variables = [.. body.Variables.Select(one => _types.Plain(_types.Of(one.VariableType)))];
        _return = _types.Plain(_types.Of(method.ReturnType));
        _blocks = new Block?[_code.Length];
        FindBlocks(body);
    }

    internal void Verify()
    {
        foreach (IlType variable in _variables)
        {
            _verifier.Check(variable, _method.DeclaringType, _method);
        }

        // A place that several ways lead to has an entry.
        bool[] isTarget = new bool[_code.Length];
        foreach (Instruction one in _code)
        {
            foreach (Instruction target in one.Operand as Instruction[] ?? (one.Operand is Instruction single ? [single] : []))
            {
                isTarget[Index(target)] = true;
            }
        }

        foreach (ExceptionHandler handler in _method.Body.ExceptionHandlers)
        {
            isTarget[Index(handler.TryStart)] = true;
            Enter(handler.HandlerStart, handler.HandlerType switch
            {
                ExceptionHandlerType.Catch => [_types.Plain(_types.Of(handler.CatchType))],
                ExceptionHandlerType.Filter => [_types.Object],
                _ => [],
            });
            if (handler.FilterStart is not null)
            {
                Enter(handler.FilterStart, [_types.Object]);
            }
        }

        Enter(_code[0], []);
        while (_open.TryPop(out int at))
        {
            _stack.Clear();
            _stack.AddRange(_entries[at]!);
            while (true)
            {
                _one = _code[at];
                if (_blocks[at] is { IsTry: true } block && block.Start == at && _stack.Count > 0)
                {
                    Fault("the stack isn't empty where a try begins");
                }

                if (!Step())
                {
                    break;
                }

                if (++at == _code.Length)
                {
                    Fault("the code has no end");
                    break;
                }

                if (_blocks[at] != _blocks[at - 1] || isTarget[at])
                {
                    Flow(_code[at]);
                    break;
                }
            }
        }
    }

    private int Index(Instruction? one) => one is null ? _code.Length : _index[one.Offset];

    private void FindBlocks(MethodBody body)
    {
        IEnumerable<Block> all = body.ExceptionHandlers.SelectMany(handler => (IEnumerable<Block>)
        [
            new(Index(handler.TryStart), Index(handler.TryEnd), null),
            new(Index(handler.HandlerStart), Index(handler.HandlerEnd), handler.HandlerType),
            .. handler.FilterStart is null
                ? []
                : (Block[])[new(Index(handler.FilterStart), Index(handler.HandlerStart), null) { IsFilter = true }],
        ]);
        foreach (Block block in all.DistinctBy(static one => (one.Start, one.End, one.Handler, one.IsFilter))
            .OrderByDescending(static one => one.End - one.Start))
        {
            block.Outer = _blocks[block.Start];
            System.Array.Fill(_blocks, block, block.Start, block.End - block.Start);
        }
    }

    private void Fault(string text)
    {
        string operand = _one.Operand switch
        {
            MemberReference member => " " + member.FullName,
            VariableReference or ParameterReference => " " + _one.Operand,
            _ => "",
        };
        _verifier.Report(_method, $"{_one.OpCode.Name}{operand}: {text}");
    }

    private void Enter(Instruction target, IlType[] stack)
    {
        int index = Index(target);
        if (_entries[index] is null)
        {
            _entries[index] = stack;
            _open.Push(index);
        }
    }

    /// <summary>Goes on somewhere else, in the same block or in a try that begins there.</summary>
    private void Flow(Instruction target)
    {
        int index = Index(target);
        Block? from = _blocks[Index(_one)];
        Block? to = _blocks[index];
        while (to != from && to is { IsTry: true } && to.Start == index)
        {
            to = to.Outer;
        }

        if (to != from)
        {
            Fault("goes from one block into another");
        }

        Merge(index);
    }

    private void Merge(int index)
    {
        if (_entries[index] is not { } entry)
        {
            _entries[index] = [.. _stack];
            _open.Push(index);
            return;
        }

        if (entry.Length != _stack.Count)
        {
            Fault($"the stack has {_stack.Count} values, and {entry.Length} by another way");
            return;
        }

        for (int i = 0; i < entry.Length; i++)
        {
            IlType merged = Merge(entry[i], _stack[i]);
            if (merged != entry[i])
            {
                entry = [.. entry];
                entry[i] = merged;
                _entries[index] = entry;
                _open.Push(index);
            }
        }
    }

    private IlType Merge(IlType one, IlType other)
    {
        if (one == other || one == _types.Any || (other == _types.Null && _types.IsReference(one)))
        {
            return one;
        }

        if (other == _types.Any || (one == _types.Null && _types.IsReference(other)))
        {
            return other;
        }

        if (_types.IsReference(one) && _types.IsReference(other) && !one.IsParameter && !other.IsParameter)
        {
            IlType[] parts =
            [
                .. (one.Kind == IlKind.Union ? one.Parts : [one]).Union(other.Kind == IlKind.Union ? other.Parts : [other])
                    .OrderBy(static part => part.ToString(), System.StringComparer.Ordinal),
            ];
            return _types.Get(IlKind.Union, null, parts);
        }

        if (IsNative(one) && IsNative(other))
        {
            return one.Kind == IlKind.ByRef && _types.Fits(other, one) ? one : _types.IntPtr;
        }

        Fault($"{one} and {other} come together");
        return _types.Any;
    }

    private bool IsNative(IlType type) => type == _types.Int32 || type == _types.IntPtr || type.Kind is IlKind.ByRef or IlKind.Method;

    private void Push(IlType type)
    {
        if (type != _types.Void)
        {
            _stack.Add(_types.OnStack(type));
        }
    }

    private IlType Pop()
    {
        if (_stack.Count == 0)
        {
            Fault("the stack is empty");
            return _types.Any;
        }

        IlType type = _stack[^1];
        _stack.RemoveAt(_stack.Count - 1);
        return type;
    }

    private void Pop(IlType expected, string what = "value")
    {
        IlType type = Pop();
        if (!_types.Fits(type, expected))
        {
            Fault($"{what} is {type} for {expected}");
        }
    }

    private void PopInteger()
    {
        IlType type = Pop();
        if (type != _types.Int32 && type != _types.IntPtr && type != _types.Any)
        {
            Fault($"number is {type}");
        }
    }

    private IlType TypeOperand()
    {
        IlType type = _types.Plain(_types.Of((TypeReference)_one.Operand));
        if (_one.Operand is not TypeSpecification)
        {
            // ldtoken names a generic type without arguments.
            type = _types.Replace(type, [.. type.Parts.Select(_ => _types.Any)], []);
        }

        _verifier.Check(type, _method.DeclaringType, Place);
        return type;
    }

    private string Place => $"{_method}: {_one.OpCode.Name}";

    /// <summary>Pops the address of a value: what it refers to, or null for a pointer.</summary>
    private IlType? PopAddress()
    {
        IlType type = Pop();
        if (type.Kind == IlKind.ByRef)
        {
            return type.Element;
        }

        if (type != _types.IntPtr && type != _types.Int32 && type != _types.Any)
        {
            Fault($"address is {type}");
        }

        return null;
    }

    private void PopAddress(IlType expected)
    {
        if (PopAddress() is { } type && _types.InMemory(type) != _types.InMemory(expected) && !IlTypes.IsUnknown(type)
            && !IlTypes.IsUnknown(expected))
        {
            Fault($"address is of {type} for {expected}");
        }
    }

    private void PopArray(IlType element, bool isStore)
    {
        IlType type = Pop();
        if (type.Kind == IlKind.Vector
            ? !_types.IsElement(isStore ? element : type.Element, isStore ? type.Element : element)
            : type != _types.Null && type.Kind is not IlKind.Any && !type.Parts.All(static one => one.Kind is IlKind.Vector or IlKind.Any))
        {
            Fault($"array is {type} for {element}");
        }
    }

    private IlType Boxed(IlType type) => type.Definition?.FullName == "System.Nullable`1" ? Boxed(type.Element)
        : type.IsStruct || type.IsParameter ? _types.Get(IlKind.Boxed, null, type) : type;

    /// <summary>Whether code goes on with the next instruction.</summary>
    private bool Step()
    {
        Code code = _one.OpCode.Code;
        switch (code)
        {
            case Code.Ldarg_0 or Code.Ldarg_1 or Code.Ldarg_2 or Code.Ldarg_3:
                Push(_arguments[code - Code.Ldarg_0]);
                break;
            case Code.Ldarg or Code.Ldarg_S:
                Push(_arguments[((ParameterDefinition)_one.Operand).Sequence]);
                break;
            case Code.Ldarga or Code.Ldarga_S:
                Push(_types.Get(IlKind.ByRef, null, _arguments[((ParameterDefinition)_one.Operand).Sequence]));
                break;
            case Code.Starg or Code.Starg_S:
                Pop(_arguments[((ParameterDefinition)_one.Operand).Sequence]);
                break;
            case Code.Ldloc_0 or Code.Ldloc_1 or Code.Ldloc_2 or Code.Ldloc_3:
                Push(_variables[code - Code.Ldloc_0]);
                break;
            case Code.Ldloc or Code.Ldloc_S:
                Push(_variables[((VariableDefinition)_one.Operand).Index]);
                break;
            case Code.Ldloca or Code.Ldloca_S:
                Push(_types.Get(IlKind.ByRef, null, _variables[((VariableDefinition)_one.Operand).Index]));
                break;
            case Code.Stloc_0 or Code.Stloc_1 or Code.Stloc_2 or Code.Stloc_3:
                Pop(_variables[code - Code.Stloc_0]);
                break;
            case Code.Stloc or Code.Stloc_S:
                Pop(_variables[((VariableDefinition)_one.Operand).Index]);
                break;
            case Code.Ldnull:
                Push(_types.Null);
                break;
            case >= Code.Ldc_I4_M1 and <= Code.Ldc_I4:
                Push(_types.Int32);
                break;
            case Code.Ldc_I8:
                Push(_types.Int64);
                break;
            case Code.Ldc_R4 or Code.Ldc_R8:
                Push(_types.Double);
                break;
            case Code.Ldstr:
                Push(_types.Core("String"));
                break;
            case Code.Dup:
                IlType copied = Pop();
                Push(copied);
                Push(copied);
                break;
            case Code.Pop:
                Pop();
                break;
            case Code.Call or Code.Callvirt:
                Call(_types.Find((MethodReference)_one.Operand));
                break;
            case Code.Calli:
                Mono.Cecil.CallSite site = (Mono.Cecil.CallSite)_one.Operand;
                Pop(_types.IntPtr, "function");
                PopAll(_types.Of(site.Parameters.Select(static one => one.ParameterType)));
                if (site.HasThis && !site.ExplicitThis)
                {
                    Pop();
                }

                Push(_types.Plain(_types.Of(site.ReturnType)));
                break;
            case Code.Newobj:
                Create(_types.Find((MethodReference)_one.Operand));
                break;
            case Code.Ldftn or Code.Ldvirtftn:
                IlMember pointed = _types.Find((MethodReference)_one.Operand);
                _verifier.Check(pointed, _method.DeclaringType, $"{Place} {_one.Operand}");
                if (code == Code.Ldvirtftn)
                {
                    Pop(pointed.Owner, "this");
                }

                _constrained = null;
                _stack.Add(_types.Get(IlKind.Method, pointed));
                break;
            case Code.Ret:
                if (_return != _types.Void)
                {
                    Pop(_return, "result");
                }

                if (_stack.Count > 0)
                {
                    Fault($"{_stack[^1]} is left on the stack");
                }

                if (_blocks[Index(_one)] is not null)
                {
                    Fault("is within a try or a handler");
                }

                return false;
            case Code.Jmp:
                return false;
            case Code.Br or Code.Br_S:
                Flow((Instruction)_one.Operand);
                return false;
            case Code.Brtrue or Code.Brtrue_S or Code.Brfalse or Code.Brfalse_S:
                IlType condition = Pop();
                if (condition.IsParameter || (condition.IsStruct && !IsNumber(condition)))
                {
                    Fault($"condition is {condition}");
                }

                Flow((Instruction)_one.Operand);
                break;
            case Code.Beq or Code.Beq_S or Code.Bge or Code.Bge_S or Code.Bge_Un or Code.Bge_Un_S or Code.Bgt or Code.Bgt_S or Code.Bgt_Un
                or Code.Bgt_Un_S or Code.Ble or Code.Ble_S or Code.Ble_Un or Code.Ble_Un_S or Code.Blt or Code.Blt_S or Code.Blt_Un
                or Code.Blt_Un_S or Code.Bne_Un or Code.Bne_Un_S:
                Compare();
                Flow((Instruction)_one.Operand);
                break;
            case Code.Ceq or Code.Cgt or Code.Cgt_Un or Code.Clt or Code.Clt_Un:
                Compare();
                Push(_types.Int32);
                break;
            case Code.Switch:
                PopInteger();
                foreach (Instruction target in (Instruction[])_one.Operand)
                {
                    Flow(target);
                }

                break;
            case Code.Leave or Code.Leave_S:
                Leave((Instruction)_one.Operand);
                return false;
            case Code.Endfinally:
                if (_blocks[Index(_one)] is not { Handler: ExceptionHandlerType.Finally or ExceptionHandlerType.Fault })
                {
                    Fault("is outside of a finally");
                }

                return false;
            case Code.Endfilter:
                Pop(_types.Int32);
                if (_blocks[Index(_one)] is not { IsFilter: true } filter || filter.End != Index(_one) + 1 || _stack.Count > 0)
                {
                    Fault("doesn't end a filter");
                }

                return false;
            case Code.Throw:
                Pop(_types.Object);
                return false;
            case Code.Rethrow:
                Block? caught = _blocks[Index(_one)];
                while (caught is { Handler: not (ExceptionHandlerType.Catch or ExceptionHandlerType.Filter) })
                {
                    caught = caught.Outer;
                }

                if (caught is null)
                {
                    Fault("is outside of a catch");
                }

                return false;
            case >= Code.Add and <= Code.Xor or >= Code.Add_Ovf and <= Code.Sub_Ovf_Un:
                Calculate();
                break;
            case Code.Shl or Code.Shr or Code.Shr_Un:
                PopInteger();
                Push(PopNumber());
                break;
            case Code.Neg or Code.Not or Code.Ckfinite:
                Push(PopNumber());
                break;
            case Code.Conv_I8 or Code.Conv_U8 or Code.Conv_Ovf_I8 or Code.Conv_Ovf_U8 or Code.Conv_Ovf_I8_Un or Code.Conv_Ovf_U8_Un:
                PopNumber();
                Push(_types.Int64);
                break;
            case Code.Conv_R4 or Code.Conv_R8 or Code.Conv_R_Un:
                PopNumber();
                Push(_types.Double);
                break;
            case Code.Conv_I or Code.Conv_U or Code.Conv_Ovf_I or Code.Conv_Ovf_U or Code.Conv_Ovf_I_Un or Code.Conv_Ovf_U_Un:
                // Of a pinned string as well.
                Pop();
                Push(_types.IntPtr);
                break;
            case Code.Conv_I1 or Code.Conv_I2 or Code.Conv_I4 or Code.Conv_U1 or Code.Conv_U2 or Code.Conv_U4
                or >= Code.Conv_Ovf_I1_Un and <= Code.Conv_Ovf_U4_Un or >= Code.Conv_Ovf_I1 and <= Code.Conv_Ovf_U4:
                PopNumber();
                Push(_types.Int32);
                break;
            case Code.Ldfld or Code.Ldflda or Code.Stfld or Code.Ldsfld or Code.Ldsflda or Code.Stsfld:
                Field(_types.Find((FieldReference)_one.Operand));
                break;
            case Code.Ldobj:
                IlType loaded = TypeOperand();
                PopAddress(loaded);
                Push(loaded);
                break;
            case Code.Stobj:
                IlType stored = TypeOperand();
                Pop(stored);
                PopAddress(stored);
                break;
            case Code.Initobj:
                PopAddress(TypeOperand());
                break;
            case Code.Cpobj:
                IlType moved = TypeOperand();
                PopAddress(moved);
                PopAddress(moved);
                break;
            case >= Code.Ldind_I1 and <= Code.Ldind_R8:
                IlType number = Number(code);
                PopAddress(number);
                Push(number);
                break;
            case Code.Ldind_Ref:
                IlType? referred = PopAddress();
                if (referred is not null && !_types.IsReference(referred))
                {
                    Fault($"address is of {referred}");
                }

                Push(referred ?? _types.Any);
                break;
            case Code.Stind_I or >= Code.Stind_I1 and <= Code.Stind_R8:
                IlType changed = Number(code);
                Pop(changed);
                PopAddress(changed);
                break;
            case Code.Stind_Ref:
                IlType value = Pop();
                if (PopAddress() is { } place && !_types.Fits(value, place))
                {
                    Fault($"value is {value} for {place}");
                }

                break;
            case Code.Box:
                IlType boxed = TypeOperand();
                Pop(boxed);
                Push(Boxed(boxed));
                break;
            case Code.Unbox:
                IlType unboxed = TypeOperand();
                Pop(_types.Object);
                Push(_types.Get(IlKind.ByRef, null, unboxed));
                break;
            case Code.Unbox_Any or Code.Castclass or Code.Isinst:
                IlType cast = TypeOperand();
                Pop(_types.Object);
                Push(code == Code.Unbox_Any ? cast : Boxed(cast));
                break;
            case Code.Newarr:
                PopInteger();
                Push(_types.Get(IlKind.Vector, null, TypeOperand()));
                break;
            case Code.Ldlen:
                PopArray(_types.Any, isStore: false);
                Push(_types.IntPtr);
                break;
            case Code.Ldelema:
                PopInteger();
                IlType addressed = TypeOperand();
                PopArray(addressed, isStore: false);
                Push(_types.Get(IlKind.ByRef, null, addressed));
                break;
            case Code.Ldelem_Ref:
                PopInteger();
                IlType array = _stack.LastOrDefault() ?? _types.Any;
                PopArray(_types.Object, isStore: false);
                Push(array.Kind == IlKind.Vector ? array.Element
                    : array.Kind == IlKind.Union && array.Parts.All(static one => one.Kind == IlKind.Vector)
                        ? array.Parts.Select(static one => one.Element).Aggregate(Merge)
                    : array == _types.Null ? array : _types.Any);
                break;
            case Code.Ldelem_Any or >= Code.Ldelem_I1 and <= Code.Ldelem_R8:
                PopInteger();
                IlType element = code == Code.Ldelem_Any ? TypeOperand() : Number(code);
                PopArray(element, isStore: false);
                Push(element);
                break;
            case Code.Stelem_Ref:
                IlType kept = Pop();
                PopInteger();
                IlType vector = _stack.LastOrDefault() ?? _types.Any;
                PopArray(_types.Any, isStore: true);
                if (vector.Kind == IlKind.Vector && !_types.Fits(kept, vector.Element))
                {
                    Fault($"value is {kept} for {vector.Element}");
                }

                break;
            case Code.Stelem_Any or >= Code.Stelem_I and <= Code.Stelem_R8:
                IlType item = code == Code.Stelem_Any ? TypeOperand() : Number(code);
                Pop(item);
                PopInteger();
                PopArray(item, isStore: true);
                break;
            case Code.Ldtoken:
                if (_one.Operand is TypeReference)
                {
                    TypeOperand();
                }
                else
                {
                    IlMember token =
                        _one.Operand is MethodReference method ? _types.Find(method) : _types.Find((FieldReference)_one.Operand);
                    bool isOpen = _one.Operand is MethodReference { HasGenericParameters: true };
                    _verifier.Check(
                        isOpen ? token with { Arguments = [.. token.Definition is MethodDefinition { GenericParameters: var open }
                            ? open.Select(_ => _types.Any) : []] } : token,
                        _method.DeclaringType, $"{Place} {_one.Operand}");
                }

                Push(_types.Core(_one.Operand is TypeReference ? "RuntimeTypeHandle"
                    : _one.Operand is MethodReference ? "RuntimeMethodHandle" : "RuntimeFieldHandle"));
                break;
            case Code.Sizeof:
                TypeOperand();
                Push(_types.Int32);
                break;
            case Code.Localloc:
                PopInteger();
                Push(_types.IntPtr);
                break;
            case Code.Initblk or Code.Cpblk:
                Pop();
                Pop();
                Pop();
                break;
            case Code.Mkrefany:
                PopAddress(TypeOperand());
                Push(_types.Core("TypedReference"));
                break;
            case Code.Refanyval:
                Pop(_types.Core("TypedReference"));
                Push(_types.Get(IlKind.ByRef, null, TypeOperand()));
                break;
            case Code.Refanytype:
                Pop(_types.Core("TypedReference"));
                Push(_types.Core("RuntimeTypeHandle"));
                break;
            case Code.Arglist:
                Push(_types.Core("RuntimeArgumentHandle"));
                break;
            case Code.Constrained:
                _constrained = TypeOperand();
                break;
        }

        return true;
    }

    /// <summary>The number that an instruction is for, by the end of its name.</summary>
    private IlType Number(Code code) => code switch
    {
        Code.Ldind_I1 or Code.Ldind_U1 or Code.Stind_I1 or Code.Ldelem_I1 or Code.Ldelem_U1 or Code.Stelem_I1 => _types.Core("SByte"),
        Code.Ldind_I2 or Code.Ldind_U2 or Code.Stind_I2 or Code.Ldelem_I2 or Code.Ldelem_U2 or Code.Stelem_I2 => _types.Core("Int16"),
        Code.Ldind_I4 or Code.Ldind_U4 or Code.Stind_I4 or Code.Ldelem_I4 or Code.Ldelem_U4 or Code.Stelem_I4 => _types.Int32,
        Code.Ldind_I8 or Code.Stind_I8 or Code.Ldelem_I8 or Code.Stelem_I8 => _types.Int64,
        Code.Ldind_I or Code.Stind_I or Code.Ldelem_I or Code.Stelem_I => _types.IntPtr,
        Code.Ldind_R4 or Code.Stind_R4 or Code.Ldelem_R4 or Code.Stelem_R4 => _types.Core("Single"),
        _ => _types.Double,
    };

    private bool IsNumber(IlType type) =>
        type == _types.Int64 || type == _types.Double || IsNative(type) || IlTypes.IsUnknown(type);

    private IlType PopNumber()
    {
        IlType type = Pop();
        if (!IsNumber(type))
        {
            Fault($"number is {type}");
            return _types.Any;
        }

        return type;
    }

    private void Calculate()
    {
        IlType second = PopNumber();
        IlType first = PopNumber();
        bool isNative = IsNative(first) && IsNative(second);
        if (first != second && !isNative && !IlTypes.IsUnknown(first) && !IlTypes.IsUnknown(second))
        {
            Fault($"{first} with {second}");
        }

        Push(!isNative || (first == second && first.Kind != IlKind.ByRef) ? first
            : first.Kind == IlKind.ByRef && second.Kind != IlKind.ByRef ? first
            : second.Kind == IlKind.ByRef && first.Kind != IlKind.ByRef ? second
            : _types.IntPtr);
    }

    private void Compare()
    {
        IlType second = Pop();
        IlType first = Pop();
        if (!(IsNumber(first) && IsNumber(second) && (first == second || (IsNative(first) && IsNative(second))))
            && !(_types.IsReference(first) && _types.IsReference(second))
            && !IlTypes.IsUnknown(first) && !IlTypes.IsUnknown(second))
        {
            Fault($"{first} with {second}");
        }
    }

    private void Leave(Instruction target)
    {
        int index = Index(target);
        Block? block = _blocks[Index(_one)];
        for (; block is not null && !(block.Start <= index && index < block.End); block = block.Outer)
        {
            if (block.IsFilter || block.Handler is ExceptionHandlerType.Finally or ExceptionHandlerType.Fault)
            {
                Fault("leaves a finally or a filter");
            }
        }

        for (Block? to = _blocks[index]; to != block; to = to!.Outer)
        {
            if (!to!.IsTry)
            {
                Fault("goes into a handler");
            }
        }

        _stack.Clear();
        Merge(index);
    }

    private void PopAll(IlType[] parameters)
    {
        for (int i = parameters.Length - 1; i >= 0; i--)
        {
            Pop(_types.Plain(parameters[i]), $"argument {i}");
        }
    }

    private void Call(IlMember called)
    {
        _verifier.Check(called, _method.DeclaringType, $"{Place} {_one.Operand}");
        PopAll(called.Parameters);
        if (called.HasThis)
        {
            PopThis(called);
        }
        else if (_one.OpCode.Code == Code.Callvirt)
        {
            Fault("the method is static");
        }

        if (called.Definition is MethodDefinition { IsAbstract: true } definition && _one.OpCode.Code == Code.Call
            && !(definition.IsStatic && _constrained is not null))
        {
            Fault("the method is abstract");
        }

        _constrained = null;
        Push(_types.Plain(called.Type));
    }

    private void PopThis(IlMember called)
    {
        if (_constrained is { } constrained)
        {
            PopAddress(constrained);
            if (!_types.IsSubtype(Boxed(constrained), called.Owner))
            {
                Fault($"{constrained} isn't {called.Owner}");
            }
        }
        else if (called.Owner.IsStruct)
        {
            PopAddress(called.Owner);
        }
        else
        {
            Pop(called.Owner, "this");
        }
    }

    private void Create(IlMember constructor)
    {
        _verifier.Check(constructor, _method.DeclaringType, $"{Place} {_one.Operand}");
        if (constructor.Name != ".ctor" || constructor.Owner.Definition is { IsAbstract: true })
        {
            Fault("makes no object");
        }

        if (_types.Base(constructor.Owner)?.Definition?.FullName == "System.MulticastDelegate" && constructor.Parameters.Length == 2)
        {
            IlType method = Pop();
            IlType target = Pop();
            if (method.Kind == IlKind.Method)
            {
                Bind(constructor.Owner, (IlMember)method.Data!, target);
            }
            else if (!_types.Fits(method, _types.IntPtr) || !_types.Fits(target, _types.Object))
            {
                Fault($"delegate of {method} and {target}");
            }
        }
        else
        {
            PopAll(constructor.Parameters);
        }

        Push(constructor.Owner);
    }

    /// <summary>A delegate fits a method that takes its arguments, and whose result may be taken for its own.</summary>
    private void Bind(IlType owner, IlMember method, IlType target)
    {
        MethodDefinition invoke = _types.Methods(owner)["Invoke"].First();
        IlType[] given = [.. invoke.Parameters.Select(one => Of(one.ParameterType))];
        IlType[] taken = [.. method.Parameters.Select(_types.Plain)];
        IlType expected = Of(invoke.ReturnType);
        IlType result = _types.Plain(method.Type);
        IlType? bound = method.HasThis ? Boxed(method.Owner) : null;
        if (!method.HasThis && taken.Length == given.Length + 1)
        {
            bound = taken[0];
            taken = taken[1..];
        }

        if (taken.Length != given.Length || !given.Zip(taken, Accepts).All(static fits => fits) || !Accepts(result, expected)
            || (bound is null ? !_types.Fits(target, _types.Object) : !_types.Fits(target, bound) && target != Boxed(bound)))
        {
            Fault($"{target}.{method.Owner}.{method.Name}({string.Join<IlType>(",", method.Parameters)}) as {owner}");
        }

        IlType Of(TypeReference type) => _types.Plain(_types.Replace(_types.Of(type), owner.Parts, []));

        bool Accepts(IlType from, IlType to) => _types.IsElement(from, to)
            || (from.Kind == IlKind.ByRef && to.Kind == IlKind.ByRef && _types.InMemory(from.Element) == _types.InMemory(to.Element));
    }

    private void Field(IlMember field)
    {
        _verifier.Check(field, _method.DeclaringType, $"{Place} {_one.Operand}");
        IlType type = _types.Plain(field.Type);
        Code code = _one.OpCode.Code;
        if (code is Code.Stfld or Code.Stsfld)
        {
            Pop(type);
        }

        if (code is Code.Ldfld or Code.Ldflda or Code.Stfld)
        {
            // A struct's field is read from the struct itself, too.
            if (!field.Owner.IsStruct)
            {
                Pop(field.Owner, "object");
            }
            else if (code == Code.Ldfld && _stack.LastOrDefault() is { IsStruct: true } value && value != _types.IntPtr)
            {
                Pop(field.Owner, "object");
            }
            else
            {
                PopAddress(field.Owner);
            }
        }
        else if (field.HasThis)
        {
            Fault("the field isn't static");
        }

        if (code is Code.Ldfld or Code.Ldsfld)
        {
            Push(type);
        }
        else if (code is Code.Ldflda or Code.Ldsflda)
        {
            Push(_types.Get(IlKind.ByRef, null, type));
        }
    }

    /// <summary>A try, a handler or a filter, from an instruction up to another.</summary>
    private sealed class Block(int start, int end, ExceptionHandlerType? handler)
    {
        internal int Start => start;

        internal int End => end;

        internal ExceptionHandlerType? Handler => handler;

        internal bool IsFilter { get; init; }

        internal bool IsTry => handler is null && !IsFilter;

        internal Block? Outer { get; set; }
    }
}

using System.Text.RegularExpressions;

namespace PooledAwait.Build;

/// <summary>The instructions of one await, from the call whose task is awaited to the awaiter's GetResult. Compilers emit them as one
/// block. Other awaits share the awaiter's variable and field.</summary>
internal sealed class AwaitBlock
{
    /// <summary>What every compiler makes of an await, one letter for an instruction: p and q put a struct into a variable
    /// and load its address, k is the constant for C, ConfigureAwait, and g GetAwaiter. For the awaiter's variable, s stores,
    /// a loads the address, l loads; for its field, F stores, f loads, o loads the address. c is IsCompleted, b a branch, S
    /// the suspension, L a leave, i an initobj, r GetResult. A dot is any other instruction. Visual Basic clears the variable
    /// at the end, and unoptimized code has a nop after a call.</summary>
    private static readonly Regex s_shape =
        new(@"^(pq)?(kC(pq)?)?gsacb\.+lF\.+a\.S\.?L\.+fs\.+oi\.*ar(ai)?", RegexOptions.CultureInvariant);

    private readonly MethodDefinition _method;
    private readonly List<(Instruction One, char Letter)> _block = [];
    private readonly VariableDefinition? _variable;
    private readonly string? _field;

    private AwaitBlock(MethodDefinition method, Instruction call)
    {
        _method = method;
        bool isRead = false;
        for (Instruction? one = call.Next; one is not null && !isRead; one = one.Next)
        {
            char letter = Letter(one);
            if (letter == 'g' && IsStore(one.Next))
            {
                _variable ??= VariableOf(method, one.Next);
            }

            if (letter == 'F')
            {
                _field ??= ((FieldReference)one.Operand).Name;
            }

            _block.Add((one, letter));
            isRead = letter == 'x' || (_block.Count > 2 && _block[_block.Count - 3].Letter == 'r');
        }

        int length = s_shape.Match(string.Concat(_block.Select(static pair => pair.Letter))).Length;
        _block.RemoveRange(length, _block.Count - length);
    }

    /// <summary>The result's type; empty if there is no result.</summary>
    internal TypeReference[] Result => References.Arguments(((MethodReference)Uses("Cg").First().Operand).DeclaringType);

    /// <summary>The variable that has the awaiter, and the field that keeps it while the method is suspended.</summary>
    internal VariableDefinition Variable => _variable!;

    internal string Field => _field!;

    internal IEnumerable<Instruction> AwaiterUses => Uses("salFfo");

    /// <summary>Whether ConfigureAwait is called.</summary>
    internal bool IsConfigured => Uses("C").Any();

    /// <summary>Reads the await of what a call in MoveNext returns. Null if it isn't awaited, or not exactly as compilers do it.
    /// <paramref name="targets"/> are the instructions to which others branch.</summary>
    internal static AwaitBlock? TryRead(MethodDefinition method, Instruction call, HashSet<Instruction> targets)
    {
        AwaitBlock block = new(method, call);
        return block._block.Count > 0
            && block._block.All(
                pair => (pair.One.Operand is FieldReference used && used.Name == block._field) == pair.Letter is 'F' or 'f' or 'o')
            && !block._block.TakeWhile(static pair => pair.Letter != 'a').Any(pair => targets.Contains(pair.One))
            && block._block.SkipWhile(static pair => pair.Letter != 'L').Any(pair => pair.One == block.Uses("b").First().Operand)
            && block.Uses("p").All(block.IsForTheAddressOnly)
            ? block
            : null;
    }

    /// <summary>Has the block await what its call returns now, with a new variable and field for the awaiter.</summary>
    internal void Redirect(MethodReference getAwaiter, VariableDefinition variable, FieldDefinition field)
    {
        TypeReference awaiter = variable.VariableType;
        bool isConfigured = IsConfigured;
        foreach ((Instruction one, char letter) in _block)
        {
            switch (letter)
            {
                case 'p' or 'q':
                case 'g' when isConfigured:
                    (one.OpCode, one.Operand) = (OpCodes.Nop, null);
                    break;
                case 'C' or 'g':
                    (one.OpCode, one.Operand) = (OpCodes.Call, getAwaiter);
                    break;
                case 's' or 'a' or 'l' when variable != _variable:
                    one.OpCode = letter == 's' ? OpCodes.Stloc : letter == 'a' ? OpCodes.Ldloca : OpCodes.Ldloc;
                    one.Operand = variable;
                    break;
                case 'F' or 'f' or 'o':
                    one.Operand = one.Operand is FieldDefinition
                        ? field
                        : new FieldReference(field.Name, field.FieldType, ((FieldReference)one.Operand).DeclaringType);
                    break;
                case 'i':
                    one.Operand = awaiter;
                    break;
                case 'c' or 'r':
                    one.Operand = Awaits.AwaiterMember((MethodReference)one.Operand, awaiter);
                    break;
                case 'S':
                    GenericInstanceMethod await = (GenericInstanceMethod)one.Operand;
                    one.Operand = References.Instantiate(await.ElementMethod, [awaiter, await.GenericArguments[1]]);
                    break;
            }
        }
    }

    /// <summary>The local variable that an instruction loads, stores or takes the address of; null if there is none.</summary>
    internal static VariableDefinition? VariableOf(MethodDefinition method, Instruction one) => one.OpCode.Code switch
    {
        >= Code.Ldloc_0 and <= Code.Ldloc_3 and var code => method.Body.Variables[code - Code.Ldloc_0],
        >= Code.Stloc_0 and <= Code.Stloc_3 and var code => method.Body.Variables[code - Code.Stloc_0],
        _ => one.Operand as VariableDefinition,
    };

    private IEnumerable<Instruction> Uses(string letters) =>
        _block.Where(pair => letters.IndexOf(pair.Letter) >= 0).Select(static pair => pair.One);

    private char Letter(Instruction one)
    {
        VariableDefinition? variable = VariableOf(_method, one);
        return variable is not null && variable == _variable ? IsStore(one) ? 's' : IsAddress(one) ? 'a' : 'l'
            : variable is not null && IsStoreThenAddress(_method, one, one.Next) ? 'p'
            : variable is not null && IsStoreThenAddress(_method, one.Previous, one) ? 'q'
            : one.Operand is MethodReference method ? LetterOfCall(one, method)
            : one.OpCode.Code switch
            {
                Code.Ldc_I4_0 or Code.Ldc_I4_1 when one.Next.Operand is MethodReference { Name: "ConfigureAwait" } => 'k',
                Code.Brtrue or Code.Brtrue_S => 'b',
                Code.Leave or Code.Leave_S => 'L',
                Code.Stfld when _variable is not null && VariableOf(_method, one.Previous) == _variable => 'F',
                Code.Ldfld when _variable is not null && IsStore(one.Next) && VariableOf(_method, one.Next) == _variable => 'f',
                Code.Ldflda when ((FieldReference)one.Operand).Name == _field && one.Next.OpCode.Code == Code.Initobj => 'o',
                Code.Initobj when _block.Count > 0 && _block[_block.Count - 1].Letter is 'o' or 'a' => 'i',
                _ => one.OpCode.FlowControl is FlowControl.Next or FlowControl.Meta ? '.' : 'x',
            };
    }

    private char LetterOfCall(Instruction one, MethodReference method) =>
        one.OpCode.Code is not (Code.Call or Code.Callvirt) || !method.HasThis ? 'x'
        : method is GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted", GenericArguments: { Count: 2 } arguments }
            && (Builder.Find(method.DeclaringType) is not null || References.IsOurBuilder(method.DeclaringType))
            ? arguments[0].FullName == _variable?.VariableType.FullName ? 'S' : 'x'
        : !References.IsOfTheFramework(method.DeclaringType) ? 'x'
        : (method.Name, method.Parameters.Count) switch
        {
            ("ConfigureAwait", 1) when method.Parameters[0].ParameterType.MetadataType == MetadataType.Boolean => 'C',
            ("GetAwaiter", 0) => 'g',
            ("get_IsCompleted", 0) => 'c',
            ("GetResult", 0) => 'r',
            _ => 'x',
        };

    /// <summary>Whether a struct's variable is only used to call a method of the struct.</summary>
    private bool IsForTheAddressOnly(Instruction store)
    {
        VariableDefinition? variable = VariableOf(_method, store);
        return _method.Body.Instructions.Where(one => !IsStore(one) && VariableOf(_method, one) == variable)
            .All(one => one.Previous is { } before && IsStore(before) && VariableOf(_method, before) == variable);
    }

    /// <summary>Whether two instructions put a struct into a variable and load its address.</summary>
    internal static bool IsStoreThenAddress(MethodDefinition method, Instruction store, Instruction address) =>
        IsStore(store) && IsAddress(address) && VariableOf(method, store) == VariableOf(method, address);

    private static bool IsAddress(Instruction one) => one.OpCode.Code is Code.Ldloca or Code.Ldloca_S;

    private static bool IsStore(Instruction one) =>
        one.OpCode.Code is Code.Stloc or Code.Stloc_S or (>= Code.Stloc_0 and <= Code.Stloc_3);
}

using System.Collections.Generic;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Build;

/// <summary>
/// The instructions of one await, from the call whose task is awaited to the awaiter's GetResult. Compilers emit them in one piece, and use
/// the awaiter's variable and field for nothing else in between; variables, fields and the block's variables serve other awaits, too.
/// </summary>
internal sealed class AwaitBlock
{
    private readonly MethodDefinition _method;

    /// <summary>Where the task becomes an awaiter: GetAwaiter, or ConfigureAwait with a surplus GetAwaiter.</summary>
    private readonly Instruction _start;

    /// <summary>What puts a struct into a variable in order to call it by its address.</summary>
    private readonly List<Instruction> _surplus = [];

    private readonly VariableDefinition _variable;

    /// <summary>The instructions on the awaiter's variable: stores, loads and addresses.</summary>
    private readonly List<Instruction> _variableUses = [];

    private readonly List<Instruction> _fieldUses = [];

    /// <summary>IsCompleted and GetResult.</summary>
    private readonly List<Instruction> _members = [];

    private readonly List<Instruction> _clears = [];

    private readonly Instruction _suspension;

    private AwaitBlock(MethodDefinition method, Instruction start, VariableDefinition variable, Instruction suspension)
    {
        _method = method;
        _start = start;
        _variable = variable;
        _suspension = suspension;
    }

    /// <summary>The result's type; null without a result.</summary>
    internal TypeReference? Result => ((_start.Operand as MethodReference)!.DeclaringType as GenericInstanceType)?.GenericArguments[0];

    internal TypeDefinition StateMachine => _method.DeclaringType;

    internal VariableDefinition Variable => _variable;

    internal IEnumerable<Instruction> VariableUses => _variableUses;

    internal IEnumerable<Instruction> FieldUses => _fieldUses;

    internal string Field => ((FieldReference)_fieldUses[0].Operand).Name;

    /// <summary>Reads the await of what a call returns.</summary>
    /// <param name="method">A state machine's MoveNext.</param>
    /// <param name="call">The call.</param>
    /// <param name="targets">The instructions of the method to which others branch.</param>
    /// <returns>Null if it isn't awaited, or not exactly as compilers do it.</returns>
    internal static AwaitBlock? TryRead(MethodDefinition method, Instruction call, HashSet<Instruction> targets)
    {
        List<Instruction> surplus = [];
        Instruction? start = SkipVariable(method, call.Next, surplus);
        Instruction? constant = null;
        if (start is { OpCode.Code: Code.Ldc_I4_0 or Code.Ldc_I4_1 })
        {
            constant = start;
            start = start.Next;
        }

        if (!IsMember(start, constant is null ? "GetAwaiter" : "ConfigureAwait", constant is null ? 0 : 1))
        {
            return null;
        }

        Instruction? store = start!.Next;
        if (constant is not null)
        {
            if (((MethodReference)start.Operand).Parameters[0].ParameterType.MetadataType != MetadataType.Boolean)
            {
                return null;
            }

            store = SkipVariable(method, store, surplus);
            if (!IsMember(store, "GetAwaiter", 0))
            {
                return null;
            }

            surplus.Add(store!);
            store = store!.Next;
        }

        if (store is null || !IsStore(store) || VariableOf(method, store) is not { } variable)
        {
            return null;
        }

        for (Instruction one = call.Next; one != store.Next; one = one.Next)
        {
            if (targets.Contains(one))
            {
                return null;
            }
        }

        return TryReadSuspension(method, start, store, variable) is { } block ? block.With(surplus) : null;
    }

    /// <summary>Has the block await a pooled task.</summary>
    /// <param name="awaits">The members of the library.</param>
    /// <param name="variable">The variable of the new awaiter.</param>
    /// <param name="field">The field of the new awaiter.</param>
    internal void Redirect(Awaits awaits, VariableDefinition variable, FieldDefinition field)
    {
        TypeReference awaiter = variable.VariableType;
        bool isConfigured = ((MethodReference)_start.Operand).Name == "ConfigureAwait";
        _start.Operand = awaits.GetAwaiter(Result, isConfigured);
        _start.OpCode = OpCodes.Call;
        foreach (Instruction one in _surplus)
        {
            one.OpCode = OpCodes.Nop;
            one.Operand = null;
        }

        foreach (Instruction use in variable == _variable ? [] : _variableUses)
        {
            use.OpCode = IsStore(use) ? OpCodes.Stloc : use.OpCode.Code is Code.Ldloca or Code.Ldloca_S ? OpCodes.Ldloca : OpCodes.Ldloc;
            use.Operand = variable;
        }

        foreach (Instruction use in _fieldUses)
        {
            use.Operand = use.Operand is FieldDefinition
                ? field
                : new FieldReference(field.Name, field.FieldType, ((FieldReference)use.Operand).DeclaringType);
        }

        foreach (Instruction clear in _clears)
        {
            clear.Operand = awaiter;
        }

        foreach (Instruction member in _members)
        {
            member.Operand = Awaits.AwaiterMember((MethodReference)member.Operand, awaiter);
        }

        GenericInstanceMethod await = (GenericInstanceMethod)_suspension.Operand;
        _suspension.Operand = References.Instantiate(await.ElementMethod, [awaiter, await.GenericArguments[1]]);
    }

    /// <summary>Skips the store of a struct and the load of its address, where the variable serves nothing else.</summary>
    private static Instruction? SkipVariable(MethodDefinition method, Instruction? store, List<Instruction> skipped)
    {
        if (store is null || !IsStore(store) || VariableOf(method, store) is not { } variable
            || store.Next is not { OpCode.Code: Code.Ldloca or Code.Ldloca_S } load || VariableOf(method, load) != variable)
        {
            return store;
        }

        foreach (Instruction one in method.Body.Instructions)
        {
            if (!IsStore(one) && VariableOf(method, one) == variable
                && !(one.Previous is { } before && IsStore(before) && VariableOf(method, before) == variable))
            {
                return store;
            }
        }

        skipped.Add(store);
        skipped.Add(load);
        return load.Next;
    }

    private static AwaitBlock? TryReadSuspension(
        MethodDefinition method, Instruction start, Instruction store, VariableDefinition variable)
    {
        Instruction isCompleted = store.Next.Next;
        if (!IsAddress(store.Next) || !IsMember(isCompleted, "get_IsCompleted", 0)
            || isCompleted.Next is not { OpCode.Code: Code.Brtrue or Code.Brtrue_S, Operand: Instruction done })
        {
            return null;
        }

        // To the suspension: the state, the awaiter's field, and the call.
        List<Instruction> uses = [store, store.Next];
        List<Instruction> fields = [];
        Instruction? next = isCompleted.Next.Next;
        for (; next is { OpCode.FlowControl: FlowControl.Next }; next = next.Next)
        {
            if (VariableOf(method, next) == variable)
            {
                uses.Add(next);
                if (next.Next.OpCode.Code == Code.Stfld)
                {
                    fields.Add(next.Next);
                }
            }
        }

        if (next is not { OpCode.Code: Code.Call, Operand: GenericInstanceMethod { Name: "AwaitUnsafeOnCompleted" } suspension }
            || suspension.GenericArguments.Count != 2
            || suspension.GenericArguments[0].FullName != variable.VariableType.FullName
            || fields.Count != 1 || uses.Count != 4 || !IsAddress(uses[3]) || uses[3].Next.Next != next
            || next.Next is not { OpCode.Code: Code.Leave or Code.Leave_S } leave)
        {
            return null;
        }

        AwaitBlock block = new(method, start, variable, next);
        block._members.Add(isCompleted);
        return block.TryReadResumption(leave.Next, done, uses, fields) ? block : null;

        bool IsAddress(Instruction one) =>
            one.OpCode.Code is Code.Ldloca or Code.Ldloca_S && VariableOf(method, one) == variable;
    }

    private bool TryReadResumption(Instruction? next, Instruction done, List<Instruction> uses, List<Instruction> fields)
    {
        string field = ((FieldReference)fields[0].Operand).Name;
        bool isDone = false;
        for (; next is { OpCode.FlowControl: FlowControl.Next or FlowControl.Meta }; next = next.Next)
        {
            isDone |= next == done;
            if (next.Operand is FieldReference operand && operand.Name == field)
            {
                fields.Add(next);
                if (next.OpCode.Code == Code.Ldflda && next.Next.OpCode.Code == Code.Initobj)
                {
                    _clears.Add(next.Next);
                }
            }
            else if (VariableOf(_method, next) == _variable)
            {
                uses.Add(next);
            }
        }

        // One load of the field into the variable, one clearing of the field, and the address for GetResult.
        if (!isDone || !IsMember(next, "GetResult", 0) || uses.Count != 6 || fields.Count != 3 || _clears.Count != 1
            || fields[1].OpCode.Code != Code.Ldfld || fields[1].Next != uses[4] || !IsStore(uses[4])
            || uses[5].OpCode.Code is not (Code.Ldloca or Code.Ldloca_S) || uses[5].Next != next)
        {
            return false;
        }

        _members.Add(next!);
        if (next!.Next is { OpCode.Code: Code.Ldloca or Code.Ldloca_S } address && VariableOf(_method, address) == _variable
            && address.Next.OpCode.Code == Code.Initobj)
        {
            // Visual Basic clears the variable as well.
            uses.Add(address);
            _clears.Add(address.Next);
        }

        _variableUses.AddRange(uses);
        _fieldUses.AddRange(fields);
        return true;
    }

    private AwaitBlock With(List<Instruction> surplus)
    {
        _surplus.AddRange(surplus);
        return this;
    }

    private static bool IsMember(Instruction? one, string name, int parameters) =>
        one is { OpCode.Code: Code.Call or Code.Callvirt, Operand: MethodReference { HasThis: true } method }
        && method is not GenericInstanceMethod
        && method.Name == name && method.Parameters.Count == parameters && References.IsOfTheFramework(method.DeclaringType);

    private static bool IsStore(Instruction one) =>
        one.OpCode.Code is Code.Stloc or Code.Stloc_S or Code.Stloc_0 or Code.Stloc_1 or Code.Stloc_2 or Code.Stloc_3;

    /// <summary>The local variable that an instruction loads, stores or takes the address of; null if it does none of these.</summary>
    internal static VariableDefinition? VariableOf(MethodDefinition method, Instruction one) => one.OpCode.Code switch
    {
        Code.Ldloc_0 or Code.Stloc_0 => method.Body.Variables[0],
        Code.Ldloc_1 or Code.Stloc_1 => method.Body.Variables[1],
        Code.Ldloc_2 or Code.Stloc_2 => method.Body.Variables[2],
        Code.Ldloc_3 or Code.Stloc_3 => method.Body.Variables[3],
        _ => one.Operand as VariableDefinition,
    };
}

namespace PooledAwait.Build;

/// <summary>Redirects calls in one body to variants, and changes their awaits to match what the variants return.</summary>
internal sealed class BodyCalls(MethodDefinition method, Awaits awaits, References references)
{
    /// <summary>For each branch that has a short form, the form with four bytes.</summary>
    private static readonly Dictionary<Code, OpCode> s_wide = typeof(OpCodes).GetFields()
        .Select(static field => (OpCode)field.GetValue(null))
        .Where(static code => code.OperandType == OperandType.InlineBrTarget)
        .ToDictionary(static code => (Code)Enum.Parse(typeof(Code), code.Code + "_S"));

    private readonly bool _isPooled = StateMachine.HasOurBuilder(method.DeclaringType);
    private readonly HashSet<Instruction> _targets = Model.Targets(method.Body);
    private readonly List<(AwaitBlock Block, TypeReference Awaiter)> _blocks = [];

    /// <summary>Redirects a call that is awaited at once to a variant. A method with a builder of the library awaits the pooled task
    /// itself; any other method awaits it as a ValueTask.</summary>
    internal void Redirect(Instruction call, MethodReference variant)
    {
        AwaitBlock block = AwaitBlock.TryRead(method, call, _targets)!;
        bool awaitsOperation = _isPooled && References.IsOperation(variant);
        if (awaitsOperation)
        {
            _blocks.Add((block, references.PooledAwaiter(block.Result)));
        }
        else if (!References.IsValueTask(((MethodReference)call.Operand).GetElementMethod().ReturnType))
        {
            _blocks.Add((block, references.ValueTaskAwaiter(block.Result, block.IsConfigured)));
        }

        Call(call, variant, awaitsOperation ? null : block.Result);
    }

    /// <summary>Calls a variant. If it returns a pooled task, that is made a ValueTask with the result, unless this is null.</summary>
    internal void Call(Instruction call, MethodReference variant, TypeReference[]? result)
    {
        (call.OpCode, call.Operand) = (variant.HasThis ? call.OpCode : OpCodes.Call, variant);
        if (result is not null && References.IsOperation(variant))
        {
            InsertAfter(call, awaits.ToValueTask(references.PooledTask(result)));
        }
    }

    /// <summary>Redirects a call whose task is dropped to a variant, and lets the library forget the operation.</summary>
    internal void Forget(Instruction call, MethodReference variant, TypeReference task)
    {
        call.Operand = variant;
        (call.Next.OpCode, call.Next.Operand) = (OpCodes.Call, awaits.Forget(task));
        WidenBranches();
    }

    internal void InsertAfter(Instruction one, MethodReference called)
    {
        AsyncMethodBodyDebugInformation? stepping = method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>()
            .FirstOrDefault(static information => information.CatchHandler.Offset < 0);
        method.Body.GetILProcessor().InsertAfter(one, Instruction.Create(OpCodes.Call, called));
        if (stepping is not null)
        {
            // If there is no handler, Cecil reports the first instruction as its start.
            stepping.CatchHandler = new InstructionOffset(-1);
        }

        WidenBranches();
    }

    /// <summary>Adds a place that converts what is on the stack and returns it.</summary>
    internal Instruction AppendReturn(MethodReference conversion)
    {
        Instruction first = Instruction.Create(OpCodes.Call, conversion);
        foreach (ExceptionHandler handler in method.Body.ExceptionHandlers.Where(static one => one.HandlerEnd is null))
        {
            handler.HandlerEnd = first;
        }

        method.Body.Instructions.Add(first);
        method.Body.Instructions.Add(Instruction.Create(OpCodes.Ret));
        WidenBranches();
        return first;
    }

    /// <summary>Has the awaits of the redirected calls use awaiters of the new types.</summary>
    internal void RedirectAwaits()
    {
        foreach (IGrouping<string, (AwaitBlock Block, TypeReference Awaiter)> group in _blocks.GroupBy(
            static pair => References.KeyOf(pair.Awaiter)))
        {
            RedirectAwaits([.. group.Select(static pair => pair.Block)], group.First().Awaiter);
        }
    }

    private void RedirectAwaits(AwaitBlock[] blocks, TypeReference awaiter)
    {
        TypeDefinition type = method.DeclaringType;
        HashSet<Instruction> uses = [.. blocks.SelectMany(static block => block.AwaiterUses)];

        // Fields with no await of the old type left: the first takes the new type, and the others go.
        HashSet<string> kept =
        [
            .. Model.InstructionsOf(type).Where(one => !uses.Contains(one)).Select(static one => one.Operand).OfType<FieldReference>()
                .Where(field => field.DeclaringType.GetElementType() == type).Select(static field => field.Name),
        ];
        FieldDefinition[] free =
            [.. type.Fields.Where(field => !kept.Contains(field.Name) && blocks.Any(block => block.Field == field.Name))];
        FieldDefinition field = free.FirstOrDefault() ?? NewField(type, blocks[0].Field, awaiter);
        field.FieldType = awaiter;
        foreach (FieldDefinition unused in free.Skip(1))
        {
            type.Fields.Remove(unused);
        }

        // The same for variables. If awaits of the old type are left, they have one new variable instead.
        HashSet<VariableDefinition?> busy =
            [.. method.Body.Instructions.Where(one => !uses.Contains(one)).Select(one => AwaitBlock.VariableOf(method, one))];
        VariableDefinition shared = new(awaiter);
        if (blocks.Any(block => busy.Contains(block.Variable)))
        {
            method.Body.Variables.Add(shared);
            WidenBranches();
        }

        foreach (AwaitBlock block in blocks)
        {
            VariableDefinition variable = busy.Contains(block.Variable) ? shared : block.Variable;
            variable.VariableType = awaiter;
            block.Redirect(awaits.GetAwaiter(awaiter, block.IsConfigured), variable, field);
        }
    }

    /// <summary>A field with a name like the compiler's, "&lt;&gt;u__2" or "$A2": debuggers recognize it by that.</summary>
    private static FieldDefinition NewField(TypeDefinition type, string like, TypeReference awaiter)
    {
        string prefix = like.TrimEnd('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        string name = Enumerable.Range(1, type.Fields.Count + 1).Select(number => $"{prefix}{number}")
            .First(name => type.Fields.All(field => field.Name != name));
        FieldDefinition field = new(name, type.Fields.First(field => field.Name == like).Attributes, awaiter);
        type.Fields.Add(field);
        return field;
    }

    /// <summary>Gives all branches four bytes, because longer instructions may move their targets out of reach of one byte.</summary>
    private void WidenBranches()
    {
        foreach (Instruction one in method.Body.Instructions.Where(
            static one => one.OpCode.OperandType == OperandType.ShortInlineBrTarget))
        {
            one.OpCode = s_wide[one.OpCode.Code];
        }
    }
}

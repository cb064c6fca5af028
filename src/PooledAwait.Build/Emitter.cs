namespace PooledAwait.Build;

/// <summary>Adds the variants of a plan to its module, and has calls take them.</summary>
internal sealed class Emitter(ModuleDefinition module, Plan plan)
{
    /// <summary>What a variant's name has after the original's.</summary>
    private const string Suffix = "$Pooled";

    private readonly References _references = new(module);
    private readonly References _ofVariants = new(module, ofVariants: true);
    private readonly Dictionary<TaskMethod, Cloner> _variants = [];

    internal void Emit()
    {
        // All copies are made of what the compiler has written.
        foreach (TaskMethod method in plan.Variants)
        {
            _variants.Add(method, Cloner.Clone(method.Definition, method.Machine?.Type, method.Definition.Name + Suffix));
        }

        foreach (StateMachine machine in plan.Redirected)
        {
            machine.Redirect(_references);
        }

        Awaits awaits = new(module, _references);
        foreach (KeyValuePair<TaskMethod, Cloner> variant in _variants)
        {
            MethodDefinition copy = variant.Value.Copy;
            if (variant.Value.Machine is { } machine)
            {
                StateMachine.Read(machine, copy).Redirect(_ofVariants);
                copy.ReturnType = _references.Pooled(copy.ReturnType);
            }
            else
            {
                PassOn(variant.Key, variant.Value, awaits);
            }
        }

        foreach (IGrouping<MethodDefinition, Call> calls in plan.Model.Methods.SelectMany(static method => method.Calls)
            .Where(static call => call.Original is null).GroupBy(static call => call.Caller))
        {
            Redirect(calls.Key, calls, static call => call.One, awaits);
            if (plan.Model.Find(calls.First().Machine?.Kickoff) is { } caller && _variants.TryGetValue(caller, out Cloner? copy))
            {
                MethodDefinition own = copy.Machine!.Methods[calls.Key.DeclaringType.Methods.IndexOf(calls.Key)];
                Redirect(own, calls, call => copy.Instructions[call.One], awaits);
            }
        }

        awaits.Redirect();
    }

    private void Redirect(MethodDefinition body, IEnumerable<Call> calls, Func<Call, Instruction> find, Awaits awaits)
    {
        BodyCalls rewriter = new(body, awaits, _references);
        foreach (Call call in calls)
        {
            Instruction one = find(call);
            rewriter.Redirect(one, VariantOf((MethodReference)one.Operand, call.Callee), call.Callee.Machine is not null);
        }

        rewriter.RedirectAwaits();
    }

    /// <summary>Has a copied method that isn't async return a ValueTask, of a variant's operation or of the task that it has.</summary>
    private void PassOn(TaskMethod method, Cloner variant, Awaits awaits)
    {
        BodyCalls rewriter = new(variant.Copy, awaits, _references);
        TypeReference returns = method.Definition.ReturnType;
        bool isTask = !References.IsValueTask(returns);
        Dictionary<Instruction, Call> passed = plan.Passed(method).ToDictionary(static pair => pair.Producer, static pair => pair.Call);
        foreach (Instruction producer in method.Returned!)
        {
            Instruction last = variant.Instructions[producer];
            if (passed.TryGetValue(producer, out Call? call))
            {
                Instruction one = variant.Instructions[call.One];
                for (Instruction next = one; next != last;)
                {
                    next = next.Next;
                    (next.OpCode, next.Operand) = (OpCodes.Nop, null);
                }

                MethodReference own = VariantOf((MethodReference)one.Operand, call.Callee);
                one.Operand = own;
                if (call.Callee.Machine is not null)
                {
                    rewriter.InsertAfter(one, awaits.ToValueTask(_references.PooledTask(References.Arguments(returns).FirstOrDefault())));
                }
            }
            else if (isTask)
            {
                rewriter.InsertAfter(last, awaits.ToValueTask(returns));
            }
        }

        variant.Copy.ReturnType = isTask ? _references.ValueTask(References.Arguments(returns).FirstOrDefault())! : returns;
    }

    /// <summary>The variant of what a call refers to.</summary>
    private MethodReference VariantOf(MethodReference original, TaskMethod callee)
    {
        MethodReference element = original.GetElementMethod();
        MethodReference variant = element is MethodDefinition
            ? _variants[callee].Copy
            : References.Redeclare(
                element,
                element.Name + Suffix,
                callee.Machine is not null
                    ? _references.Pooled(element.ReturnType)
                    : _references.ValueTask(References.Arguments(element.ReturnType).FirstOrDefault())!,
                element.DeclaringType);
        return original is GenericInstanceMethod instance ? References.Instantiate(variant, instance.GenericArguments) : variant;
    }
}

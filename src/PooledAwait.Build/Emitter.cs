namespace PooledAwait.Build;

/// <summary>Adds the variants of a plan to its module, and redirects calls to them.</summary>
internal sealed class Emitter
{
    private readonly ModuleDefinition _module;
    private readonly Plan _plan;
    private readonly VariantTypes _types;
    private readonly References _references;
    private readonly References _ofVariants;
    private readonly Awaits _awaits;
    private readonly Dictionary<TaskMethod, Cloner> _variants = [];
    private readonly DispatchEmitter _dispatch;

    internal Emitter(ModuleDefinition module, Plan plan, VariantTypes types)
    {
        _module = module;
        _plan = plan;
        _types = types;
        _references = new(module);
        _ofVariants = new(module, ofVariants: true);
        _awaits = new(module, _references);

        // A Castle proxy that may see internals would implement the variants' interfaces as well, and interceptors would see a ValueTask
        // where the method returns a Task. So they are private there. .NET Framework always checks access.
        bool hides = plan.Slots.Count > 0 && References.IsOfNet(module)
            && References.FriendsOf(module).Contains("DynamicProxyGenAssembly2", StringComparer.OrdinalIgnoreCase);
        if (hides)
        {
            types.Used.Add(module.Assembly.Name.Name);
        }

        _dispatch = new(module, _references, _awaits, types, hides);
    }

    internal void Emit()
    {
        // All copies are made before any original is changed.
        foreach (TaskMethod method in _plan.Variants)
        {
            _variants.Add(method, Cloner.Clone(method.Definition, method.Machine?.Type, method.Definition.Name + VariantTypes.Suffix));
        }

        foreach (StateMachine machine in _plan.Redirected)
        {
            machine.Redirect(_references);
        }

        _dispatch.AddInterfaces(_plan.Slots);
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
                PassOn(variant.Key, variant.Value);
            }
        }

        foreach (Implementation implementation in _plan.Implementations)
        {
            _dispatch.Implement(implementation, ReturnsOperation);
        }

        foreach (IGrouping<MethodDefinition, Call> calls in _plan.Model.Calls
            .Where(static call => call.Original is null).GroupBy(static call => call.Caller))
        {
            Redirect(calls.Key, calls, static call => call.One);
            if (_plan.Model.Find(calls.First().Machine?.Kickoff ?? calls.Key) is { } caller
                && _variants.TryGetValue(caller, out Cloner? copy))
            {
                MethodDefinition own = copy.Machine?.Methods[calls.Key.DeclaringType.Methods.IndexOf(calls.Key)] ?? copy.Copy;
                Redirect(own, calls, call => copy.Instructions[call.One]);
            }
        }

        _awaits.Redirect();
        _references.AddFriends(_types.Used);
    }

    private void Redirect(MethodDefinition body, IEnumerable<Call> calls, Func<Call, Instruction> find)
    {
        BodyCalls rewriter = new(body, _awaits, _references);
        foreach (Call call in calls)
        {
            Instruction one = find(call);
            MethodReference variant = VariantOf((MethodReference)one.Operand, call, out bool returnsOperation);
            if (call.IsDropped)
            {
                rewriter.Forget(one, variant, ResultOf((MethodReference)one.Operand, call.Callee));
            }
            else
            {
                rewriter.Redirect(one, variant, returnsOperation);
            }
        }

        rewriter.RedirectAwaits();
    }

    /// <summary>Makes a copied method that isn't async return a ValueTask: of a variant's operation, or of the task that it returned
    /// before.</summary>
    private void PassOn(TaskMethod method, Cloner variant)
    {
        BodyCalls rewriter = new(variant.Copy, _awaits, _references);
        TypeReference returns = method.Definition.ReturnType;
        bool isTask = !References.IsValueTask(returns);
        Dictionary<Instruction, Call> passed = _plan.Passed(method).ToDictionary(static pair => pair.Producer, static pair => pair.Call);
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

                MethodReference own = VariantOf((MethodReference)one.Operand, call, out bool returnsOperation);
                (one.OpCode, one.Operand) = (own.HasThis ? one.OpCode : OpCodes.Call, own);
                if (returnsOperation)
                {
                    rewriter.InsertAfter(one, _awaits.ToValueTask(_references.PooledTask(References.Arguments(returns).FirstOrDefault())));
                }
            }
            else if (isTask)
            {
                rewriter.InsertAfter(last, _awaits.ToValueTask(returns));
            }
        }

        if (method.ReturningBranches.Count > 0)
        {
            Instruction converted = rewriter.AppendReturn(_awaits.ToValueTask(returns));
            foreach (Instruction branch in method.ReturningBranches)
            {
                variant.Instructions[branch].Operand = converted;
            }
        }

        variant.Copy.ReturnType = isTask ? _references.ValueTask(References.Arguments(returns).FirstOrDefault()) : returns;
    }

    /// <summary>The variant of the method that a call names; for a virtual method, the static method that finds the variant.</summary>
    private MethodReference VariantOf(MethodReference original, Call call, out bool returnsOperation)
    {
        MethodReference element = original.GetElementMethod();
        MethodDefinition method = call.Callee.Definition;
        if (call.IsByType && _dispatch.CallerOf(element, method, call.IsDispatched) is { } caller)
        {
            returnsOperation = false;
            return Instance(caller);
        }

        returnsOperation = ReturnsOperation(method);
        return Instance(element is MethodDefinition
            ? _variants[call.Callee].Copy
            : References.Redeclare(
                element,
                element.Name + VariantTypes.Suffix,
                returnsOperation
                    ? _references.Pooled(element.ReturnType)
                    : _references.ValueTask(References.Arguments(element.ReturnType).FirstOrDefault()),
                element.DeclaringType));

        MethodReference Instance(MethodReference variant) =>
            original is GenericInstanceMethod instance ? References.Instantiate(variant, instance.GenericArguments) : variant;
    }

    /// <summary>The type of what a call of this module's method returns inside its task; null without a result.</summary>
    private static TypeReference? ResultOf(MethodReference call, TaskMethod callee) =>
        References.Arguments(callee.Definition.ReturnType).FirstOrDefault() is { } result
            ? References.Substitute(
                result,
                References.Arguments(call.DeclaringType),
                call is GenericInstanceMethod instance ? [.. instance.GenericArguments] : [])
            : null;

    /// <summary>Whether a method's variant is async itself.</summary>
    private bool ReturnsOperation(MethodDefinition method)
    {
        if (method.Module == _module)
        {
            return _plan.Model.Find(method)!.Machine is not null;
        }

        _types.Used.Add(method.Module.Assembly.Name.Name);
        return !References.IsTask(_types.BodyOf(method)!.ReturnType);
    }
}

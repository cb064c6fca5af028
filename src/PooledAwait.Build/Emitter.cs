namespace PooledAwait.Build;

/// <summary>Adds the variants of a plan to its module, and redirects calls to them.</summary>
internal sealed class Emitter
{
    private const string Suppression = "UnconditionalSuppressMessageAttribute";

    private readonly Plan _plan;
    private readonly References _references;
    private readonly References _ofVariants;
    private readonly Awaits _awaits;
    private readonly DispatchEmitter _dispatch;
    private readonly Dictionary<TaskMethod, Cloner> _variants = [];

    internal Emitter(ModuleDefinition module, Plan plan)
    {
        _plan = plan;
        _references = new(module);
        _ofVariants = new(module, ofVariants: true);
        _awaits = new(module, _references);
        _dispatch = new(module, _references, _awaits, plan);
    }

    internal void Emit()
    {
        // All copies are made before any original is changed.
        foreach (TaskMethod method in _plan.Variants)
        {
            Cloner variant = new(method.Definition, method.Machine?.Type);
            _variants.Add(method, variant);
            ModuleDefinition module = method.Definition.Module;
            variant.Copy.CustomAttributes.AddRange(module.Assembly.CustomAttributes.Where(one => Suppresses(one, method.Definition)));
            if (References.IsOfNet(module) && variant.Instructions.Keys.Any(IsOnNestedFunction))
            {
                TypeReference suppression = _references.OfTheCore("System.Diagnostics.CodeAnalysis", Suppression);
                variant.Copy.CustomAttributes.Add(_references.NewAttribute(suppression, "Trimming", "IL2117"));
            }
        }

        foreach (StateMachine machine in _plan.Redirected)
        {
            RedirectBuilder(machine, _references);
        }

        _dispatch.AddInterfaces();
        foreach (Cloner variant in _variants.Values.Where(static variant => variant.Machine is not null))
        {
            RedirectBuilder(StateMachine.TryRead(variant.Machine!, variant.Copy)!, _ofVariants);
            variant.Copy.ReturnType = _references.PooledTask(References.Arguments(variant.Copy.ReturnType));
        }

        foreach (TaskMethod method in _plan.Variants.Where(static method => method.Machine is null))
        {
            PassOn(method, _variants[method]);
        }

        foreach (Implementation implementation in _plan.Implementations)
        {
            _dispatch.Implement(implementation, BodyOf);
        }

        foreach (IGrouping<MethodDefinition, Call> calls in _plan.Model.Calls
            .Where(static call => call.Original is null).GroupBy(static call => call.Caller))
        {
            Redirect(calls.Key, calls, static call => call.One);
            if (_plan.Model.Find(calls.First().Machine?.Kickoff ?? calls.Key) is { } caller
                && _variants.TryGetValue(caller, out Cloner? copy))
            {
                MethodDefinition own = copy.Machine is null ? copy.Copy : copy.Map(calls.Key);
                Redirect(own, calls, call => copy.Instructions[call.One]);
            }
        }

        _awaits.Redirect();
        _references.AddFriends(_plan.Types.Used);
    }

    /// <summary>Whether an attribute of the assembly suppresses a trimmer's warning about a method, or about an overload.</summary>
    private static bool Suppresses(CustomAttribute attribute, MethodDefinition method)
    {
        string arity = method.HasGenericParameters ? "``" + method.GenericParameters.Count : "";
        return attribute.AttributeType.Name == Suppression && attribute.Properties.Any(one => one is { Name: "Target" }
            && ((string)one.Argument.Value).TrimStart('~').Split('(')[0]
                == $"M:{method.DeclaringType.FullName.Replace('/', '.')}.{method.Name}{arity}");
    }

    /// <summary>Whether an instruction is on a lambda or local function. A method and its variant share these, and trimmers warn of a
    /// function that two methods have (IL2117). Both have the same attributes, so it doesn't matter which one the trimmer takes.</summary>
    private static bool IsOnNestedFunction(Instruction one) => one.Operand is MethodReference { Name: var name }
        && name.StartsWith("<", StringComparison.Ordinal) && (name.Contains(">b__") || name.Contains(">g__"));

    /// <summary>Replaces a state machine's builder, and all that refers to it.</summary>
    private static void RedirectBuilder(StateMachine machine, References references)
    {
        foreach ((Instruction use, Instruction? call) in machine.Uses())
        {
            Redirect(use);
            Redirect(call!);
        }

        // The compiler wrote the kickoff's body, so all its calls on builders, and its variables, belong to this builder. Fields may not:
        // the body copies parameters, which may be a user's builders.
        foreach (VariableDefinition variable in machine.Kickoff!.Body.Variables)
        {
            variable.VariableType = references.Redirect(variable.VariableType);
        }

        foreach (Instruction one in machine.Kickoff.Body.Instructions.Where(one => one.Operand is not FieldReference || machine.IsOn(one)))
        {
            Redirect(one);
        }

        machine.Field.FieldType = references.Redirect(machine.Field.FieldType);

        void Redirect(Instruction one) => one.Operand = one.Operand switch
        {
            MethodReference method => references.Redirect(method),
            // A definition's type is set once, with the state machine's own.
            FieldReference field and not FieldDefinition =>
                new FieldReference(field.Name, references.Redirect(field.FieldType), field.DeclaringType),
            // `initobj`, where a compiler clears a builder.
            TypeReference type => references.Redirect(type),
            var other => other,
        };
    }

    private void Redirect(MethodDefinition body, IEnumerable<Call> calls, Func<Call, Instruction> find)
    {
        BodyCalls rewriter = new(body, _awaits, _references);
        foreach (Call call in calls)
        {
            Instruction one = find(call);
            MethodReference original = (MethodReference)one.Operand;
            MethodReference variant = VariantOf(original, call);
            if (call.IsDropped)
            {
                rewriter.Forget(one, variant, References.Returned(original));
            }
            else
            {
                rewriter.Redirect(one, variant);
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
        TypeReference[] result = References.Arguments(returns);
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

                MethodReference original = (MethodReference)one.Operand;
                TypeReference[] ofCall = References.Arguments(References.Returned(original));
                if (ofCall.Length > result.Length)
                {
                    rewriter.InsertAfter(one, _awaits.WithoutResult(_references.ValueTask(ofCall)));
                }

                rewriter.Call(one, VariantOf(original, call), ofCall);
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

        variant.Copy.ReturnType = isTask ? _references.ValueTask(result) : returns;
    }

    /// <summary>The variant of the method that a call names; for a virtual method, the static method that finds the variant.</summary>
    private MethodReference VariantOf(MethodReference original, Call call)
    {
        MethodReference element = original.GetElementMethod();
        MethodDefinition method = call.Callee.Definition;
        MethodReference? variant = call.IsByType ? _dispatch.CallerOf(element, method, call.IsDispatched) : null;
        if (variant is null)
        {
            MethodDefinition body = BodyOf(method);
            variant = element is MethodDefinition ? body : _references.Variant(element, body, element.DeclaringType);
        }

        return References.Instantiate(variant, References.Arguments(original));
    }

    /// <summary>The variant of a method that isn't virtual, or of its body.</summary>
    private MethodDefinition BodyOf(MethodDefinition method)
    {
        if (_plan.Model.Find(method) is { } own)
        {
            return _variants[own].Copy;
        }

        _plan.Types.Used.Add(method.Module.Assembly.Name.Name);
        return _plan.Types.BodyOf(method)!;
    }
}

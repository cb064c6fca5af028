using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool.Measuring;

/// <summary>What an object is to async methods.</summary>
internal enum Kind
{
    /// <summary>It has nothing to do with them.</summary>
    None,

    /// <summary>What a suspended method is kept in, which is its Task as well.</summary>
    Box,

    /// <summary>The Task of a method that completed at once.</summary>
    Result,

    /// <summary>The delegate that an awaiter demands.</summary>
    Delegate,

    /// <summary>What isn't a method and can be awaited, and what continues it.</summary>
    Operation,
}

/// <summary>What an allocation was for.</summary>
/// <param name="Kind">The kind of object.</param>
/// <param name="Module">The assembly that it belongs to.</param>
/// <param name="Method">The async method that it belongs to, as people wrote it; empty if there is none.</param>
/// <param name="CanGo">Whether it could be pooled if the assemblies were rewritten.</param>
internal readonly record struct Purpose(Kind Kind, string Module, string Method, bool CanGo);

/// <summary>Says what an allocation was for, by the object's type and by the stack.</summary>
/// <param name="modules">The program's assemblies.</param>
/// <param name="calls">The calls that would take variants.</param>
internal sealed class Attribution(Modules modules, PooledCalls calls)
{
    private const string Builders = "System.Runtime.CompilerServices.Async", Tasks = "System.Threading.Tasks.";

    private const string Helpers = "System.Runtime.CompilerServices.AsyncHelpers";

    /// <summary>The calls of the framework that lie between an allocation and the method that it is for.</summary>
    private const int Near = 6;

    private static readonly HashSet<string> s_delegates =
        ["get_MoveNextAction", "CreateContinuationWrapper", "AwaitOnCompleted", "AwaitUnsafeOnCompleted"];

    private static readonly HashSet<string> s_results = ["FromResult", "FromException", "FromCanceled"];

    internal Purpose Of(string type, IReadOnlyList<Frame> stack)
    {
        string name = TypeName.WithoutArguments(type);
        if (type.EndsWith("[]", StringComparison.Ordinal))
        {
            return default;
        }

        if (name.Contains("StateMachineBox`", StringComparison.Ordinal)
            && TypeName.Arguments(type).Select(TypeName.WithoutArguments).FirstOrDefault(StateMachineName.IsOne) is { } machine)
        {
            return OfMethod(Kind.Box, machine, stack, stack.Count > 0 && Modules.NameOf(stack[0].Module) != ProgramFolder.Library);
        }

        // Of runtime-async: the runtime makes a type for the variables of a method, which has no name.
        if (name.Length == 0 || name == "System.Runtime.CompilerServices.Continuation")
        {
            return OfRuntimeAsync(Kind.Box, stack);
        }

        if (name is Tasks + "Task" or Tasks + "Task`1")
        {
            return OfTask(stack);
        }

        if (name == "System.Action" && stack.Take(Near).Any(static frame => frame.Type.StartsWith(Helpers, StringComparison.Ordinal)))
        {
            return OfRuntimeAsync(Kind.Delegate, stack);
        }

        if (name == "System.Action" && stack.Take(Near).Any(static frame => s_delegates.Contains(frame.Method)))
        {
            return OfMethod(Kind.Delegate, FirstMachine(stack)?.Type, stack, isFrameworks: true);
        }

        // A state machine that is an object: of unoptimized code, or an async iterator.
        if (StateMachineName.IsOne(name) && stack.Count > 0 && modules.IsStateMachine(stack[0].Module, name[(name.LastIndexOf('+') + 1)..]))
        {
            string full = name.Contains('+', StringComparison.Ordinal) ? name : $"{stack[0].Type}+{name}";
            return new(Kind.Box, stack[0].Module, StateMachineName.Written(full), CanGo: false);
        }

        return modules.FindOperation(name, stack) is { } module ? new(Kind.Operation, module, "", CanGo: false) : default;
    }

    private static Frame? FirstMachine(IReadOnlyList<Frame> stack) => stack.FirstOrDefault(static frame => frame.IsMoveNext);

    private static string Written(Frame frame) => $"{frame.Type.Replace('+', '.').Split('`')[0]}.{frame.Method}";

    /// <summary>What belongs to a method that the runtime suspends, which has no builder to replace.</summary>
    private static Purpose OfRuntimeAsync(Kind kind, IReadOnlyList<Frame> stack)
    {
        Frame? suspended = stack.FirstOrDefault(static frame => !frame.Type.StartsWith("System.Runtime", StringComparison.Ordinal));
        return new(kind, suspended?.Module ?? "", suspended is null ? "" : Written(suspended), CanGo: false);
    }

    private Purpose OfTask(IReadOnlyList<Frame> stack)
    {
        Frame[] near = [.. stack.Take(Near)];
        int builder = Array.FindIndex(near, static frame => frame.Type.StartsWith(Builders, StringComparison.Ordinal) || frame.IsMoveNext);
        if (builder >= 0 && near[..builder].All(static frame => frame.Type.StartsWith(Tasks + "Task", StringComparison.Ordinal)
            && !frame.Type.StartsWith(Tasks + "TaskCompletionSource", StringComparison.Ordinal)
            && !frame.Type.StartsWith(Tasks + "TaskFactory", StringComparison.Ordinal) && frame.Method is not ("Run" or "StartNew")))
        {
            return OfMethod(Kind.Result, FirstMachine(stack)?.Type, stack, isFrameworks: !near.Any(IsFactory));
        }

        if (near.FirstOrDefault(static frame => !frame.Type.StartsWith(Tasks, StringComparison.Ordinal)) is not { } user)
        {
            return default;
        }

        // Task.Run and the like have work to do, which is not what async methods need.
        return near.Any(IsFactory) ? new(Kind.Result, user.Module, Written(user), CanGo: false)
            : near.Any(static frame => frame.Method is "Run" or "StartNew" or "InternalStartNew") ? default
            : new(Kind.Operation, user.Module, "", CanGo: false);

        static bool IsFactory(Frame frame) =>
            frame.Type.StartsWith(Tasks + "Task", StringComparison.Ordinal) && s_results.Contains(frame.Method);
    }

    /// <summary>What belongs to an async method.</summary>
    private Purpose OfMethod(Kind kind, string? machine, IReadOnlyList<Frame> stack, bool isFrameworks)
    {
        int at = 0;
        while (at < stack.Count && (stack[at].Type != machine || stack[at].Method != "MoveNext"))
        {
            at++;
        }

        if (machine is null || at == stack.Count)
        {
            string method = machine is null ? "" : StateMachineName.Written(machine);
            return new(kind, stack.Count == 0 ? "" : stack[0].Module, method, CanGo: false);
        }

        string module = stack[at].Module;
        bool canGo = isFrameworks && modules.CanBeRewritten(module) && calls.HasVariant(machine)
            && (kind == Kind.Delegate || IsCalledByRewritten(stack, at, machine));
        return new(kind, module, StateMachineName.Written(machine), canGo);
    }

    /// <summary>Whether the call would take the variant: an async method makes it, or methods that pass the task on to one.</summary>
    private bool IsCalledByRewritten(IReadOnlyList<Frame> stack, int machineAt, string machine)
    {
        (string type, string method) = (StateMachineName.TypeOf(machine), StateMachineName.MethodOf(machine));
        for (int i = machineAt + 1; i < stack.Count; i++)
        {
            Frame frame = stack[i];
            if (frame.Type.StartsWith(Builders, StringComparison.Ordinal) || (frame.Type == type && frame.Method == method)
                || frame.Type.StartsWith("System.Data.Common.", StringComparison.Ordinal))
            {
                // The builder, the method itself, and the framework's classes of which the library has variants.
                continue;
            }

            if (frame.IsMoveNext || !modules.CanBeRewritten(frame.Module))
            {
                return frame.IsMoveNext && calls.Contains(frame, method);
            }
        }

        return false;
    }
}

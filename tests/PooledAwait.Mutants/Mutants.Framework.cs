using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break what lies between the library and the framework: boxes that it recognizes, and Tasks that are followed.</content>
internal static partial class Mutants
{
    private const string Profiled = "Core/MethodDiagnostics.Net.cs";

    private static IReadOnlyList<Mutant> Framework =>
    [
        new("The framework queues what follows a Task", Follower, "InvokeMayRunArbitraryCode => false;", "InvokeMayRunArbitraryCode => true;", "TaskInput"),
        new("The framework's current Task is that of the completer", Follower, "            current = null;\n", string.Empty, "TaskInput"),
        new("The framework's profiler stops at a Task", Profiled, "Task task => s_continuation?.GetValue(task),", "Task => null,", "FrameworkDiagnostics"),
        new("The framework's profiler isn't told the await", Boxes, "state = MethodDiagnostics<TStateMachine>.StateOf(stateMachine);", "state = -1;", "FrameworkDiagnostics"),
        new("The framework's debugger finds no state machine", Boxes, "IAsyncStateMachineBox.GetStateMachineObject() => StateMachine;", "IAsyncStateMachineBox.GetStateMachineObject() => null!;", "FrameworkDiagnostics"),
        new("Every call of the thread pool resumes", "Core/Trampoline.cs", "if (Cast.To<Operation>(this).TryClaimWorkItem())", "if (Cast.To<Operation>(this).TryClaimWorkItem() || true)", "HostileAwaiter"),
        new("A box that the thread pool refuses never ends", "Core/Operation.cs", "_trampoline == TrampolineWord.Queued || ", string.Empty, "BuilderByHand"),
        new("Whoever passes a box on resumes it", "Core/Operation.Awaiting.cs", "FrameworkBoxes.IsResume(continuation) ? state as Operation", "state is Operation operation ? operation", "HostileAwaiter"),
    ];
}

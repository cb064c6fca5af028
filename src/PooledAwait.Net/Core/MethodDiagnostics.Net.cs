using System.Reflection;

namespace PooledAwait;

/// <summary>What .NET 11's async profiler asks a box about its method, found by reflection at the first question.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2090", Justification = "Without a member's name the profiler learns less.")]
[UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The same.")]
internal static class MethodDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>The address of the native code of MoveNext, by which a profiler names the method; 0 if unknown.</summary>
    internal static readonly ulong MethodId =
        MethodDiagnostics.NativeCodeOf(typeof(TStateMachine).GetMethod(nameof(IAsyncStateMachine.MoveNext), Members));

    private static readonly FieldInfo? s_state = typeof(TStateMachine).GetField("<>1__state", Members);
    private static readonly FieldInfo? s_builder = typeof(TStateMachine).GetField("<>t__builder", Members);
    private static readonly PropertyInfo? s_objectId = s_builder?.FieldType.GetProperty("ObjectIdForDebugger", Members);

    /// <summary>Which await the method is suspended at; -1 if unknown.</summary>
    internal static int StateOf(object? stateMachine) => stateMachine is null ? -1 : s_state?.GetValue(stateMachine) as int? ?? -1;

    internal static Task? TaskOf(object? stateMachine) =>
        stateMachine is null ? null : s_objectId?.GetValue(s_builder!.GetValue(stateMachine)) as Task;
}

internal static class MethodDiagnostics
{
    private static readonly MethodInfo? s_nativeCode =
        typeof(RuntimeMethodHandle).GetMethod("GetNativeCodeInternal", BindingFlags.Static | BindingFlags.NonPublic);

    private static readonly FieldInfo? s_continuation =
        typeof(Task).GetField("m_continuationObject", BindingFlags.Instance | BindingFlags.NonPublic);

    /// <summary>0 from a runtime before .NET 11, which has no such profiler.</summary>
    internal static ulong NativeCodeOf(MethodInfo? method) =>
        method is not null && s_nativeCode?.Invoke(null, [method]) is nint address ? (ulong)address : 0;

    /// <summary>Finds the box of the method that is resumed in the end, through operations and Tasks in between. If there is none, returns
    /// what the framework must look into, such as a delegate.</summary>
    internal static object? FindNext(object? continuation)
    {
        while (true)
        {
            object? next = continuation switch
            {
                IAsyncStateMachineBox => null,
                Operation operation => operation.FindAwaitingBox(),
                Task task => s_continuation?.GetValue(task),
                _ => null,
            };
            if (next is null || ReferenceEquals(next, continuation))
            {
                return continuation;
            }

            continuation = next;
        }
    }
}

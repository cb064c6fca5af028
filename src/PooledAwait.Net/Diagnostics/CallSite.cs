using System.Globalization;
using System.IO;
using System.Reflection;

namespace PooledAwait;

internal static class CallSite
{
    internal const string Unknown = "code without a stack frame of its own";

    private static readonly string? s_library = typeof(CallSite).Assembly.GetName().Name;

    /// <summary>Describes the innermost frame that is neither the library's nor the framework's: <c>Class.Method at File.cs:12</c>, or as
    /// much as symbols tell. Skips the frames of <paramref name="stateMachine"/> and of its method, to find an async method's
    /// caller.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // a frame of its own, which is skipped
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method whose metadata was trimmed is shown as unknown.")]
    internal static string Find(Type? stateMachine = null)
    {
        StackTrace stack = new(fNeedFileInfo: true);
        for (int i = 0; i < stack.FrameCount; i++)
        {
            StackFrame? frame = stack.GetFrame(i);
            if (frame?.GetMethod() is { } method)
            {
                if (method.DeclaringType is { } type && IsUsers(type.Assembly.FullName ?? string.Empty) && !IsOf(method, stateMachine))
                {
                    bool isAsync = typeof(IAsyncStateMachine).IsAssignableFrom(type);
                    return At(frame, isAsync ? OperationNames.Of(type) : $"{type.Name}.{method.Name}");
                }
            }
            else if (frame is not null
                && TryReadNames(frame, out string assembly, out string typeName, out string methodName)
                && IsUsers(assembly)
                && OperationNames.Of(typeName, methodName) is var name
                && name != OperationNames.Of($"{stateMachine?.DeclaringType?.FullName}+{stateMachine?.Name}", string.Empty))
            {
                return At(frame, name);
            }
        }

        return Unknown;
    }

    private static bool IsUsers(string assembly)
    {
        string name = assembly.Split(',')[0];
        return name != s_library && name is not ("mscorlib" or "System") && !name.StartsWith("System.", StringComparison.Ordinal);
    }

    private static bool IsOf(MethodBase method, Type? stateMachine)
    {
        if (stateMachine is null)
        {
            return false;
        }

        Type definition = Definition(stateMachine);
        return Definition(method.DeclaringType!) == definition
            || (StateMachineOf(method) is { } own && Definition(own) == definition);

        static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
    }

    /// <summary>The state machine of an async method; null if its attributes can't be read, because an assembly is missing.</summary>
    private static Type? StateMachineOf(MethodBase method)
    {
        try
        {
            return method.GetCustomAttribute<AsyncStateMachineAttribute>()?.StateMachineType;
        }
        catch (Exception)
        {
            return null;
        }
    }

    private static string At(StackFrame frame, string name)
    {
        string? file = frame.GetFileName();
        int line = frame.GetFileLineNumber();
        return file is null ? name : string.Format(CultureInfo.InvariantCulture, "{0} at {1}:{2}", name, Path.GetFileName(file), line);
    }

    /// <summary>Reads the names of a frame whose method has no <see cref="MethodBase"/>: NativeAOT keeps names for stack traces,
    /// but metadata only of what the program reflects on. In a type's name nested types follow <c>+</c>. False without names, and always
    /// before .NET 9.</summary>
    private static bool TryReadNames(StackFrame frame, out string assembly, out string type, out string method)
    {
#if NET9_0_OR_GREATER
        if (DiagnosticMethodInfo.Create(frame) is { DeclaringTypeName: { } declaring } info)
        {
            (assembly, type, method) = (info.DeclaringAssemblyName, declaring, info.Name);
            return true;
        }
#endif
        assembly = type = method = string.Empty;
        return false;
    }
}

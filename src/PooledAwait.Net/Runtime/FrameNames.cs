namespace PooledAwait;

/// <summary>The names of a stack frame's method where the frame has no <see cref="System.Reflection.MethodBase"/>: NativeAOT keeps names
/// for stack traces, but metadata only of what the program reflects on.</summary>
internal static class FrameNames
{
    /// <summary>Reads the names; in a type's name nested types follow <c>+</c>. False without names, and always before .NET 9.</summary>
    internal static bool TryRead(StackFrame frame, out string assembly, out string type, out string method)
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

namespace System.Runtime.CompilerServices;

/// <summary>What .NET's class of this name says: here a just-in-time compiler compiles.</summary>
internal static class RuntimeFeature
{
    internal static bool IsDynamicCodeCompiled => true;
}

namespace System.Runtime.CompilerServices;

/// <summary>What the compiler marks init-only properties with; .NET Framework doesn't bring it.</summary>
internal static class IsExternalInit;

namespace System.Runtime.CompilerServices;

/// <summary>The compiler marks init-only properties with this type, which .NET Framework lacks.</summary>
internal static class IsExternalInit;

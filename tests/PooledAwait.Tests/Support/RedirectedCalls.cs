namespace PooledAwait.Tests;

/// <summary>Where the tests' own calls take pooled variants, counts those that suspended: a run without any would prove nothing.</summary>
internal static class RedirectedCalls
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

#pragma warning disable CA2255 // an application's initializer: of the tests' process
    [ModuleInitializer]
    internal static void CountAtExit()
    {
        if (Environment.GetEnvironmentVariable("POOLEDAWAIT_REDIRECTED_CALLS") is { Length: > 0 } file)
        {
            AppDomain.CurrentDomain.ProcessExit += (_, _) =>
                File.AppendAllText(file, Count().ToString(CultureInfo.InvariantCulture) + "\n");
        }
    }
#pragma warning restore CA2255

    private static long Count()
    {
        HashSet<Type?> machines =
        [
            .. typeof(RedirectedCalls).Assembly.GetTypes().SelectMany(static type => type.GetMethods(All))
                .Where(static method => method.Name.EndsWith("$Pooled", StringComparison.Ordinal))
                .Select(static method => method.GetCustomAttribute<AsyncStateMachineAttribute>()?.StateMachineType),
        ];
        return Pool.GetStatistics()
            .Where(pool => machines.Contains(pool.Type.IsGenericType ? pool.Type.GetGenericTypeDefinition() : pool.Type))
            .Sum(static pool => pool.Rented);
    }
}

using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;
using Xunit.Sdk;

namespace PooledAwait.Schedules;

/// <summary>The scenarios of this project under .NET's memory model, and what they find when an order is missing.</summary>
public class WeakMemoryTests
{
    /// <summary>Tests without scenarios of the library.</summary>
    private static readonly Type[] s_other = [typeof(WeakMemoryTests), typeof(AccessTests), typeof(LitmusTests), typeof(ExplorerTests)];

    private static readonly Lazy<Assembly> s_copy = new(() => Weaver.Weave());

    public static TheoryData<string> Faults => [.. Accesses.Faults.Select(static fault => fault.ToString())];

    public static TheoryData<string> Scenarios => [.. AllScenarios];

    internal static IEnumerable<string> AllScenarios =>
        from type in typeof(WeakMemoryTests).Assembly.GetTypes()
        where type.Name.EndsWith("Tests", StringComparison.Ordinal) && !s_other.Contains(type)
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        where method.IsDefined(typeof(FactAttribute))
        select $"{type.Name}.{method.Name}";

    [Theory]
    [MemberData(nameof(Scenarios))]
    public void Scenario_OnWeakMemory_Holds(string test) => Run(s_copy.Value, test);

    [Theory]
    [MemberData(nameof(Faults))]
    public void Fault_IsFound(string planted)
    {
        Fault fault = Accesses.Faults.Single(fault => fault.ToString() == planted);
        XunitException failure = Assert.ThrowsAny<XunitException>(() => Run(Weaver.Weave(fault), fault.Test));
        Assert.DoesNotContain(Schedule.OtherRun, failure.Message, StringComparison.Ordinal);
    }

    /// <summary>Gets a type of the copy without a fault.</summary>
    internal static Type InCopy(Type type) => InCopy(s_copy.Value, type.FullName!);

    private static Type InCopy(Assembly copy, string type)
    {
        copy.GetType(typeof(Explorer).FullName!)!
            .GetProperty(nameof(Explorer.IsWeak), BindingFlags.Static | BindingFlags.NonPublic)!
            .SetValue(null, true);
        return copy.GetType(type, throwOnError: true)!;
    }

    /// <summary>Runs all cases of a test of a copy.</summary>
    internal static void Run(Assembly copy, string test)
    {
        string[] names = test.Split('.');
        Type type = InCopy(copy, $"{typeof(WeakMemoryTests).Namespace}.{names[0]}");
        MethodInfo method = type.GetMethod(names[1])!;
        IEnumerable<object[]> cases = method.IsDefined(typeof(TheoryAttribute))
            ? method.GetCustomAttributes<DataAttribute>().SelectMany(data => data.GetData(method))
            : [[]];
        foreach (object[] arguments in cases)
        {
            try
            {
                method.Invoke(Activator.CreateInstance(type), arguments);
            }
            catch (TargetInvocationException exception)
            {
                ExceptionDispatchInfo.Throw(exception.InnerException!);
            }
        }
    }
}

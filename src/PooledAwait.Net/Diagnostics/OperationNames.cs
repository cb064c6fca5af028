using System;
using System.Linq;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Names of operations as a user writes them: an async method's is in the compiler's name of its state machine.</summary>
internal static class OperationNames
{
    private static readonly ConditionalWeakTable<Type, string> s_names = new();

    /// <summary>The name of an operation, by its type: <c>Class.Method</c> for a state machine, otherwise the type's.</summary>
    /// <param name="type">A state machine's type, or that of an operation that has none.</param>
    internal static string Of(Type type) => s_names.GetValue(type, Make);

    private static string Make(Type type)
    {
        // The compiler names the state machine of a method M "<M>d__1", and of a local function L in it "<<M>g__L|1_0>d".
        string name = type.Name;
        if (type.DeclaringType is { } declaring && typeof(IAsyncStateMachine).IsAssignableFrom(type) && name[0] == '<')
        {
            int local = name.IndexOf("g__", StringComparison.Ordinal);
            string arguments = Arguments(type);
            int end = local >= 0 ? name.IndexOf('|', local) : name.LastIndexOf('>');
            int begin = local >= 0 ? local + 3 : 1;
            if (end > begin)
            {
                string method = name.Substring(begin, end - begin);

                // The name of a lambda's is "<<M>b__1_0>d", in a class of the compiler's own.
                int lambda = method.IndexOf(">b__", StringComparison.Ordinal);
                method = lambda >= 0 ? "a lambda in " + method.Substring(0, lambda).TrimStart('<') : method;
                while (declaring.Name[0] == '<' && declaring.DeclaringType is { } outer)
                {
                    declaring = outer;
                }

                return lambda >= 0 ? $"{method} of {Simple(declaring)}{arguments}" : $"{Simple(declaring)}.{method}{arguments}";
            }
        }

        return Simple(type);
    }

    private static string Simple(Type type)
    {
        string name = type.Name;
        int arity = name.IndexOf('`');
        return (arity < 0 ? name : name.Substring(0, arity)) + Arguments(type);
    }

    /// <summary>A state machine's arguments are those of its method and of the classes around it.</summary>
    private static string Arguments(Type type) =>
        type.IsGenericType && !type.IsGenericTypeDefinition
            ? $"<{string.Join(", ", type.GetGenericArguments().Select(Simple))}>"
            : string.Empty;
}

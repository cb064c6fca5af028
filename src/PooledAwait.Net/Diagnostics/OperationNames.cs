using System.Linq;
using System.Reflection;

namespace PooledAwait;

/// <summary>Names of operations as a user writes them. An async method's name is part of its state machine's.</summary>
internal static class OperationNames
{
    private static readonly ConditionalWeakTable<Type, string> s_names = new();

    /// <summary>The name of an operation by its type: <c>Class.Method</c> for a state machine, otherwise the type's.</summary>
    internal static string Of(Type type) => s_names.GetValue(type, Make);

    /// <summary>The name of a method by the names of a stack frame: the async method's, if the frame is of its state machine.</summary>
    /// <param name="type">The name of the declaring type: with its namespace, and nested types after <c>+</c>.</param>
    internal static string Of(string type, string method)
    {
        string[] types = type.Split('+');
        int last = types.Length - 1;
        (string Name, bool IsLambda)? found = last > 0 ? Parse(types[last]) : null;
        if (found is null)
        {
            found = Parse(method) ?? (method, false);
        }
        else
        {
            last--;
        }

        while (last > 0 && IsCompilers(types[last]))
        {
            last--;
        }

        string declaring = types[last].Substring(types[last].LastIndexOf('.') + 1);
        return Join(WithoutArity(declaring), found.Value.Name, found.Value.IsLambda, string.Empty);
    }

    private static string Make(Type type)
    {
        if (type.DeclaringType is { } declaring
            && typeof(IAsyncStateMachine).IsAssignableFrom(type)
            && Parse(type.Name) is var (method, isLambda))
        {
            while (IsCompilers(declaring.Name) && declaring.DeclaringType is { } outer)
            {
                declaring = outer;
            }

            return Join(Simple(declaring), method, isLambda, Arguments(type));
        }

        return Simple(type);
    }

    /// <summary>The user's name for a method, from the compiler's name of it or of its state machine; null if there is none.</summary>
    /// <remarks>The compiler names the state machine of a method M "&lt;M&gt;d__1", of a local function L in it
    /// "&lt;&lt;M&gt;g__L|1_0&gt;d", and of a lambda in it "&lt;&lt;M&gt;b__1_0&gt;d". Top-level statements are "&lt;Main&gt;$".</remarks>
    private static (string Name, bool IsLambda)? Parse(string name)
    {
        if (!IsCompilers(name))
        {
            return null;
        }

        int lambda = name.IndexOf(">b__", StringComparison.Ordinal);
        if (lambda >= 0)
        {
            return (name.Substring(0, lambda).Trim('<', '>', '$'), true);
        }

        int local = name.IndexOf("g__", StringComparison.Ordinal);
        int end = local >= 0 ? name.IndexOf('|', local) : name.LastIndexOf('>');
        int begin = local >= 0 ? local + 3 : 1;
        return end > begin ? (name.Substring(begin, end - begin).Trim('<', '>', '$'), false) : null;
    }

    private static bool IsCompilers(string name) => name.Length > 0 && name[0] == '<';

    private static string Join(string type, string method, bool isLambda, string arguments) =>
        isLambda ? $"a lambda in {method} of {type}{arguments}" : $"{type}.{method}{arguments}";

    /// <summary>A type's name; for the library's own types that users don't see, the name of what they call.</summary>
    private static string Simple(Type type)
    {
        // Reads attributes of the library's types only, because those of other types may come from a missing assembly.
        PublicNameAttribute? own =
            type.Assembly == typeof(PublicNameAttribute).Assembly ? type.GetCustomAttribute<PublicNameAttribute>() : null;
        return own is null ? WithoutArity(type.Name) + Arguments(type)
            : own.Name.EndsWith("<>", StringComparison.Ordinal) ? own.Name.Replace("<>", Arguments(type))
            : own.Name;
    }

    private static string WithoutArity(string name)
    {
        int arity = name.IndexOf('`');
        return arity < 0 ? name : name.Substring(0, arity);
    }

    /// <summary>A state machine's arguments are those of its method and of the classes around it.</summary>
    private static string Arguments(Type type)
    {
        string[] names = type.IsGenericType && !type.IsGenericTypeDefinition
            ? [.. type.GetGenericArguments().Select(Simple).Where(static name => name.Length != 0)]
            : [];
        return names.Length == 0 ? string.Empty : $"<{string.Join(", ", names)}>";
    }
}

using PooledAwait.Build;

namespace PooledAwait.Tool.Measuring;

/// <summary>The calls that would take variants, by the names of both methods.</summary>
internal sealed class PooledCalls
{
    /// <summary>What the framework's classes of databases call for their callers.</summary>
    private static readonly Dictionary<string, string> s_families = new()
    {
        ["ExecuteDbDataReaderAsync"] = "ExecuteReaderAsync",
        ["BeginDbTransactionAsync"] = "BeginTransactionAsync",
    };

    private readonly HashSet<string> _variants = [];
    private readonly HashSet<(string Caller, string Callee)> _calls = [];

    /// <summary>The methods that aren't async, and pass on what a method returns.</summary>
    private readonly Dictionary<string, HashSet<string>> _passing = [];

    internal void Add(IReadOnlyList<MethodForm> methods)
    {
        foreach (MethodForm method in methods)
        {
            string full = method.Method.Split('(')[0], callee = full[(full.LastIndexOf('.') + 1)..];
            if (method.HasVariant)
            {
                _variants.Add(full);
            }

            foreach (string caller in method.PooledIn)
            {
                _calls.Add((caller, callee));
                if (!caller.EndsWith(".MoveNext", StringComparison.Ordinal))
                {
                    if (!_passing.TryGetValue(callee, out HashSet<string>? passing))
                    {
                        _passing.Add(callee, passing = []);
                    }

                    passing.Add(caller[(caller.LastIndexOf('.') + 1)..]);
                }
            }
        }
    }

    /// <summary>Whether a state machine's method would have a variant.</summary>
    internal bool HasVariant(string stateMachine) =>
        _variants.Contains($"{StateMachineName.TypeOf(stateMachine).Replace('+', '.')}.{StateMachineName.MethodOf(stateMachine)}");

    /// <summary>Whether an async method's call of another one would take the variant, also by way of methods that pass it on.</summary>
    internal bool Contains(Frame caller, string callee)
    {
        string name = $"{caller.Type}.{caller.Method}";
        HashSet<string> seen = [callee];
        Stack<string> left = new(seen);
        while (left.TryPop(out string? one))
        {
            if (_calls.Contains((name, one)))
            {
                return true;
            }

            IEnumerable<string> next = _passing.GetValueOrDefault(one, []);
            foreach (string more in s_families.TryGetValue(one, out string? family) ? next.Append(family) : next)
            {
                if (seen.Add(more))
                {
                    left.Push(more);
                }
            }
        }

        return false;
    }
}

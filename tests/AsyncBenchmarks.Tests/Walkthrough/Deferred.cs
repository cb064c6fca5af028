using System.Threading.Tasks;

namespace Example.Async;

/// <summary>The invented package of CONTRIBUTING.md.</summary>
internal sealed class Deferred
{
    private readonly TaskCompletionSource _source = new();

    internal static Deferred Resolved { get; } = Create();

    internal Task Task => _source.Task;

    internal void Resolve() => _source.SetResult();

    private static Deferred Create()
    {
        Deferred resolved = new();
        resolved.Resolve();
        return resolved;
    }
}

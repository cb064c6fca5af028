namespace PooledAwait.Smoke;

/// <summary>One promise: it holds if <see cref="RunAsync"/> ends without an exception.</summary>
internal sealed class Check(string name, Func<Task> run)
{
    internal Check(string name, Action run)
        : this(name, () =>
        {
            run();
            return Task.CompletedTask;
        })
    {
    }

    internal string Name => name;

    internal Task RunAsync() => run();
}

using System;
using System.Threading.Tasks;

namespace PooledAwait.Smoke;

/// <summary>One promise: it holds if <see cref="RunAsync"/> ends without an exception.</summary>
internal sealed class Check
{
    private readonly Func<Task> _run;

    internal Check(string name, Action run)
        : this(name, () =>
        {
            run();
            return Task.CompletedTask;
        })
    {
    }

    internal Check(string name, Func<Task> run)
    {
        Name = name;
        _run = run;
    }

    internal string Name { get; }

    internal Task RunAsync() => _run();
}

using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>One of the two forms, with its result erased, so that one test serves both. Results are checked on the way out.</summary>
internal abstract class Form
{
    /// <summary>The result that every successful operation of a form with result has.</summary>
    internal const int Value = 42;

    internal static Form Of(Arity arity) => arity == Arity.WithResult ? new FormWithResult() : new FormWithoutResult();

    /// <summary>A default instance.</summary>
    internal abstract Subject Default { get; }

    /// <summary>A pending operation and its producer.</summary>
    internal abstract Producer Create(bool continuationsAsynchronously = false);

    /// <summary>An async method that awaits something and returns.</summary>
    internal abstract Subject AsyncOverTask(Func<Task> body);

    /// <summary>An async method that awaits something pooled and returns.</summary>
    internal abstract Subject Async(Func<PooledValueTask> body);

    /// <summary>An async method that runs something without awaiting, and returns.</summary>
    internal abstract Subject Sync(Action body);
}

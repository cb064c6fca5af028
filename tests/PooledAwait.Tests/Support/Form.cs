using System;
using System.Collections.Generic;
using System.Reflection;
using System.Threading.Tasks;
using Xunit.Sdk;

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

    /// <summary>An async method that awaits something pooled and returns.</summary>
    internal abstract Subject Async(Func<PooledValueTask> body);

    /// <summary>An async method that runs something without awaiting, and returns.</summary>
    internal abstract Subject Sync(Action body);

    protected static SourceOperation<T> Rent<T>(bool continuationsAsynchronously)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        if (continuationsAsynchronously)
        {
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return operation;
    }
}

internal sealed class FormWithResult : Form
{
    internal override Subject Default => new SubjectWithResult(default, expected: 0);

    internal override Producer Create(bool continuationsAsynchronously) => new Producer<int>(
        Rent<int>(continuationsAsynchronously),
        Value,
        static (operation, token) => new SubjectWithResult(new PooledValueTask<int>(operation, 0, token)));

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new SubjectWithResult(Run());
        async PooledValueTask<int> Run()
        {
            await body();
            return Value;
        }
    }

    internal override Subject Sync(Action body)
    {
        return new SubjectWithResult(Run());
#pragma warning disable CS1998 // without await: that is the case
        async PooledValueTask<int> Run()
        {
            body();
            return Value;
        }
#pragma warning restore CS1998
    }
}

internal sealed class FormWithoutResult : Form
{
    internal override Subject Default => new SubjectWithoutResult(default);

    internal override Producer Create(bool continuationsAsynchronously) => new Producer<VoidResult>(
        Rent<VoidResult>(continuationsAsynchronously),
        default,
        static (operation, token) => new SubjectWithoutResult(new PooledValueTask(operation, token)));

    internal override Subject Async(Func<PooledValueTask> body)
    {
        return new SubjectWithoutResult(Run());
        async PooledValueTask Run() => await body();
    }

    internal override Subject Sync(Action body)
    {
        return new SubjectWithoutResult(Run());
#pragma warning disable CS1998 // without await: that is the case
        async PooledValueTask Run() => body();
#pragma warning restore CS1998
    }
}

/// <summary>The two forms of everything.</summary>
public enum Arity
{
    /// <summary>PooledValueTask.</summary>
    WithoutResult,

    /// <summary>PooledValueTask of int.</summary>
    WithResult,
}

/// <summary>Runs a theory for <c>PooledValueTask</c> and <c>PooledValueTask&lt;int&gt;</c>.</summary>
public sealed class BothAritiesAttribute : DataAttribute
{
    /// <inheritdoc/>
    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [[Arity.WithoutResult], [Arity.WithResult]];
}

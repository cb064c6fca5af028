using System;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>A pooled task.</summary>
internal abstract class Subject
{
    internal abstract bool IsNull { get; }

    internal abstract bool IsCompleted { get; }

    internal abstract Operation? Operation { get; }

    /// <summary>Blocks for the result, and checks it.</summary>
    internal abstract void GetResult();

    internal abstract void OnCompleted(Action continuation);

    internal abstract void UnsafeOnCompleted(Action continuation);

    internal abstract void Forget();

    /// <summary>Awaits it in a pooled method, and checks the result.</summary>
    internal abstract PooledValueTask Await();

    /// <summary>Awaits it in a method of the framework's builder, and checks the result.</summary>
    internal abstract Task AwaitInTask();

    /// <summary>Awaits it as a ValueTask in a pooled method, and checks the result.</summary>
    internal abstract PooledValueTask AwaitAsValueTask();

    internal abstract Task AsTask();

    internal abstract ValueTaskState ValueTaskState { get; }

    /// <summary>Preserves it, and awaits it twice.</summary>
    internal abstract Task AwaitPreservedTwice();

    /// <summary>Continues it with a body that must give <see cref="Form.Value"/> where the overload has a result.</summary>
    /// <param name="overload">Which kind of delegate.</param>
    /// <param name="captured">Whether with a captured value, which must arrive as it is.</param>
    /// <param name="body">What the continuation does; awaited by the overloads that return a task.</param>
    internal abstract Subject Then(ThenOverload overload, bool captured, Func<PooledValueTask> body);

    /// <summary>The captured value: its methods are the continuations, so it matters that it arrives.</summary>
    protected sealed class Captured(Func<PooledValueTask> body)
    {
        internal void Run(int result = Form.Value)
        {
            Assert.Equal(Form.Value, result);
            body().GetAwaiter().GetResult();
        }

        internal int Compute(int result = Form.Value)
        {
            Run(result);
            return Form.Value;
        }

        internal PooledValueTask Start(int result = Form.Value)
        {
            Assert.Equal(Form.Value, result);
            return body();
        }

        internal async PooledValueTask<int> StartWithResult(int result = Form.Value)
        {
            await Start(result);
            return Form.Value;
        }
    }
}

/// <summary>What a ValueTask's properties return.</summary>
internal enum ValueTaskState
{
    Pending,
    Succeeded,
    Faulted,
    Canceled,
}

using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>What scenarios have in common.</summary>
internal static class Shared
{
    /// <summary>What the readers are tried with; always pending.</summary>
    private static readonly PooledValueTaskSource<int> s_sample = PooledValueTaskSource<int>.Create();

    internal static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;

    internal static async PooledValueTask<int> PassValueTask(ValueTask<int> task) => await task;

    /// <summary>
    /// Decides whether <see cref="PassValueTask"/> needs a delegate, for all schedules of a scenario; otherwise that changes between them.
    /// </summary>
    internal static void ReadAwaiters(bool areRead)
    {
        AwaiterReader<ValueTaskAwaiter<int>>.Known = null;
        if (areRead)
        {
            ValueTaskReaders.Make<int>(s_sample.PooledTask._operation!);
            Assert.NotNull(AwaiterReader<ValueTaskAwaiter<int>>.Known);
        }
    }

    /// <summary>That an operation was given back exactly as often as it should: nobody else gets it too.</summary>
    internal static void AssertHealthyPool()
    {
        PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[4];
        for (int i = 0; i < sources.Length; i++)
        {
            sources[i] = PooledValueTaskSource<int>.Create();
            for (int k = 0; k < i; k++)
            {
                Assert.NotSame(sources[k].PooledTask._operation, sources[i].PooledTask._operation);
            }
        }

        for (int i = 0; i < sources.Length; i++)
        {
            Assert.True(sources[i].TrySetResult(i));
            Assert.Equal(i, sources[i].PooledTask.GetAwaiter().GetResult());
        }
    }
}

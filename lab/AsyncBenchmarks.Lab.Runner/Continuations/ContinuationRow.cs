using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using AsyncBenchmarks.Libraries;
using PooledAwait;
#if NET
using AsyncBenchmarks.Redis;
using AsyncBenchmarks.Redis.Layers;
using AsyncBenchmarks.Scenarios;
#endif

namespace AsyncBenchmarks.Lab.Continuations;

/// <summary>PooledAwait in Redis, where its callers do not resume through the global queue.</summary>
/// <param name="name">The row's name.</param>
/// <param name="note">Where callers resume.</param>
/// <param name="redis">The client with so many callers.</param>
internal sealed class ContinuationRow(string name, string note, Func<int, Availability> redis)
    : Row(Library.OfRepository(typeof(PooledValueTask), name, note))
{
    /// <summary>The rows.</summary>
    public static IReadOnlyList<Row> All { get; } =
    [
#if NET
        new ContinuationRow("PooledAwait-Inline", "Callers resume inside the loop that receives.", RedisWork.With<InlineClient>)
        {
            OnlyIn = ["Redis"],
        },
        new ContinuationRow("PooledAwait-Local", "Callers resume through the loop's local queue.", RedisWork.With<LocalClient>)
        {
            OnlyIn = ["Redis"],
        },
#endif
    ];

    public override Availability? Redis(int callers) => redis(callers);

#if NET
    private sealed class InlineClient() : PooledAwaitRedisClient(TaskCreationOptions.None), IRedisClient
    {
        static IRedisClient IRedisClient.Connect() => new InlineClient();
    }

    private sealed class LocalClient() : PooledAwaitRedisClient(TaskCreationOptions.RunContinuationsAsynchronously), IRedisClient
    {
        static IRedisClient IRedisClient.Connect() => new LocalClient();
    }
#endif
}

using System;
using PooledAwait;

namespace PooledAwait.Tests.Compatibility
{
    /// <summary>Every member of the pool.</summary>
    public static class ObjectPools
    {
        public static bool EveryMemberOfPool()
        {
            Buffer buffer = Pool.TryRent<Buffer>() ?? new Buffer();
            buffer.Used = true;
            Pool.Return(buffer);
            Buffer? again = Pool.TryRent<Buffer>();
            bool rented = ReferenceEquals(buffer, again) && !buffer.Used;

            object box = Pool.Box((1, "two"));
            (int number, string text) = Pool.UnboxAndReturn<(int, string)>(box);
            return rented && number == 1 && text == "two" && new PoolSizeAttribute(5).Size == 5;
        }

        [PoolSize(5)]
        private sealed class Buffer : IResettable
        {
            public bool Used { get; set; }

            public void Reset() => Used = false;
        }

        [PoolSize(20)]
        private struct Value
        {
        }
    }
}

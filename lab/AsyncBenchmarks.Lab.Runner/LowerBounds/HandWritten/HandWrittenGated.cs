using System;
using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The method that waits for the gate, which knows nothing but a delegate.</summary>
/// <typeparam name="T">The result's type: nothing, the struct or the object.</typeparam>
internal struct HandWrittenGated<T> : IHandWrittenMethod
{
    public HandWrittenOperation<T>? Pending;
    public T Value;

    public void Run()
    {
        Gate.Awaiter awaiter = Gate.Current.GetAwaiter();
        if (awaiter.IsCompleted)
        {
            Value = CountAndGet();
        }
        else
        {
            Rest rest = Rest.Rent();
            rest.Await(awaiter);
            Pending = rest;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // which it is, is decided when the code is compiled
    public static T CountAndGet()
    {
        RoundTally.Add();
        return typeof(T) == typeof(Vector4) ? Unsafe.As<Vector4, T>(ref Unsafe.AsRef(in RoundTally.Vector))
            : typeof(T).IsValueType ? default!
            : (T)RoundTally.Object;
    }

    private sealed class Rest : HandWrittenRest<T>
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        private readonly Action _resume;

        public Rest()
            : base(s_kind) => _resume = () => Run(this, awaited: null);

        public static Rest Rent() => Unsafe.As<Rest>(HandWrittenPool.TryTake(s_kind) ?? new Rest());

        public void Await(Gate.Awaiter awaiter)
        {
            CaptureContext();
            awaiter.UnsafeOnCompleted(_resume);
        }

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            Result = CountAndGet();
            return this;
        }
    }
}

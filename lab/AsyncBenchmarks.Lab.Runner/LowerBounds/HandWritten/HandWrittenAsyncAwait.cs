using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// The graph by hand: of each method the part before its first suspension, in a struct, and what is left, in an operation that
/// is rented when it suspends. A method gives back its operation, or null and its result.
/// </summary>
internal readonly struct HandWrittenAsyncAwait : INestedBody
{
    private static readonly PendingStack<HandWrittenSource<Nothing>> s_pending = new();

    public void Execute()
    {
        ExecuteStart method = default;
        HandWrittenGuard<ExecuteStart>.Run(ref method);
        HandWrittenOperation<Nothing>.Forget(method.Pending);
    }

    public void CompletePending()
    {
        while (s_pending.TryPop(out HandWrittenSource<Nothing> source))
        {
            source.SetResult(default);
        }
    }

    /// <summary>A base operation; null if it is complete.</summary>
    public static HandWrittenOperation<Nothing>? CallBase()
    {
        if (!BaseOperations.ArePending)
        {
            return null;
        }

        HandWrittenSource<Nothing> source = HandWrittenSource<Nothing>.Create();
        s_pending.Push(source);
        return source.Operation;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all of it is the guard's call
    private static HandWrittenOperation<Nothing>? GetAndConsume<T1, T2>()
    {
        GetAndConsumeStart<T1, T2> method = default;
        HandWrittenGuard<GetAndConsumeStart<T1, T2>>.Run(ref method);
        return method.Pending;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    private static HandWrittenOperation<T>? GetValue<T>(out T value)
    {
        GetValueStart<T> method = default;
        HandWrittenGuard<GetValueStart<T>>.Run(ref method);
        value = method.Value;
        return method.Pending;
    }

    private struct ExecuteStart : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            HandWrittenOperation<Nothing>? awaited = GetAndConsume<Struct32, object>();
            bool isSecond = awaited is null;
            if (isSecond && (awaited = GetAndConsume<object, Struct32>()) is null)
            {
                Known.Finish();
                return;
            }

            ExecuteRest rest = ExecuteRest.Rent();
            rest.AwaitsSecond = isSecond;
            Pending = rest.Await(awaited!);
        }
    }

    private sealed class ExecuteRest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public bool AwaitsSecond;

        public static ExecuteRest Rent() => Unsafe.As<ExecuteRest>(HandWrittenPool.TryTake(s_kind) ?? new ExecuteRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            Unsafe.As<HandWrittenOperation<Nothing>>(awaited!).Recycle(lists);
            if (!AwaitsSecond && GetAndConsume<object, Struct32>() is { } second)
            {
                AwaitsSecond = true;
                if (TryAwait(second))
                {
                    return null;
                }

                second.Recycle(lists);
            }

            Known.Finish();
            return this;
        }
    }

    private struct GetAndConsumeStart<T1, T2> : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            HandWrittenOperation? awaited = GetValue(out T1 first);
            bool isSecond = awaited is null;
            if (isSecond)
            {
                Known.Consume(first);
                awaited = GetValue(out T2 second);
                if (awaited is null)
                {
                    Known.Consume(second);
                    return;
                }
            }

            GetAndConsumeRest<T1, T2> rest = GetAndConsumeRest<T1, T2>.Rent();
            rest.AwaitsSecond = isSecond;
            Pending = rest.Await(awaited!);
        }
    }

    private sealed class GetAndConsumeRest<T1, T2>() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public bool AwaitsSecond;

        public static GetAndConsumeRest<T1, T2> Rent() =>
            Unsafe.As<GetAndConsumeRest<T1, T2>>(HandWrittenPool.TryTake(s_kind) ?? new GetAndConsumeRest<T1, T2>());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            if (!AwaitsSecond)
            {
                HandWrittenOperation<T1> first = Unsafe.As<HandWrittenOperation<T1>>(awaited!);
                Known.Consume(first.Result);
                first.Recycle(lists);
                awaited = GetValue(out T2 value);
                if (awaited is null)
                {
                    Known.Consume(value);
                    return this;
                }

                AwaitsSecond = true;
                if (TryAwait(awaited))
                {
                    return null;
                }
            }

            HandWrittenOperation<T2> second = Unsafe.As<HandWrittenOperation<T2>>(awaited!);
            Known.Consume(second.Result);
            second.Recycle(lists);
            return this;
        }
    }

    private struct GetValueStart<T> : IHandWrittenMethod
    {
        public HandWrittenOperation<T>? Pending;
        public T Value;

        public void Run()
        {
            if (CallBase() is { } awaited)
            {
                Pending = GetValueRest<T>.Rent().Await(awaited);
            }
            else
            {
                Value = Known.Value<T>();
            }
        }
    }

    private sealed class GetValueRest<T>() : HandWrittenRest<T>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public static GetValueRest<T> Rent() => Unsafe.As<GetValueRest<T>>(HandWrittenPool.TryTake(s_kind) ?? new GetValueRest<T>());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            Unsafe.As<HandWrittenOperation<Nothing>>(awaited!).Recycle(lists);
            Result = Known.Value<T>();
            return this;
        }
    }
}

using AsyncBenchmarks.Bodies;
using static AsyncBenchmarks.Lab.LowerBounds.HandWrittenThen;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The graph of ContinueWith: each gets the value, and gives back an operation, or null and its result.</summary>
internal readonly struct HandWrittenContinueWith : INestedBody
{
    public void Execute()
    {
        HandWrittenOperation<Nothing>? first = GetAndConsume<Struct32, object>(out Nothing nothing);
        HandWrittenOperation<Nothing>? second = Then(
            first, nothing, static (in Nothing _, out Nothing done) => GetAndConsume<object, Struct32>(out done), out nothing);
        HandWrittenOperation<Nothing>.Forget(Then(
            second,
            nothing,
            static (in Nothing _, out Nothing done) =>
            {
                Known.Finish();
                done = default;
                return null;
            },
            out _));
    }

    public void CompletePending() => HandWrittenBase.CompletePending();

    private static HandWrittenOperation<Nothing>? GetAndConsume<T1, T2>(out Nothing nothing)
    {
        HandWrittenOperation<T2>? second = Then(
            GetValue(out T1 first),
            first,
            static (in T1 value, out T2 next) =>
            {
                Known.Consume(value);
                return GetValue(out next);
            },
            out T2 last);
        return Then(
            second,
            last,
            static (in T2 value, out Nothing done) =>
            {
                Known.Consume(value);
                done = default;
                return null;
            },
            out nothing);
    }

    private static HandWrittenOperation<T>? GetValue<T>(out T value) => Then(
        HandWrittenBase.Call(),
        default(Nothing),
        static (in Nothing _, out T known) =>
        {
            known = Known.Value<T>();
            return null;
        },
        out value);
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Fixture;

/// <summary>
/// Methods all of whose calls are awaited at once, or passed on to such a call, have Awaited in their name. Public methods tell what they
/// saw, and the test compares the two assemblies.
/// </summary>
public static class Variants
{
    private static readonly AsyncLocal<int> s_local = new();
    private static Task? s_kept;

    public static async Task<string> Results()
    {
        int sum = await AwaitedInt(1) + await AwaitedInt(2).ConfigureAwait(false) * await AwaitedValue(3)
            - await AwaitedValue(4).ConfigureAwait(false);
        await AwaitedVoid();
        await AwaitedVoid().ConfigureAwait(false);
        await AwaitedVoidValue();
        await AwaitedVoidValue().ConfigureAwait(true);
        return $"{sum} {await AwaitedText("a", await AwaitedText("b", "c"))} {(await AwaitedLarge()).C}";
    }

    public static async Task<string> OldTypesRemain()
    {
        int first = await AwaitedInt(1);
        int second = await OtherInt(2);
        return $"{first} {second} {await AwaitedInt(await OtherInt(3))} {await s_count()}";
    }

    public static async Task<string> Blocks()
    {
        List<string> seen = [];
        for (int i = 0; i < 3; i++)
        {
            try
            {
                if (await AwaitedInt(i) == 1)
                {
                    continue;
                }

                await AwaitedThrows(i);
            }
            catch (InvalidOperationException exception) when (exception.Message.Length > 0)
            {
                await AwaitedVoid();
                seen.Add(exception.ToString());
            }
            finally
            {
                seen.Add($"{await AwaitedInt(i) switch { 0 => "zero", _ => await AwaitedText("x", $"{i}") }}");
            }
        }

        return string.Join('\n', seen);
    }

    public static async Task<string> Generic() =>
        $"{await Outer<string>.Inner<int>.AwaitedJoin("a", 5)} {await new Outer<int>(3).AwaitedOwn()} {await AwaitedGeneric((1, 'x'))}"
        + $" {await AwaitedGeneric<object?>(null)} {await new Outer<object>("o").AwaitedOwn()}";

    public static async Task<string> LocalFunctions()
    {
        int captured = 5;
        Func<int, Task<int>> lambda = async more => await AwaitedAdd(more) + await AwaitedStatic(1);
        return $"{await AwaitedAdd(1)} {await lambda(2)} {await AwaitedStatic(3)}";

        async Task<int> AwaitedAdd(int value)
        {
            await Gate.Closed;
            return captured + value;
        }

        static async Task<int> AwaitedStatic(int value)
        {
            await Gate.Closed;
            return value;
        }
    }

    public static async Task<string> Returned()
    {
        List<string> seen = [];
        for (int i = 0; i < 6; i++)
        {
            try
            {
                seen.Add($"{await AwaitedReturns(i)}");
                await AwaitedReturnsVoid(i);
            }
            catch (Exception exception)
            {
                seen.Add($"{exception.GetType().Name} {exception.Message}");
            }
        }

        try
        {
            _ = AwaitedReturns(-1);
        }
        catch (ArgumentOutOfRangeException)
        {
            seen.Add("at the call");
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> Cached() => $"{await AwaitedCached(0)} {await AwaitedCached(1)}";

    public static async ValueTask<string> Dropped()
    {
        OtherDropped(1);
        _ = OtherDroppedInt(2);
        _ = OtherGenericDropped("x");
        _ = Dropper<string>.DroppedOfBoth("y");
        _ = s_dropped > 0 ? OtherDroppedEither(10) : OtherDroppedEither(20);
        DroppedNotAsync(3);
        await Gate.Closed;
        return $"{s_dropped}";
    }

    private static void DroppedNotAsync(int value)
    {
        for (int i = 0; i < value; i++)
        {
            OtherDropped(1000);
            _ = OtherGenericDropped(i);
        }
    }

    public static async Task<string> Contexts()
    {
        s_local.Value = 1;
        await AwaitedChanges();
        string text = $"{s_local.Value}";
        await AwaitedChanges().ConfigureAwait(false);
        return $"{text} {s_local.Value}";
    }

    public static async Task<string> Disposal()
    {
        List<string> seen = [];
        await using (new Resource(seen))
        {
            await foreach (int item in Items())
            {
                seen.Add($"{item} {await AwaitedInt(item)}");
            }
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> Canceled()
    {
        using CancellationTokenSource source = new();
        source.Cancel();
        try
        {
            await AwaitedCanceled(source.Token);
            return "";
        }
        catch (OperationCanceledException exception)
        {
            return $"{exception.GetType().Name} {exception.CancellationToken == source.Token}";
        }
    }

    public static async Task<string> Seen()
    {
        s_kept = OtherStored();
        await s_kept;
        Task<int> later = OtherLater();
        int either = await (s_kept is null ? OtherEither(1) : OtherEither(2));
        List<string> seen = [$"{await later}", $"{either}"];
        await Task.WhenAll(OtherCombined(), OtherCombined());
        await ((Task)OtherAsBase());
        seen.Add($"{await OtherOptions().ConfigureAwait(ConfigureAwaitOptions.ForceYielding)}");
        await (Task)typeof(Variants).GetMethod("OtherByName", BindingFlags.NonPublic | BindingFlags.Static)!
            .Invoke(null, [])!;
        await OtherByName();
        await OtherIterated();
        seen.Add($"{await new Derived().OtherVirtual()} {await OtherPublic()} {await OtherAttributed()} {await OtherProperty}");
        seen.Add($"{OtherBlocked().Result}");
        await OtherReturnsUnknown(true);
        await foreach (int item in Uses())
        {
            seen.Add($"{item}");
        }

        return string.Join(' ', seen);
    }

    public static async Task<int> OtherPublic()
    {
        await Task.Yield();
        return 1;
    }

    public static async Task Overflowing(int way)
    {
        // A new variable makes the body longer: branches over these must still reach.
        if (way > 0)
        {
            _ = await OtherInt(await AwaitedInt(1) + await AwaitedInt(2) + await OtherInt(3) + await AwaitedInt(4));
        }
        else
        {
            _ = await OtherInt(await AwaitedInt(5));
            OtherDropped(6);
        }
    }

    private static readonly Func<Task<int>> s_count = OtherDelegate;
    private static int s_dropped;

    internal static async Task OtherInternal() => await Gate.Closed;

    private static async Task<int> OtherDelegate()
    {
        await Gate.Closed;
        return 9;
    }

    private static async Task<int> AwaitedInt(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task<int> OtherInt(int value)
    {
        await Gate.Closed;
        return value;
    }

    public static Task<int> OtherInts() => OtherInt(0);

    private static async Task AwaitedVoid() => await Gate.Closed;

    private static async ValueTask<int> AwaitedValue(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async ValueTask AwaitedVoidValue() => await Gate.Closed;

    internal static async Task<string> AwaitedText(string first, string second)
    {
        await AwaitedVoid();
        return first + second;
    }

    private static async Task<(long A, string B, decimal C)> AwaitedLarge()
    {
        await Gate.Closed;
        return (1, "b", 3m);
    }

    private static async Task AwaitedThrows(int value)
    {
        if (value == 0)
        {
            throw new InvalidOperationException("at once");
        }

        await Gate.Closed;
        await AwaitedThrowsDeep();
    }

    private static async Task AwaitedThrowsDeep()
    {
        await Gate.Closed;
        throw new InvalidOperationException("deep");
    }

    private static async Task<T> AwaitedGeneric<T>(T value)
    {
        await Gate.Closed;
        return value;
    }

    private static Task<int> AwaitedReturns(int way)
    {
        if (way < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(way));
        }

        if (way == 0)
        {
            return AwaitedInt(10);
        }

        if (way == 1)
        {
            return Task.FromResult(11);
        }

        if (way == 2)
        {
            return Task.FromException<int>(new ArgumentException("two"));
        }

        return way == 3 ? Task.FromCanceled<int>(new CancellationToken(true)) : AwaitedGeneric(14);
    }

    private static Task<int> AwaitedCached(int way) => (way == 0 ? Task.FromResult(30) : null) ?? AwaitedInt(31);

    private static Task AwaitedReturnsVoid(int way)
    {
        if (way == 4)
        {
            return Task.CompletedTask;
        }

        return way == 5 ? Task.FromException(new ArgumentException("five")) : AwaitedVoid();
    }

    private static async Task OtherDropped(int value)
    {
        s_dropped += value;
        await Gate.Closed;
        s_dropped += value;
    }

    private static async Task OtherDroppedEither(int value)
    {
        s_dropped += value;
        await Gate.Closed;
    }

    private static class Dropper<T>
    {
        internal static Task DroppedOfBoth(T value)
        {
            _ = Pair(value, value);
            return Pair(value, 1);
        }

        private static async Task<(TOther, T)> Pair<TOther>(T value, TOther other)
        {
            s_dropped += 10_000;
            await Gate.Closed;
            return (other, value);
        }
    }

    private static async ValueTask<int> OtherDroppedInt(int value)
    {
        await OtherDropped(value);
        return value;
    }

    private static async Task<T> OtherGenericDropped<T>(T value)
    {
        s_dropped += 100;
        await Gate.Closed;
        return value;
    }

    private static async Task AwaitedChanges()
    {
        s_local.Value++;
        await Gate.Closed;
        s_local.Value++;
    }

    private static async Task AwaitedCanceled(CancellationToken cancellationToken)
    {
        await Gate.Closed;
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static async Task OtherStored() => await Gate.Closed;

    private static async Task<int> OtherLater()
    {
        await Gate.Closed;
        return 4;
    }

    private static async Task<int> OtherEither(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task OtherCombined() => await Gate.Closed;

    private static async Task<int> OtherAsBase()
    {
        await Gate.Closed;
        return 1;
    }

    private static async Task<int> OtherOptions()
    {
        await Gate.Closed;
        return 7;
    }

    private static async Task OtherByName() => await Gate.Closed;

    private static async Task OtherIterated() => await Gate.Closed;

    [Obsolete("an attribute", DiagnosticId = "OBSOLETE1")]
    private static async Task<int> OtherAttributed()
    {
        await Gate.Closed;
        return 2;
    }

    private static Task<int> OtherProperty => OtherOfAProperty();

    private static async Task<int> OtherOfAProperty()
    {
        await Gate.Closed;
        return 3;
    }

    private static async Task<int> OtherBlocked()
    {
        await Task.Delay(1).ConfigureAwait(false);
        return 8;
    }

    private static Task OtherReturnsUnknown(bool which) => which ? OtherReturned() : Task.Delay(1);

    private static async Task OtherReturned() => await Gate.Closed;

    private static async IAsyncEnumerable<int> Items()
    {
        yield return 1;
        await Gate.Closed;
        yield return 2;
    }

    private static async IAsyncEnumerable<int> Uses()
    {
        await OtherIterated();
        yield return 5;
    }

    private sealed class Outer<T1>(T1 own)
    {
        internal async Task<string> AwaitedOwn()
        {
            await Gate.Closed;
            return $"{own} {await AwaitedGeneric(own)} {await AwaitedTwice(new List<T1> { own, own })}";
        }

        private async Task<int> AwaitedTwice<T>(List<T> values)
        {
            await Gate.Closed;
            return await AwaitedGeneric(values.ToArray()) is { } array
                ? array.Length
                : await Inner<T>.AwaitedJoin(own, values[0]) is null ? 0 : 1;
        }

        internal static class Inner<T2>
        {
            internal static async Task<string> AwaitedJoin(T1 first, T2 second)
            {
                await Gate.Closed;
                return $"{first}{await AwaitedGeneric(second)}{await AwaitedGeneric((first, second))}";
            }
        }
    }

    private class Base
    {
        internal virtual async Task<int> OtherVirtual()
        {
            await Gate.Closed;
            return 1;
        }
    }

    private sealed class Derived : Base
    {
        internal override async Task<int> OtherVirtual() => await base.OtherVirtual() + 1;
    }

    private sealed class Resource(List<string> seen) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() => seen.Add(await AwaitedText("dis", "posed"));
    }
}

public static class VariantBytes
{
    public static async Task Outermost() => await AwaitedMiddle(3);

    public static async Task OutermostConfigured() => await AwaitedMiddle(2).ConfigureAwait(false);

    public static async Task OutermostPassedOn() => await AwaitedPassesOn(1);

    public static async Task OutermostWithoutItsResult() => await AwaitedWithoutItsResult(1);

    /// <summary>Drops the outermost tasks.</summary>
    public static void Dropped()
    {
        _ = Outermost();
        _ = AwaitedMiddle(1);
        _ = AwaitedValue();
        _ = OfAMethodThatDrops();
    }

    private static async Task<int> OfAMethodThatDrops() => await AwaitedDropsAndPassesOn();

    private static Task<int> AwaitedDropsAndPassesOn()
    {
        _ = AwaitedValue();
        return AwaitedMiddle(1);
    }

    public static void DroppedFailures()
    {
        _ = Failure<int>(false);
        _ = Failure<string>(true);
        _ = PoolingFailure();
    }

    /// <summary>Whose errors the framework doesn't report.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask PoolingFailure()
    {
        await Gate.Closed;
        throw new InvalidTimeZoneException("dropped");
    }

    private static async Task<T?> Failure<T>(bool suspends)
    {
        if (suspends)
        {
            await Gate.Closed;
        }

        throw new InvalidTimeZoneException("dropped");
    }

    private static Task<int> AwaitedPassesOn(int depth) => AwaitedMiddle(depth);

    private static Task AwaitedWithoutItsResult(int depth) => AwaitedPassesOn(depth);

    private static async Task<int> AwaitedMiddle(int depth)
    {
        if (depth > 0)
        {
            return await AwaitedMiddle(depth - 1) + await AwaitedValue();
        }

        await Gate.Closed;
        return 1;
    }

    private static async ValueTask<int> AwaitedValue()
    {
        await Gate.Closed;
        return 2;
    }
}

/// <summary>Where methods go on: each tells whether that is inside the call that ended what it awaits.</summary>
public static class VariantContexts
{
    [ThreadStatic]
    private static bool t_isOpening;

    public static void Open()
    {
        t_isOpening = true;
        Gate.Open();
        t_isOpening = false;
    }

    public static async Task OfTask(Action<bool> seen)
    {
        await AwaitedTask();
        seen(t_isOpening);
    }

    public static async Task OfTaskConfigured(Action<bool> seen)
    {
        await AwaitedTask().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async Task OfValueTask(Action<bool> seen)
    {
        await AwaitedValueTask();
        seen(t_isOpening);
    }

    public static async Task OfValueTaskConfigured(Action<bool> seen)
    {
        await AwaitedValueTask().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async Task OfPooling(Action<bool> seen)
    {
        await AwaitedPooling();
        seen(t_isOpening);
    }

    public static async Task OfPoolingConfigured(Action<bool> seen)
    {
        await AwaitedPooling().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async Task OfPassedOn(Action<bool> seen)
    {
        await AwaitedPassedOn();
        seen(t_isOpening);
    }

    public static async Task OfPassedOnConfigured(Action<bool> seen)
    {
        await AwaitedPassedOn().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async Task OfFailureConfigured(Action<bool> seen)
    {
        try
        {
            await AwaitedFailure().ConfigureAwait(false);
        }
        catch (InvalidOperationException)
        {
            seen(t_isOpening);
        }
    }

    public static async Task OfMiddle(Action<bool> seen)
    {
        await AwaitedMiddle(seen);
        seen(t_isOpening);
    }

    public static async Task OfMiddleConfigured(Action<bool> seen)
    {
        await AwaitedMiddleConfigured(seen).ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async ValueTask ValueTaskOfTask(Action<bool> seen)
    {
        await AwaitedTask();
        seen(t_isOpening);
    }

    public static async ValueTask ValueTaskOfTaskConfigured(Action<bool> seen)
    {
        await AwaitedTask().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async void VoidOfTask(Action<bool> seen)
    {
        await AwaitedTask();
        seen(t_isOpening);
    }

    public static async void VoidOfTaskConfigured(Action<bool> seen)
    {
        await AwaitedTask().ConfigureAwait(false);
        seen(t_isOpening);
    }

    public static async Task IteratorOfTask(Action<bool> seen)
    {
        await foreach (int item in Items(seen).ConfigureAwait(false))
        {
            seen(t_isOpening);
        }
    }

    /// <summary>Fails in a context that may drop what is posted to it.</summary>
    public static async Task OfADroppedFailure() => await AwaitedDroppedFailure();

    public static async Task OfADroppedMiddle() => await AwaitedDroppedMiddle().ConfigureAwait(false);

    private static async Task AwaitedDroppedMiddle() => await AwaitedDroppedFailure();

    private static async Task AwaitedDroppedFailure()
    {
        await Gate.Closed;
        throw new InvalidTimeZoneException("dropped");
    }

    private static async Task AwaitedTask() => await Gate.Closed;

    private static async ValueTask AwaitedValueTask() => await Gate.Closed;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitedPooling() => await Gate.Closed;

    private static Task AwaitedPassedOn() => AwaitedTask();

    private static async Task AwaitedFailure()
    {
        await Gate.Closed;
        throw new InvalidOperationException();
    }

    private static async Task AwaitedMiddle(Action<bool> seen)
    {
        await AwaitedTask();
        seen(t_isOpening);
    }

    private static async Task<int> AwaitedMiddleConfigured(Action<bool> seen)
    {
        await AwaitedTask().ConfigureAwait(false);
        seen(t_isOpening);
        return 1;
    }

    private static async IAsyncEnumerable<int> Items(Action<bool> seen)
    {
        await AwaitedTask();
        seen(t_isOpening);
        yield return 1;
    }
}

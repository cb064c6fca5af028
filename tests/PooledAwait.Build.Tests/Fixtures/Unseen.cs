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
/// Methods whose task nobody sees have Unseen in their name, all others Seen. Public methods tell what they saw, and the test compares the
/// two assemblies.
/// </summary>
public static class Unseen
{
    private static readonly AsyncLocal<int> s_local = new();
    private static Task? s_kept;

    public static async Task<string> Results()
    {
        int sum = await UnseenInt(1) + await UnseenInt(2).ConfigureAwait(false) * await UnseenValue(3)
            - await UnseenValue(4).ConfigureAwait(false);
        await UnseenVoid();
        await UnseenVoid().ConfigureAwait(false);
        await UnseenVoidValue();
        await UnseenVoidValue().ConfigureAwait(true);
        return $"{sum} {await UnseenText("a", await UnseenText("b", "c"))} {(await UnseenLarge()).C}";
    }

    public static async Task<string> OldTypesRemain()
    {
        int first = await UnseenInt(1);
        int second = await SeenInt(2);
        return $"{first} {second} {await UnseenInt(await SeenInt(3))} {await s_count()}";
    }

    public static async Task<string> Blocks()
    {
        List<string> seen = [];
        for (int i = 0; i < 3; i++)
        {
            try
            {
                if (await UnseenInt(i) == 1)
                {
                    continue;
                }

                await UnseenThrows(i);
            }
            catch (InvalidOperationException exception) when (exception.Message.Length > 0)
            {
                await UnseenVoid();
                seen.Add(exception.ToString());
            }
            finally
            {
                seen.Add($"{await UnseenInt(i) switch { 0 => "zero", _ => await UnseenText("x", $"{i}") }}");
            }
        }

        return string.Join('\n', seen);
    }

    public static async Task<string> Generic() =>
        $"{await Outer<string>.Inner<int>.UnseenJoin("a", 5)} {await new Outer<int>(3).UnseenOwn()} {await UnseenGeneric((1, 'x'))}"
        + $" {await UnseenGeneric<object?>(null)} {await new Outer<object>("o").UnseenOwn()}";

    public static async Task<string> LocalFunctions()
    {
        int captured = 5;
        Func<int, Task<int>> lambda = async more => await UnseenAdd(more) + await UnseenStatic(1);
        return $"{await UnseenAdd(1)} {await lambda(2)} {await UnseenStatic(3)}";

        async Task<int> UnseenAdd(int value)
        {
            await Gate.Closed;
            return captured + value;
        }

        static async Task<int> UnseenStatic(int value)
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
                seen.Add($"{await UnseenReturns(i)}");
                await UnseenReturnsVoid(i);
            }
            catch (Exception exception)
            {
                seen.Add($"{exception.GetType().Name} {exception.Message}");
            }
        }

        try
        {
            _ = UnseenReturns(-1);
        }
        catch (ArgumentOutOfRangeException)
        {
            seen.Add("at the call");
        }

        return string.Join(' ', seen);
    }

    public static async ValueTask<string> Dropped()
    {
        UnseenDropped(1);
        _ = UnseenDroppedInt(2);
        _ = UnseenGenericDropped("x");
        await Gate.Closed;
        return $"{s_dropped}";
    }

    public static async Task<string> Contexts()
    {
        s_local.Value = 1;
        await UnseenChanges();
        string text = $"{s_local.Value}";
        await UnseenChanges().ConfigureAwait(false);
        return $"{text} {s_local.Value}";
    }

    public static async Task<string> Disposal()
    {
        List<string> seen = [];
        await using (new Resource(seen))
        {
            await foreach (int item in Items())
            {
                seen.Add($"{item} {await UnseenInt(item)}");
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
            await UnseenCanceled(source.Token);
            return "";
        }
        catch (OperationCanceledException exception)
        {
            return $"{exception.GetType().Name} {exception.CancellationToken == source.Token}";
        }
    }

    public static async Task<string> Seen()
    {
        s_kept = SeenStored();
        await s_kept;
        Task<int> later = SeenLater();
        int either = await (s_kept is null ? SeenEither(1) : SeenEither(2));
        List<string> seen = [$"{await later}", $"{either}"];
        await Task.WhenAll(SeenCombined(), SeenCombined());
        await ((Task)SeenAsBase());
        seen.Add($"{await SeenOptions().ConfigureAwait(ConfigureAwaitOptions.ForceYielding)}");
        await (Task)typeof(Unseen).GetMethod("SeenByName", BindingFlags.NonPublic | BindingFlags.Static)!
            .Invoke(null, [])!;
        await SeenByName();
        await SeenIterated();
        seen.Add($"{await new Derived().SeenVirtual()} {await SeenPublic()} {await SeenAttributed()} {await SeenProperty}");
        seen.Add($"{SeenBlocked().Result}");
        await SeenReturnsUnknown(true);
        await foreach (int item in Uses())
        {
            seen.Add($"{item}");
        }

        return string.Join(' ', seen);
    }

    public static async Task<int> SeenPublic()
    {
        await Task.Yield();
        return 1;
    }

    public static async Task Overflowing(int way)
    {
        // A new variable makes the body longer: branches over these must still reach.
        if (way > 0)
        {
            _ = await SeenInt(await UnseenInt(1) + await UnseenInt(2) + await SeenInt(3) + await UnseenInt(4));
        }
        else
        {
            _ = await SeenInt(await UnseenInt(5));
            UnseenDropped(6);
        }
    }

    private static readonly Func<Task<int>> s_count = SeenDelegate;
    private static int s_dropped;

    private static async Task<int> SeenDelegate()
    {
        await Gate.Closed;
        return 9;
    }

    private static async Task<int> UnseenInt(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task<int> SeenInt(int value)
    {
        await Gate.Closed;
        return value;
    }

    public static Task<int> SeenInts() => SeenInt(0);

    private static async Task UnseenVoid() => await Gate.Closed;

    private static async ValueTask<int> UnseenValue(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async ValueTask UnseenVoidValue() => await Gate.Closed;

    internal static async Task<string> UnseenText(string first, string second)
    {
        await UnseenVoid();
        return first + second;
    }

    private static async Task<(long A, string B, decimal C)> UnseenLarge()
    {
        await Gate.Closed;
        return (1, "b", 3m);
    }

    private static async Task UnseenThrows(int value)
    {
        if (value == 0)
        {
            throw new InvalidOperationException("at once");
        }

        await Gate.Closed;
        await UnseenThrowsDeep();
    }

    private static async Task UnseenThrowsDeep()
    {
        await Gate.Closed;
        throw new InvalidOperationException("deep");
    }

    private static async Task<T> UnseenGeneric<T>(T value)
    {
        await Gate.Closed;
        return value;
    }

    private static Task<int> UnseenReturns(int way)
    {
        if (way < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(way));
        }

        if (way == 0)
        {
            return UnseenInt(10);
        }

        if (way == 1)
        {
            return Task.FromResult(11);
        }

        if (way == 2)
        {
            return Task.FromException<int>(new ArgumentException("two"));
        }

        return way == 3 ? Task.FromCanceled<int>(new CancellationToken(true)) : UnseenGeneric(14);
    }

    private static Task UnseenReturnsVoid(int way)
    {
        if (way == 4)
        {
            return Task.CompletedTask;
        }

        return way == 5 ? Task.FromException(new ArgumentException("five")) : UnseenVoid();
    }

    private static async Task UnseenDropped(int value)
    {
        s_dropped += value;
        await Gate.Closed;
        s_dropped += value;
    }

    private static async ValueTask<int> UnseenDroppedInt(int value)
    {
        await UnseenDropped(value);
        return value;
    }

    private static async Task<T> UnseenGenericDropped<T>(T value)
    {
        s_dropped += 100;
        await Gate.Closed;
        return value;
    }

    private static async Task UnseenChanges()
    {
        s_local.Value++;
        await Gate.Closed;
        s_local.Value++;
    }

    private static async Task UnseenCanceled(CancellationToken cancellationToken)
    {
        await Gate.Closed;
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static async Task SeenStored() => await Gate.Closed;

    private static async Task<int> SeenLater()
    {
        await Gate.Closed;
        return 4;
    }

    private static async Task<int> SeenEither(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task SeenCombined() => await Gate.Closed;

    private static async Task<int> SeenAsBase()
    {
        await Gate.Closed;
        return 1;
    }

    private static async Task<int> SeenOptions()
    {
        await Gate.Closed;
        return 7;
    }

    private static async Task SeenByName() => await Gate.Closed;

    private static async Task SeenIterated() => await Gate.Closed;

    [Obsolete("an attribute", DiagnosticId = "OBSOLETE1")]
    private static async Task<int> SeenAttributed()
    {
        await Gate.Closed;
        return 2;
    }

    private static Task<int> SeenProperty => SeenOfAProperty();

    private static async Task<int> SeenOfAProperty()
    {
        await Gate.Closed;
        return 3;
    }

    private static async Task<int> SeenBlocked()
    {
        await Task.Delay(1).ConfigureAwait(false);
        return 8;
    }

    private static Task SeenReturnsUnknown(bool which) => which ? SeenReturned() : Task.Delay(1);

    private static async Task SeenReturned() => await Gate.Closed;

    private static async IAsyncEnumerable<int> Items()
    {
        yield return 1;
        await Gate.Closed;
        yield return 2;
    }

    private static async IAsyncEnumerable<int> Uses()
    {
        await SeenIterated();
        yield return 5;
    }

    private sealed class Outer<T1>(T1 own)
    {
        internal async Task<string> UnseenOwn()
        {
            await Gate.Closed;
            return $"{own} {await UnseenGeneric(own)} {await UnseenTwice(new List<T1> { own, own })}";
        }

        private async Task<int> UnseenTwice<T>(List<T> values)
        {
            await Gate.Closed;
            return await UnseenGeneric(values.ToArray()) is { } array
                ? array.Length
                : await Inner<T>.UnseenJoin(own, values[0]) is null ? 0 : 1;
        }

        internal static class Inner<T2>
        {
            internal static async Task<string> UnseenJoin(T1 first, T2 second)
            {
                await Gate.Closed;
                return $"{first}{await UnseenGeneric(second)}{await UnseenGeneric((first, second))}";
            }
        }
    }

    private class Base
    {
        internal virtual async Task<int> SeenVirtual()
        {
            await Gate.Closed;
            return 1;
        }
    }

    private sealed class Derived : Base
    {
        internal override async Task<int> SeenVirtual() => await base.SeenVirtual() + 1;
    }

    private sealed class Resource(List<string> seen) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() => seen.Add(await UnseenText("dis", "posed"));
    }
}

public static class UnseenBytes
{
    public static async Task Outermost()
    {
        await UnseenMiddle(3);
        await UnseenMiddle(2).ConfigureAwait(false);
    }

    public static void Drop() => _ = UnseenMiddle(3);

    public static void DropFailure() => _ = UnseenFails();

    private static async Task<int> UnseenMiddle(int depth)
    {
        if (depth > 0)
        {
            return await UnseenMiddle(depth - 1) + await UnseenValue();
        }

        await Gate.Closed;
        return 1;
    }

    private static async ValueTask<int> UnseenValue()
    {
        await Gate.Closed;
        return 2;
    }

    private static async Task UnseenFails()
    {
        await Gate.Closed;
        throw new InvalidOperationException("dropped");
    }
}

/// <summary>Whether a continuation that captured no context ran outside the call that completes its task.</summary>
public static class UnseenContexts
{
    private static int s_ending;

    public static async Task<bool> AwaitsTask()
    {
        await UnseenTask().ConfigureAwait(false);
        return s_ending != Environment.CurrentManagedThreadId;
    }

    /// <summary>Whether the method went on where the other one ended, and in its context.</summary>
    public static async Task<string> AwaitsInContext()
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        await UnseenTask();
        return $"{s_ending == Environment.CurrentManagedThreadId} {SynchronizationContext.Current == context}";
    }

    /// <inheritdoc cref="AwaitsInContext"/>
    public static async Task<bool> AwaitsInScheduler()
    {
        TaskScheduler scheduler = TaskScheduler.Current;
        await UnseenTask();
        return s_ending == Environment.CurrentManagedThreadId && TaskScheduler.Current == scheduler;
    }

    public static async Task<bool> AwaitsValueTask()
    {
        await UnseenValueTask().ConfigureAwait(false);
        return s_ending != Environment.CurrentManagedThreadId;
    }

    private static async Task UnseenTask()
    {
        await Gate.Closed;
        s_ending = Environment.CurrentManagedThreadId;
    }

    private static async ValueTask UnseenValueTask()
    {
        await Gate.Closed;
        s_ending = Environment.CurrentManagedThreadId;
    }
}

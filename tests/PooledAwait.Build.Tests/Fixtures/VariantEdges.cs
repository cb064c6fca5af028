using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

[assembly: UnconditionalSuppressMessage(
    "Trimming", "IL2072", Scope = "member", Target = "M:Fixture.Maker.MakeAsync(System.Type)")]

namespace Fixture;

/// <summary>What a caller could tell a variant by. Public methods say what they saw, and the test compares the two assemblies.</summary>
public static class VariantEdges
{
    private static readonly Task s_none = null!;
    private static readonly Task<int> s_noneInt = null!;
    private static List<string>? s_seen;
    private static int s_calls;

    public static async Task<string> ThrownAtTheCall()
    {
        List<string> seen = [];
        foreach (string? text in new string?[] { null, "", "x" })
        {
            try
            {
                seen.Add($"{await AwaitedChecked(Count(), text)}");
                seen.Add($"{await AwaitedCheckedValue(text).ConfigureAwait(false)}");
            }
            catch (ArgumentException exception)
            {
                seen.Add($"{s_calls} {exception}");
            }
        }

        return string.Join('\n', seen);
    }

    public static async Task<string> ThrownAtTheAwait()
    {
        List<string> seen = [];
        for (int way = 0; way < 5; way++)
        {
            try
            {
                await AwaitedThrowsBeforeItSuspends(way);
                await AwaitedPassesOnAFailure(way);
                await AwaitedPassesOnSeveral(way);
                seen.Add("none");
            }
            catch (Exception exception)
            {
                seen.Add($"{exception.GetType().Name} {exception.Message} {exception.Data["way"]}");
            }
        }

        return string.Join('\n', seen);
    }

    public static async Task<string> Null()
    {
        List<string> seen = [];
        for (int way = 0; way < 4; way++)
        {
            try
            {
                seen.Add("before");
                await AwaitedNull(way == 0);
                seen.Add($"{await AwaitedNullInt(way == 1)}");
                await AwaitedNull(way == 2).ConfigureAwait(false);
            }
            catch (NullReferenceException exception)
            {
                seen.Add($"{way} {exception.Message}");
            }
        }

        try
        {
            await Receiver(isNull: true).AwaitedOwn();
        }
        catch (NullReferenceException)
        {
            seen.Add($"receiver {s_calls}");
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> Cancellation()
    {
        using CancellationTokenSource source = new();
        source.Cancel();
        List<string> seen = [];
        for (int way = 0; way < 6; way++)
        {
            try
            {
                await AwaitedCanceled(way, source.Token);
                await AwaitedPassesOnACancellation(way, source.Token);
                seen.Add($"{await AwaitedCanceledValue(way, source.Token)}");
            }
            catch (OperationCanceledException exception)
            {
                seen.Add($"{way} {exception.GetType().Name} {exception.CancellationToken == source.Token} {exception.Message} "
                    + $"{exception.InnerException?.Message}");
            }
        }

        return string.Join('\n', seen);
    }

    public static async Task<string> Locals()
    {
        AsyncLocal<string?> local = new() { Value = "caller" };
        List<string?> seen = [];
        await AwaitedSets(local, "callee");
        seen.Add(local.Value);
        await AwaitedSets(local, "configured").ConfigureAwait(false);
        seen.Add(await AwaitedReads(local));
        await AwaitedPassesOnAndSets(local);
        seen.Add(local.Value);
        seen.Add(await AwaitedSetsAndThrows(local).ConfigureAwait(true));
        seen.Add(await AwaitedReads(local));
        seen.Add(await AwaitedSuppresses(local));
        seen.Add(local.Value);
        return string.Join(' ', seen);
    }

    /// <summary>A callee's own context, set before it suspends, isn't its caller's; what a method that isn't async sets is.</summary>
    public static async Task<string> ContextsOfCallees()
    {
        List<string> seen = [];

        // Not the test runner's: what that posts runs without a context, unless the delay is over before it is awaited.
        SynchronizationContext before = new Awaits.OwnContext();
        SynchronizationContext.SetSynchronizationContext(before);
        SynchronizationContext own = new();
        await AwaitedSetsAContext(own, isComplete: true);
        seen.Add($"{SynchronizationContext.Current == before}");
        await AwaitedSetsAContext(own, isComplete: false);
        seen.Add($"{SynchronizationContext.Current == before}");
        await AwaitedPassesOnInAContext(own);
        seen.Add($"{SynchronizationContext.Current == own}");
        SynchronizationContext.SetSynchronizationContext(before);
        return string.Join(' ', seen);
    }

    public static async Task<string> Spilled()
    {
        int[] numbers = [1, 2, 3];
        Holder holder = new() { Number = 5 };
        numbers[Index(numbers)] += await AwaitedInt(10) * await AwaitedValue(2);
        holder.Number += await AwaitedInt(1);
        (holder.Number, numbers[0]) = (await AwaitedInt(numbers[0]), await AwaitedInt(holder.Number));
        Change(ref numbers[2], await AwaitedInt(7), await AwaitedValue(8));
        string text = $"{numbers[0]} {await AwaitedInt(4):000} {numbers[1]} {await AwaitedText("t", await AwaitedText(null, "u"))}";
        int? some = await AwaitedInt(0) == 0 ? await AwaitedInt(1) : null;
        string? chosen = await AwaitedText(
            await AwaitedInt(1) switch { 1 => "one", _ => "other" }, (await AwaitedText("a", "b"))?.Length > 1 ? "!" : "");
        return $"{text} {numbers[2]} {holder.Number} {some} {chosen} {new Pair(await AwaitedInt(1), await AwaitedInt(2))} "
            + string.Concat(new[] { await AwaitedText("x", "y"), text, await AwaitedText("z", null) });
    }

    public static async Task<string> Structs()
    {
        Counter counter = new(5);
        string text = $"{await counter.AwaitedIncrement()} {counter.Value} {await counter.AwaitedGeneric("g")}";
        counter.Value = 20;
        Counter[] counters = [counter, new(7)];
        text += $" {await counters[1].AwaitedIncrement()} {counters[1].Value} {await counters[0].AwaitedPassesOn()}";
        ReadOnly readOnly = new(3);
        return $"{text} {await readOnly.AwaitedOwn()} {await Of(counter)} {await new Counter(1).AwaitedTwice()}";

        static async Task<int> Of<T>(T value)
            where T : struct, ICounter
        {
            return await value.IncrementAsync() + value.Value;
        }
    }

    public static async Task<string> Generics() =>
        $"{await Generic<int>.AwaitedSum([1, 2, 3])} {await Generic<double>.AwaitedOf<string>(1.5, "s")} "
        + $"{await new Lower().OtherCalls()} {await Lower.AwaitedStatic()} {await Zero<decimal>.AwaitedPassesOn(2)} "
        + $"{await AwaitedConstrained("b", "a")} {await AwaitedNew<int>()} {(await AwaitedTuple((1, "x"))).Item2} "
        + $"{(await AwaitedDynamic(3)).GetType().Name} {string.Join('-', await AwaitedArray<int>(2))}";

    public static async Task<string> LocalFunctions()
    {
        int outer = 1;
        return $"{await AwaitedOuter(2)} {await AwaitedGeneric("g")} {await AwaitedPassesOn()} {outer}";

        async Task<int> AwaitedOuter(int value)
        {
            int captured = value;
            return await AwaitedInner() + await AwaitedInt(outer++);

            async ValueTask<int> AwaitedInner()
            {
                await Gate.Closed;
                return captured++ + outer++;
            }
        }

        async Task<string> AwaitedGeneric<T>(T value)
        {
            await Gate.Closed;
            return $"{typeof(T).Name} {value} {outer}";
        }

        Task<int> AwaitedPassesOn() => AwaitedOuter(outer);
    }

    public static async Task<string> Extensions() =>
        $"{await "text".AwaitedDouble()} {await 5.AwaitedSelf()} {await "text".AwaitedPassOn()} "
        + await VariantExtensions.AwaitedDouble("s");

    public static async Task<string> PassedOn()
    {
        List<string> seen = [];
        for (int way = 0; way < 3; way++)
        {
            seen.Add($"{await AwaitedAsTask(way)} {await AwaitedAsValueTask(way)} {await AwaitedAgain(way)}");
            await AwaitedAsTaskVoid(way);
            await AwaitedAsValueTaskVoid(way);
            seen.Add($"{await AwaitedIn(way)} {await AwaitedOut(out int result)} {result}");
            int changed = way;
            seen.Add($"{await AwaitedRef(ref changed)} {changed} {await AwaitedParams(way, 2, 3)} {await AwaitedOptional()}");
            seen.Add($"{await AwaitedLoops(way)} {await AwaitedValueOrResult(way)}");
            await OtherDisposes(seen);
        }

        for (int way = 0; way < 4; way++)
        {
            try
            {
                await AwaitedWithoutItsResult("value", way);
                await AwaitedWithoutItsResult(way, way).ConfigureAwait(false);
                await AwaitedWithoutItsResultAgain(way);
                await AwaitedAsTaskWithoutItsResult(way);
                await AwaitedAsValueTaskWithoutItsResult(way);
                seen.Add("ended");
            }
            catch (InvalidOperationException e)
            {
                seen.Add(e.Message);
            }
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> Statics()
    {
        List<string> seen = [];
        s_seen = seen;
        seen.Add("before");
        seen.Add(await Late.AwaitedOwn());
        return string.Join(' ', seen);
    }

    public static async Task<string> WithoutATask()
    {
        // The test runner's context would post the continuations to threads of its own.
        SynchronizationContext.SetSynchronizationContext(null);
        List<string> seen = [];
        TaskCompletionSource ended = new();
        Void(seen, ended);
        Action<int> lambda = async value => seen.Add($"{await AwaitedInt(value)}");
        lambda(6);
        seen.Add("called");
        await ended.Task;
        await Gate.Closed;
        await Gate.Closed;
        return string.Join(' ', seen);
    }

    public static async Task<string> Iterators()
    {
        List<string> seen = [];
        try
        {
            await foreach (int item in Items(3).ConfigureAwait(false))
            {
                seen.Add($"{item}");
                await foreach (string inner in new Sequence(item))
                {
                    await using Disposed disposed = new(seen);
                    seen.Add(inner);
                }
            }
        }
        catch (InvalidOperationException exception)
        {
            seen.Add(exception.Message);
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> Handlers()
    {
        List<string> seen = [];
        for (int way = 0; way < 4; way++)
        {
            try
            {
                try
                {
                    await AwaitedThrowsBeforeItSuspends(way == 3 ? 0 : 4);
                    seen.Add($"{await AwaitedInt(way)}");
                    if (way == 1)
                    {
                        continue;
                    }

                    if (way == 2)
                    {
                        throw new InvalidOperationException("own");
                    }
                }
                catch (InvalidOperationException exception) when (Log(seen, exception.Message))
                {
                    await AwaitedInt(1);
                    if (way == 3)
                    {
                        throw;
                    }
                }
                finally
                {
                    seen.Add($"finally {await AwaitedText("f", await AwaitedText("g", null))}");
                    await AwaitedThrowsBeforeItSuspends(way == 0 ? 1 : 4);
                }
            }
            catch (Exception exception)
            {
                seen.Add($"{exception.GetType().Name} {await AwaitedText(exception.Message, ".")}");
            }
        }

        return string.Join(' ', seen);
    }

    /// <summary>Completed calls of many levels, and a loop of many.</summary>
    public static async Task<string> Deep()
    {
        int sum = 0;
        for (int i = 0; i < 1_000; i++)
        {
            sum += await AwaitedComplete(i);
        }

        return $"{sum} {await AwaitedNested(500)} {await AwaitedNestedAndClosed(200)}";
    }

    /// <summary>Methods without a result that return a factory's Task with one.</summary>
    public static async Task<string> Factories()
    {
        List<string> seen = [];
        for (int way = 0; way < 8; way++)
        {
            try
            {
                await OtherNote("text");
                await OtherNote((string?)null);
                await OtherNote((way, "x", 5m, Guid.Empty));
                await OtherFails(way);
                await AwaitedNote(way, "text");
                await AwaitedNote(way, (way, "x", 5m, Guid.Empty));
                seen.Add($"{await AwaitedFactory(way)}");
            }
            catch (Exception exception)
            {
                seen.Add($"{way} {exception.GetType().Name} {exception.Message}");
            }
        }

        return string.Join('\n', seen);
    }

    /// <summary>Methods that others find by their names, while all calls here are awaited at once.</summary>
    public static async Task<string> Names()
    {
        List<string> seen = [];
        Command command = new();
        seen.Add($"{await command.OnExecuteAsync(1)} {await Command.AwaitedStatic(2)} {await command.AwaitedOwn("own")}");
        foreach (Attribute attribute in typeof(Command).GetCustomAttributes(inherit: false).OfType<Attribute>())
        {
            foreach (string name in attribute is NamesAttribute names ? [.. names.Names, $"{names.Other}"] : (string[])[])
            {
                System.Reflection.MethodInfo method = typeof(Command).GetMethod(
                    name, System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!;
                Task<int> task = (Task<int>)method.Invoke(command, [3])!;
                seen.Add($"{method.ReturnType} {await task}");
            }
        }

        seen.Add($"{await Accessors.AwaitedStatic(command, 4)} {await Accessors.Named(command, "named")}");
        dynamic late = command;
        seen.Add($"{await late.OnExecuteAsync(5)}");
        return string.Join(' ', seen);
    }

    public static async ValueTask<string> RootOfAValueTask()
    {
        await AwaitedThrowsBeforeItSuspends(4);
        return $"{await AwaitedInt(1)} {await AwaitedValue(2).ConfigureAwait(false)} {await AwaitedAsTask(3)}";
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<string> RootThatPools() =>
        $"{await AwaitedInt(1)} {await AwaitedPooling(2)} {await AwaitedText("a", null)}";

    [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder<>))]
    public static async Task<string> RootThatIsKept() => $"{await OtherOfAKeptRoot()}";

    private static int Count() => ++s_calls;

    private static int Index(int[] numbers) => numbers[0]++;

    private static void Change(ref int number, int by, int more) => number += by + more;

    private static bool Log(List<string> seen, string message)
    {
        seen.Add($"filter {message}");
        return true;
    }

    private static Lower Receiver(bool isNull) => isNull ? null! : new();

    private static Task<int> AwaitedChecked(int calls, string? text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Length == 0)
        {
            throw new ArgumentException($"empty at {calls}", nameof(text));
        }

        return AwaitedInt(text.Length);
    }

    private static ValueTask<int> AwaitedCheckedValue(string? text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return AwaitedValue(text.Length);
    }

    private static async Task AwaitedThrowsBeforeItSuspends(int way)
    {
        if (way == 0)
        {
            throw new InvalidOperationException("at once") { Data = { ["way"] = way } };
        }

        await Gate.Closed;
        if (way == 1)
        {
            throw new TimeoutException("later", new InvalidOperationException("inner"));
        }
    }

    private static Task AwaitedPassesOnAFailure(int way)
    {
        if (way == 2)
        {
            return Task.FromException(new ArgumentException("passed on"));
        }

        return AwaitedThrowsBeforeItSuspends(4);
    }

    private static Task AwaitedPassesOnSeveral(int way)
    {
        if (way == 3)
        {
            return Task.WhenAll(
                Task.FromException(new InvalidOperationException("first")), Task.FromException(new InvalidOperationException("second")));
        }

        return AwaitedThrowsBeforeItSuspends(4);
    }

    private static Task AwaitedNull(bool isNull)
    {
        if (isNull)
        {
            return s_none;
        }

        return AwaitedThrowsBeforeItSuspends(4);
    }

    private static Task<int> AwaitedNullInt(bool isNull) => isNull ? s_noneInt : AwaitedInt(3);

    private static async Task AwaitedCanceled(int way, CancellationToken cancellationToken)
    {
        if (way == 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        await Gate.Closed;
        if (way == 1)
        {
            throw new TaskCanceledException("own text", new TimeoutException("cause"), cancellationToken);
        }

        if (way == 2)
        {
            await Task.FromCanceled(cancellationToken);
        }
    }

    private static Task AwaitedPassesOnACancellation(int way, CancellationToken cancellationToken)
    {
        if (way == 3)
        {
            return Task.FromCanceled(cancellationToken);
        }

        return AwaitedCanceled(5, cancellationToken);
    }

    private static async ValueTask<int> AwaitedCanceledValue(int way, CancellationToken cancellationToken)
    {
        await Gate.Closed;
        return way == 4 ? throw new OperationCanceledException(cancellationToken) : way;
    }

    private static async Task AwaitedSets(AsyncLocal<string?> local, string value)
    {
        local.Value = value + " early";
        await Gate.Closed;
        local.Value = value;
    }

    private static async Task<string?> AwaitedReads(AsyncLocal<string?> local)
    {
        await Gate.Closed;
        return local.Value;
    }

    private static Task AwaitedPassesOnAndSets(AsyncLocal<string?> local)
    {
        local.Value = "of the caller";
        return AwaitedSets(local, "passed on");
    }

    private static async Task<string> AwaitedSetsAndThrows(AsyncLocal<string?> local)
    {
        try
        {
            local.Value = "try";
            await AwaitedThrowsBeforeItSuspends(1);
            return "";
        }
        catch (TimeoutException)
        {
            string? before = local.Value;
            local.Value = "catch";
            await Gate.Closed;
            return before + local.Value;
        }
    }

    /// <summary>The flow is suppressed until the method suspends, so that its next await has no context.</summary>
    private static async Task<string?> AwaitedSuppresses(AsyncLocal<string?> local)
    {
        await Gate.Closed;
        AsyncFlowControl flow = ExecutionContext.SuppressFlow();
        Task<string?> inner = OtherReads(local);
        flow.Undo();
        return await inner + local.Value;
    }

    private static async Task<string?> OtherReads(AsyncLocal<string?> local)
    {
        await AwaitedCompleteVoid();
        return await AwaitedReads(local);
    }

    private static async Task AwaitedSetsAContext(SynchronizationContext own, bool isComplete)
    {
        SynchronizationContext.SetSynchronizationContext(own);
        await (isComplete ? Task.CompletedTask : Task.Delay(20)).ConfigureAwait(false);
    }

    private static Task AwaitedPassesOnInAContext(SynchronizationContext own)
    {
        SynchronizationContext.SetSynchronizationContext(own);
        return AwaitedCompleteVoid();
    }

    private static async Task<int> AwaitedInt(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async ValueTask<int> AwaitedValue(int value)
    {
        await Gate.Closed;
        return value;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> AwaitedPooling(int value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task<int> OtherOfAKeptRoot()
    {
        await Gate.Closed;
        return 6;
    }

    private static async Task<string?> AwaitedText(string? first, string? second)
    {
        await Gate.Closed;
        return first + second;
    }

    private static async Task<int> AwaitedComplete(int value)
    {
        await Task.CompletedTask;
        return value;
    }

    private static async Task AwaitedCompleteVoid() => await Task.CompletedTask;

    private static async Task<int> AwaitedNested(int depth) => depth == 0 ? 0 : await AwaitedNested(depth - 1) + 1;

    private static async ValueTask<int> AwaitedNestedAndClosed(int depth)
    {
        if (depth == 0)
        {
            await Gate.Closed;
            return 0;
        }

        return await AwaitedNestedAndClosed(depth - 1) + 1;
    }

    private static async Task<string> AwaitedConstrained<T>(T first, T second)
        where T : IComparable<T>
    {
        await Gate.Closed;
        return $"{first.CompareTo(second) > 0}";
    }

    private static async Task<int> AwaitedNew<T>()
        where T : struct
    {
        await Gate.Closed;
        return new T() is 0 ? 1 : 0;
    }

    private static async Task<(int Number, T Text)> AwaitedTuple<T>((int Number, T Text) value)
    {
        await Gate.Closed;
        return value;
    }

    private static async Task<dynamic> AwaitedDynamic(dynamic value)
    {
        await Gate.Closed;
        return value + 1;
    }

    private static async Task<T[]> AwaitedArray<T>(int length)
    {
        await Gate.Closed;
        return new T[length];
    }

    private static Task<int> AwaitedAsTask(int value) => AwaitedValue(value).AsTask();

    private static ValueTask<int> AwaitedAsValueTask(int value) => new(AwaitedInt(value));

    private static Task<int> AwaitedAgain(int value) => AwaitedAsValueTask(value).AsTask();

    private static async ValueTask AwaitedVoidValue() => await Gate.Closed;

    private static Task AwaitedAsTaskVoid(int value) => value == 0 ? Task.CompletedTask : AwaitedVoidValue().AsTask();

    private static ValueTask AwaitedAsValueTaskVoid(int value) => value == 0 ? default : new(AwaitedThrowsBeforeItSuspends(4));

    private static Task<int> AwaitedIn(in int value) => AwaitedInt(value);

    private static Task<int> AwaitedOut(out int value)
    {
        value = 30;
        return AwaitedInt(value);
    }

    private static Task<int> AwaitedRef(ref int value) => AwaitedInt(value += 40);

    private static Task<int> AwaitedParams(params int[] values) => AwaitedInt(values.Sum());

    private static Task<int> AwaitedOptional(int value = 17, CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled<int>(cancellationToken) : AwaitedInt(value);

    private static Task<int> AwaitedLoops(int times)
    {
        for (int i = 0; i < times; i++)
        {
            if (i == 1)
            {
                return AwaitedInt(i);
            }
        }

        return times == 0 ? Task.FromResult(0) : AwaitedValue(times).AsTask();
    }

    private static ValueTask<int> AwaitedValueOrResult(int way) => way == 0 ? new ValueTask<int>(11) : AwaitedValue(12);

    /// <summary>Its block ends before the task does.</summary>
    private static Task<int> OtherDisposes(List<string> seen)
    {
        using (new Disposed(seen))
        {
            return OtherOfADisposed();
        }
    }

    private static async Task<int> OtherOfADisposed()
    {
        await Gate.Closed;
        return 1;
    }

    private static Task AwaitedWithoutItsResult<T>(T value, int way) => AwaitedEnds(value, way);

    private static Task AwaitedWithoutItsResultAgain(int way) => AwaitedAsTask(way);

    private static Task AwaitedAsTaskWithoutItsResult(int value) => AwaitedValue(value).AsTask();

    private static ValueTask AwaitedAsValueTaskWithoutItsResult(int value) => new(AwaitedInt(value));

    private static async Task<T> AwaitedEnds<T>(T value, int way)
    {
        if (way > 1)
        {
            await Gate.Closed;
        }

        return way % 2 == 0 ? value : throw new InvalidOperationException($"{value} {way}");
    }

    private static async void Void(List<string> seen, TaskCompletionSource ended)
    {
        try
        {
            seen.Add($"{await AwaitedInt(1)} {await AwaitedAsTask(2)}");
            await AwaitedThrowsBeforeItSuspends(1);
        }
        catch (TimeoutException exception)
        {
            seen.Add(exception.Message);
            ended.SetResult();
        }
    }

    private static async IAsyncEnumerable<int> Items(int count, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        try
        {
            for (int i = 0; i < count; i++)
            {
                yield return await AwaitedInt(i) + await AwaitedValue(i).ConfigureAwait(false);
                await AwaitedCanceled(5, cancellationToken);
            }

            throw new InvalidOperationException(await AwaitedText("of", "items"));
        }
        finally
        {
            await AwaitedVoidValue();
        }
    }

    private static Task OtherNote<T>(T item) => Task.FromResult(item);

    private static Task OtherFails(int way) => way switch
    {
        0 => Task.FromException<int>(new InvalidOperationException("of an int")),
        1 => Task.FromCanceled<int>(new CancellationToken(true)),
        2 => Task.FromResult<object?>(null),
        _ => Task.CompletedTask,
    };

    private static Task AwaitedNote<T>(int way, T item)
    {
        if (way == 3)
        {
            return Task.FromResult(item);
        }

        if (way == 4)
        {
            return Task.FromException<T>(new InvalidOperationException("of a result"));
        }

        return way == 5 ? Task.FromCanceled<T>(new CancellationToken(true)) : AwaitedCompleteVoid();
    }

    private static Task<int> AwaitedFactory(int way)
    {
        if (way == 6)
        {
            return Task.FromException<int>(new InvalidOperationException("of a factory"));
        }

        return way == 7 ? Task.FromCanceled<int>(new CancellationToken(true)) : AwaitedInt(way);
    }

    private interface ICounter
    {
        int Value { get; set; }

        Task<int> IncrementAsync();
    }

    private struct Counter(int value) : ICounter
    {
        public int Value { get; set; } = value;

        public async Task<int> IncrementAsync() => await AwaitedIncrement();

        public async Task<int> AwaitedIncrement()
        {
            Value++;
            await Gate.Closed;
            return ++Value;
        }

        public async Task<string> AwaitedGeneric<T>(T own)
        {
            int before = Value++;
            return $"{own} {before} {await AwaitedIncrement()} {Value}";
        }

        public Task<int> AwaitedPassesOn()
        {
            Value += 100;
            return AwaitedIncrement();
        }

        public async ValueTask<int> AwaitedTwice() => await AwaitedPassesOn() + await AwaitedPassesOn();
    }

    private readonly struct ReadOnly(int value)
    {
        public async ValueTask<int> AwaitedOwn()
        {
            await Gate.Closed;
            return value;
        }
    }

    private readonly record struct Pair(int First, int Second);

    private sealed class Holder
    {
        internal int Number { get; set; }
    }

    private class Generic<T>
        where T : struct, INumber<T>
    {
        internal static async Task<T> AwaitedSum(T[] values)
        {
            T sum = T.Zero;
            foreach (T value in values)
            {
                sum += await AwaitedSame(value);
            }

            return sum;
        }

        internal static async ValueTask<string> AwaitedOf<T2>(T value, T2 other)
        {
            await Gate.Closed;
            return $"{value + T.One} {other} {(await Generic<long>.AwaitedSame(3))}";
        }

        protected static async Task<T> AwaitedSame(T value)
        {
            await Gate.Closed;
            return value;
        }

        protected async Task<T> AwaitedInherited(T value)
        {
            await Gate.Closed;
            return value + T.One;
        }

        internal async Task<int> AwaitedHidden()
        {
            await Gate.Closed;
            return 1;
        }
    }

    private class Lower : Generic<int>
    {
        internal async Task<string> OtherCalls()
        {
            Func<Task<int>> lambda = async () => await AwaitedInherited(4) + await base.AwaitedHidden();
            return $"{await AwaitedInherited(1)} {await base.AwaitedInherited(2)} {await lambda()} {await AwaitedHidden()}";
        }

        internal async Task<int> AwaitedOwn()
        {
            s_calls = -1;
            return await AwaitedHidden();
        }

        internal static async Task<int> AwaitedStatic() => await AwaitedSame(9);

        internal new async Task<int> AwaitedHidden()
        {
            await Gate.Closed;
            return 2;
        }
    }

    private static class Zero<T>
        where T : INumber<T>
    {
        internal static Task<T> AwaitedPassesOn(T value) => AwaitedAdds(value, value);

        private static async Task<T> AwaitedAdds<T2>(T first, T2 second)
            where T2 : T
        {
            await Gate.Closed;
            return first + second;
        }
    }

    private static class Late
    {
        static Late() => s_seen!.Add("static constructor");

        internal static string Text { get; } = "own";

        internal static async Task<string> AwaitedOwn()
        {
            await Gate.Closed;
            return Text;
        }
    }

    /// <summary>An asynchronous sequence by its shape, without an interface.</summary>
    private readonly struct Sequence(int count)
    {
        public Enumerator GetAsyncEnumerator() => new(count);

        internal sealed class Enumerator(int count)
        {
            private int _next;

            public string Current => $"{_next} of {count}";

            public async Task<bool> MoveNextAsync()
            {
                await Gate.Closed;
                return _next++ < count;
            }

            public async ValueTask DisposeAsync() => await Gate.Closed;
        }
    }

    private readonly struct Disposed(List<string> seen) : IDisposable
    {
        public void Dispose() => seen.Add("disposed");

        public async ValueTask DisposeAsync() => seen.Add($"{await AwaitedText("disposed", " later")}");
    }
}

[AttributeUsage(AttributeTargets.Class)]
internal sealed class NamesAttribute(params string[] names) : Attribute
{
    public IReadOnlyList<string> Names => names;

    public object? Other { get; set; }
}

/// <summary>A command as command-line libraries find it: by the name and the return type of a method that need not be public.</summary>
[Names(nameof(OnExecuteAsync), "OnExecuteAsync", Other = nameof(OnExecuteAsync))]
internal sealed class Command
{
    internal async Task<int> OnExecuteAsync(int value)
    {
        await Gate.Closed;
        return value > 3 ? value : await OnExecuteAsync(value + 1);
    }

    internal static async Task<int> AwaitedStatic(int value)
    {
        await Gate.Closed;
        return value;
    }

    internal async ValueTask<string> AwaitedOwn(string text)
    {
        await Gate.Closed;
        return text;
    }
}

internal static class Accessors
{
    /// <summary>Finds the method by its own name.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    internal static extern Task<int> AwaitedStatic(Command command, int value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AwaitedOwn")]
    internal static extern ValueTask<string> Named(Command command, string text);
}

internal static class VariantExtensions
{
    internal static async Task<string> AwaitedDouble(this string text)
    {
        await Gate.Closed;
        return text + text;
    }

    internal static async ValueTask<T> AwaitedSelf<T>(this T value)
    {
        await Gate.Closed;
        return value;
    }

    internal static Task<string> AwaitedPassOn(this string text) => text.Length == 0 ? Task.FromResult(text) : AwaitedDouble(text);
}

public interface IMaker
{
    Task<object?> MakeAsync([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type);
}

public sealed class Maker : IMaker
{
    public async Task<object?> MakeAsync(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type)
    {
        await Gate.Closed;
        return Activator.CreateInstance(type);
    }
}

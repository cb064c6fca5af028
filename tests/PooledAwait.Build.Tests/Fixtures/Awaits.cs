using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace Fixture;

/// <summary>Awaits of each kind of ValueTask; each method returns what it saw, and the test compares the two assemblies.</summary>
public static class Awaits
{
    private static readonly AsyncLocal<int> s_local = new();

    public static async Task<string> Results()
    {
        int plain = await Forms.ValueTaskInt();
        int configured = await Forms.ValueTaskInt().ConfigureAwait(false);
        string text = await Text("a") + await Text("b").ConfigureAwait(true);
        await Forms.ValueTaskVoid();
        await Forms.ValueTaskVoid().ConfigureAwait(false);
        return $"{plain} {configured} {text} {await Of((1, "c"))} {await Of<object?>(null).ConfigureAwait(false)}";
    }

    public static async ValueTask<string> Complete()
    {
        await default(ValueTask);
        await default(ValueTask).ConfigureAwait(false);
        return await new ValueTask<int>(1) + await new ValueTask<string>("b").ConfigureAwait(false);
    }

    public static async ValueTask<string> Tasks()
    {
        int first = await new ValueTask<int>(Forms.TaskInt());
        int second = await new ValueTask<int>(Forms.TaskInt()).ConfigureAwait(false);
        await new ValueTask(Forms.TaskVoid());
        await new ValueTask(Forms.TaskVoid()).ConfigureAwait(false);
        return $"{first} {second} {await Caught(new ValueTask<int>(Task.FromException<int>(new ArgumentException("of a Task"))))}";
    }

    public static async Task<string> ForeignSources()
    {
        List<string> seen = [];
        for (int i = 0; i < 2; i++)
        {
            ForeignSource source = new(i == 0);
            seen.Add($"{await new ValueTask<int>(source, 5)} {await new ValueTask<int>(source, 5).ConfigureAwait(false)}");
            await new ValueTask(source, 5);
            await new ValueTask(source, 5).ConfigureAwait(false);
            seen.Add(source.Calls);
        }

        return string.Join(' ', seen);
    }

    public static async ValueTask<string> Errors() =>
        $"{await Caught(Fails("at once"))} {await Caught(FailsLater("later"))} {await Caught(Canceled())}";

    public static async Task<string> SecondConsumption()
    {
        ValueTask<int> task = new(Task.FromResult(3));
        return $"{await task} {await task} {await task.AsTask()}";
    }

    public static async Task<string> Contexts()
    {
        s_local.Value = 1;
        SynchronizationContext? before = SynchronizationContext.Current;
        OwnContext context = new();
        try
        {
            SynchronizationContext.SetSynchronizationContext(context);
            await Changes();
            string text = $"{s_local.Value} {SynchronizationContext.Current == context}";
            await Changes().ConfigureAwait(false);
            return $"{text} {s_local.Value} {SynchronizationContext.Current == context}";
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }

    public static async Task<string> Generic() => await Inner<string>.Twice("x", new ValueTask<string>("y"));

    public static async Task<string> Disposal()
    {
        List<string> seen = [];
        await using (new Resource(seen))
        {
            seen.Add("used");
        }

        await using (new Resource(seen).ConfigureAwait(false))
        {
            await foreach (int item in Items().ConfigureAwait(false))
            {
                seen.Add($"{item}");
            }

            await foreach (int item in Items())
            {
                seen.Add($"{item}");
            }
        }

        return string.Join(' ', seen);
    }

    public static async Task<string> ByHand()
    {
        ValueTaskAwaiter<int> awaiter = new ValueTask<int>(4).GetAwaiter();
        bool isCompleted = awaiter.IsCompleted;
        await Task.Yield();
        return $"{isCompleted} {awaiter.GetResult()}";
    }

    private static async ValueTask<string> Text(string text)
    {
        await Gate.Closed;
        return text;
    }

    private static async ValueTask<T> Of<T>(T value)
    {
        await Gate.Closed;
        return value;
    }

    private static async ValueTask Changes()
    {
        s_local.Value++;
        await Gate.Closed;
    }

    private static async Task<string> Caught(ValueTask<int> task)
    {
        try
        {
            return $"{await task}";
        }
        catch (OperationCanceledException exception)
        {
            // Its trace begins at the last await.
            return exception.Message;
        }
        catch (Exception exception)
        {
            return exception.ToString();
        }
    }

#pragma warning disable CS1998 // fails before it suspends
    private static async ValueTask<int> Fails(string message) => throw new InvalidOperationException(message);
#pragma warning restore CS1998

    private static async ValueTask<int> FailsLater(string message)
    {
        await Gate.Closed;
        throw new InvalidOperationException(message);
    }

    private static async ValueTask<int> Canceled()
    {
        await Gate.Closed;
        throw new OperationCanceledException("canceled");
    }

    private static async IAsyncEnumerable<int> Items()
    {
        yield return 1;
        await Gate.Closed;
        yield return 2;
    }

    private static class Inner<T>
    {
        internal static async Task<string> Twice(T first, ValueTask<T> second) =>
            $"{await Of(first)} {await second} {await Of(first).ConfigureAwait(false)}";
    }

    private sealed class Resource(List<string> seen) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Gate.Closed;
            seen.Add("disposed");
        }
    }

    internal sealed class OwnContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            SynchronizationContext? before = Current;
            SetSynchronizationContext(this);
            d(state);
            SetSynchronizationContext(before);
        }
    }

    /// <summary>A source that isn't the library's, and can be consumed more than once.</summary>
    private sealed class ForeignSource(bool isComplete) : IValueTaskSource<int>, IValueTaskSource
    {
        internal string Calls { get; private set; } = "";

        public ValueTaskSourceStatus GetStatus(short token)
        {
            Calls += $"status {token};";
            return isComplete ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;
        }

        public int GetResult(short token)
        {
            Calls += $"result {token};";
            return 6;
        }

        void IValueTaskSource.GetResult(short token) => Calls += $"no result {token};";

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        {
            Calls += $"{flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext} {token};";
            Gate.Closed.OnCompleted(() => continuation(state));
        }
    }
}

/// <summary>What the framework forbids, and its own builder tolerates.</summary>
public static class Misuse
{
    public static async Task<int> Twice()
    {
        ValueTask<int> task = Forms.ValueTaskInt();
        return await task + await task;
    }

    public static async Task<int> TwiceConfigured()
    {
        ValueTask<int> task = Forms.ValueTaskInt();
        return await task.ConfigureAwait(false) + await task.ConfigureAwait(false);
    }
}

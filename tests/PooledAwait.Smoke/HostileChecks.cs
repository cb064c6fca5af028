using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using PooledAwait.MethodBuilders;
using static PooledAwait.Smoke.Expectations;

namespace PooledAwait.Smoke;

/// <summary>Hostile code, builders by hand, and failures that nobody consumes; each check throws when its promise does not hold.</summary>
internal static class HostileChecks
{
    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("An awaiter may keep the continuation and pass it on: either resumes", KeptContinuations),
        new("An object that was returned as its base has one owner", ReturnedAsBase),
        new("OnCompleted of a complete task keeps the ExecutionContext as the framework's does", CompletedContextAsync),
        new("OnCompleted of a complete task posts to the SynchronizationContext", CompletedPlace),
        new("FireAndForget tells the caller's context of its beginning and its end", Notified),
        new("A handler of FireAndForget leaves nothing in the caller's contexts", Handlers),
        new("A dropped error is reported as unobserved", DroppedAsync),
        new("WhenEach keeps no result that was taken", TakenResultsAsync),
        new("A builder's task that is read first is pending, and has one result", BuildersByHand),
        new("A source with a deadline times out", DeadlinesAsync),
    ];

    private static void KeptContinuations()
    {
        foreach (bool byItself in (bool[])[true, false])
        {
            var source = PooledValueTaskSource.Create();
            Action? kept = null;
            PooledValueTask<int> task = AwaitAsync(new Awaitable(resume =>
            {
                kept = resume;
                source.PooledTask.GetAwaiter().UnsafeOnCompleted(resume);
            }));
            Action complete = source.SetResult;
            (byItself ? kept! : complete)();
            Equal(1, task.GetAwaiter().GetResult());
            (byItself ? complete : kept!)();
            source.PooledTask.GetAwaiter().GetResult();
        }

        static async PooledValueTask<int> AwaitAsync(Awaitable awaitable)
        {
            await awaitable;
            return 1;
        }
    }

    private static void ReturnedAsBase()
    {
        Derived item = new();
        Pool.Return<Base>(item);
        bool refused = false;
        try
        {
            Pool.Return(item);
        }
        catch (InvalidOperationException)
        {
            refused = true;
        }

        Require(refused && Pool.TryRent<Derived>() is null && ReferenceEquals(Pool.TryRent<Base>(), item));
    }

    private static async Task CompletedContextAsync()
    {
        // Mono's own awaiter loses it.
        int expected = await SeenAsync(static callback => default(ValueTask).GetAwaiter().OnCompleted(callback)).ConfigureAwait(false);
        int seen = await SeenAsync(static callback => default(PooledValueTask).GetAwaiter().OnCompleted(callback)).ConfigureAwait(false);
        Equal(expected, seen);

        static async Task<int> SeenAsync(Action<Action> register)
        {
            TaskCompletionSource<int> value = new();
            s_local.Value = 7;
            register(() => value.SetResult(s_local.Value));
            s_local.Value = 8;
            return await value.Task.ConfigureAwait(false);
        }
    }

    private static void CompletedPlace()
    {
        CountingContext context = new();
        int called = 0;
        context.Run(() => new PooledValueTask<int>(1).GetAwaiter().UnsafeOnCompleted(() => called++));
        Equal(1, context.Posted);
        Equal(1, called);
    }

    private static void Notified()
    {
        CountingContext context = new();
        var source = PooledValueTaskSource.Create();
        context.Run(() => _ = AwaitAsync(source.PooledTask));
        Equal(1, context.Running);
        source.SetResult();
        Equal(0, context.Running);

        static async FireAndForget AwaitAsync(PooledValueTask task) => await task;
    }

    private static void Handlers()
    {
        int handled = 0;
        Action<Exception> handler = _ =>
        {
            handled++;
            s_local.Value = 5;
            SynchronizationContext.SetSynchronizationContext(new CountingContext());
        };
        FireAndForget.Exception += handler;
        s_local.Value = 4;
        SynchronizationContext? before = SynchronizationContext.Current;
        _ = ThrowAsync(default);
        Require(s_local.Value == 4 && SynchronizationContext.Current == before);
        var source = PooledValueTaskSource.Create();
        _ = ThrowAsync(source.PooledTask);
        source.SetResult();
        FireAndForget.Exception -= handler;
        Require(s_local.Value == 4 && SynchronizationContext.Current == before);
        Equal(2, handled);

        static async FireAndForget ThrowAsync(PooledValueTask task)
        {
            await task.ConfigureAwait(false);
            throw new FormatException();
        }
    }

    private static async Task DroppedAsync()
    {
        int reported = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> handler = (_, e) =>
        {
            if (e.Exception.InnerException is FormatException)
            {
                e.SetObserved();
                Interlocked.Increment(ref reported);
            }
        };
        TaskScheduler.UnobservedTaskException += handler;
        await Eventually(
            static () =>
            {
                var source = PooledValueTaskSource.Create();
                _ = ThrowAsync(source.PooledTask);
                source.SetResult();
            },
            () => Volatile.Read(ref reported) > 0);
        TaskScheduler.UnobservedTaskException -= handler;

        static async PooledValueTask ThrowAsync(PooledValueTask task)
        {
            await task;
            throw new FormatException();
        }
    }

    private static async Task TakenResultsAsync()
    {
        const int Count = 100;
        var sources = new PooledValueTaskSource<byte[]>[Count];
        var tasks = new PooledValueTask<byte[]>[Count];
        for (int i = 0; i < Count; i++)
        {
            sources[i] = PooledValueTaskSource<byte[]>.Create();
            tasks[i] = sources[i].PooledTask;
        }

        // A collector that looks for references on the stack may find some there: half must be gone.
        List<WeakReference> taken = [];
        await EnumerateAsync(PooledValueTask.WhenEach(tasks));

        async Task EnumerateAsync(CompletionSequence<Completion<byte[]>> sequence)
        {
            CompletionSequence<Completion<byte[]>>.Enumerator enumerator = sequence.GetAsyncEnumerator();
            for (int i = 0; i < Count - 1; i++)
            {
                Complete(i);
                Require(await enumerator.MoveNextAsync());
                Take(enumerator);
            }

            await Eventually(static () => { }, () => taken.FindAll(static reference => !reference.IsAlive).Count > Count / 2);
            Complete(Count - 1);
            Require(await enumerator.MoveNextAsync());
            Require(!await enumerator.MoveNextAsync());
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Complete(int index) => sources[index].SetResult(new byte[100]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Take(CompletionSequence<Completion<byte[]>>.Enumerator enumerator) => taken.Add(new WeakReference(enumerator.Current.Result));
    }

    private static void BuildersByHand()
    {
        var builder = PooledValueTaskMethodBuilder<int>.Create();
        PooledValueTask<int> task = builder.Task;
        Equal(false, task.GetAwaiter().IsCompleted);
        builder.SetResult(42);
        bool refused = false;
        try
        {
            builder.SetResult(43);
        }
        catch (InvalidOperationException)
        {
            refused = true;
        }

        Require(refused);
        Equal(42, task.GetAwaiter().GetResult());
    }

    private static async Task DeadlinesAsync()
    {
        var source = PooledValueTaskSource<int>.Create(TimeSpan.FromMilliseconds(10));
        bool timedOut = false;
        try
        {
            await source.PooledTask.ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            timedOut = true;
        }

        Require(timedOut && !source.TrySetResult(1));
    }

    /// <summary>Acts and collects until a condition holds.</summary>
    /// <exception cref="InvalidOperationException">It never does.</exception>
    private static async Task Eventually(Action act, Func<bool> condition)
    {
        for (int attempt = 0; attempt < 200 && !condition(); attempt++)
        {
            act();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            await Task.Delay(1).ConfigureAwait(false);
        }

        Require(condition());
    }

    private class Base
    {
    }

    private sealed class Derived : Base
    {
    }

    /// <summary>Runs what is posted at once.</summary>
    private sealed class CountingContext : SynchronizationContext
    {
        internal int Posted { get; private set; }

        internal int Running { get; private set; }

        public override void Post(SendOrPostCallback d, object? state)
        {
            Posted++;
            d(state);
        }

        public override void OperationStarted() => Running++;

        public override void OperationCompleted() => Running--;

        internal void Run(Action action)
        {
            SynchronizationContext? before = Current;
            SetSynchronizationContext(this);
            try
            {
                action();
            }
            finally
            {
                SetSynchronizationContext(before);
            }
        }
    }
}

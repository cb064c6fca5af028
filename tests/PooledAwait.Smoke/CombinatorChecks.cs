using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;
using static PooledAwait.Smoke.Expectations;

namespace PooledAwait.Smoke;

/// <summary>The combinators' promises; each check throws when its own does not hold.</summary>
internal static class CombinatorChecks
{
    internal static IEnumerable<Check> All =>
    [
        new("WhenAll has all results, and all errors", WhenAll),
        new("WhenAny has the first", WhenAny),
        new("WhenEach gives all in order of completion", WhenEach),
        new("WaitAsync ends in time, by its timeout and by its token", WaitAsync),
        new("Delay takes its time", Delay),
        new("A pooled task of a Task is complete when the Task is", OfTask),
    ];

    private static void WhenAll()
    {
        var number = PooledValueTaskSource<int>.Create();
        var text = PooledValueTaskSource<string>.Create();
        PooledValueTask<(int, string)> both = PooledValueTask.WhenAll(number.PooledTask, text.PooledTask);
        text.SetResult("b");
        number.SetResult(1);
        Require(both.GetAwaiter().GetResult().Equals((1, "b")));

        var first = PooledValueTaskSource<int>.Create();
        var second = PooledValueTaskSource<int>.Create();
        PooledValueTask<int[]> many = PooledValueTask.WhenAll([first.PooledTask, second.PooledTask]);
        second.SetException(new NotSupportedException());
        first.SetException(new NotImplementedException());
        AggregateException errors = Thrown<AggregateException>(() => many.WithAggregateException().GetAwaiter().GetResult());
        Require(errors.InnerExceptions.Count == 2 && errors.InnerException is NotImplementedException);
    }

    private static void WhenAny()
    {
        var loser = PooledValueTaskSource<int>.Create();
        var winner = PooledValueTaskSource<int>.Create();
        PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(loser.PooledTask, winner.PooledTask);
        winner.SetResult(2);
        (int index, int result) = any.GetAwaiter().GetResult();
        loser.SetResult(1);
        Require(index == 1 && result == 2);
    }

    private static void WhenEach()
    {
        var first = PooledValueTaskSource<int>.Create();
        var second = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> digits = Digits(PooledValueTask.WhenEach([first.PooledTask, second.PooledTask]));
        second.SetResult(2);
        first.SetResult(1);
        Require(digits.GetAwaiter().GetResult() == 21);

        static async PooledValueTask<int> Digits(CompletionSequence<Completion<int>> sequence)
        {
            int digits = 0;
            await foreach (Completion<int> completion in sequence)
            {
                digits = (10 * digits) + completion.Result;
            }

            return digits;
        }
    }

    private static async Task WaitAsync()
    {
        for (int i = 0; i < 3; i++)
        {
            var inTime = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> result = inTime.PooledTask.WaitAsync(TimeSpan.FromHours(1));
            inTime.SetResult(i);
            Require(result.GetAwaiter().GetResult() == i);

            var late = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> timeout = late.PooledTask.WaitAsync(TimeSpan.FromMilliseconds(5));
            Require(await FailureOf(timeout) is TimeoutException);
            late.SetResult(i);

            using CancellationTokenSource cancellation = new();
            var never = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> canceled = never.PooledTask.WaitAsync(cancellation.Token);
            cancellation.Cancel();
            Require(Thrown<TaskCanceledException>(() => canceled.GetAwaiter().GetResult()).CancellationToken == cancellation.Token);
            never.SetResult(i);
        }
    }

    private static async Task Delay()
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        await PooledValueTask.Delay(TimeSpan.FromMilliseconds(30));
        Require(elapsed.Elapsed > TimeSpan.FromMilliseconds(20));
    }

    private static void OfTask()
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> first = new(source.Task);
        PooledValueTask<int> second = new ValueTask<int>(source.Task).AsPooledValueTask();
        PooledValueTask<(int, int)> both = PooledValueTask.WhenAll(
            new PooledValueTask<int>(source.Task), new PooledValueTask<int>(source.Task));
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(new AnyContext());
        source.SetResult(7);

        // Where the library reads no private fields it doesn't find the Task behind a ValueTask, and its await is queued from here.
        bool isFound = !AppContext.TryGetSwitch("PooledAwait.ReadPrivateFields", out bool isOn) || isOn;
        Require(first.IsCompleted && (second.IsCompleted || !isFound) && both.IsCompleted);
        SynchronizationContext.SetSynchronizationContext(before);
        Require(first.Result + second.GetAwaiter().GetResult() == 14 && both.Result.Equals((7, 7)));
    }

    private static async Task<Exception?> FailureOf(PooledValueTask<int> task)
    {
        try
        {
            await task;
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private static T Thrown<T>(Action action)
        where T : Exception
    {
        try
        {
            action();
        }
        catch (T exception)
        {
            return exception;
        }

        throw new InvalidOperationException("nothing was thrown");
    }

    /// <summary>A context as a UI thread has one.</summary>
    private sealed class AnyContext : SynchronizationContext;
}

using System.Diagnostics;

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
        PooledValueTask<(int, string)> both = Completed(1, static number => Completed("b", text => PooledValueTask.WhenAll(number, text)));
        Require(both.GetAwaiter().GetResult().Equals((1, "b")));

        PooledValueTask<int[]> many = Failed(new NotImplementedException(), static first =>
            Failed(new NotSupportedException(), second => PooledValueTask.WhenAll([first, second])));
        AggregateException errors = Throws<AggregateException>(() => many.WithAggregateException().GetAwaiter().GetResult());
        Require(errors.InnerExceptions.Count == 2 && errors.InnerException is NotImplementedException);
    }

    private static void WhenAny()
    {
        PooledValueTask<Completion<int>> any = Completed(1, static loser => Completed(2, winner => PooledValueTask.WhenAny(loser, winner)));
        (int index, int result) = any.GetAwaiter().GetResult();
        Require(index == 1 && result == 2);
    }

    private static void WhenEach()
    {
        PooledValueTask<int> digits = Completed(1, static first =>
            Completed(2, second => Digits(PooledValueTask.WhenEach([first, second]))));
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
            Require(Completed(i, static task => task.WaitAsync(TimeSpan.FromHours(1))).GetAwaiter().GetResult() == i);

            var late = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> timeout = late.PooledTask.WaitAsync(TimeSpan.FromMilliseconds(5));
            Require((await timeout.WithoutThrowing()).Exception is TimeoutException);
            late.SetResult(i);

            using CancellationTokenSource cancellation = new();
            var never = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> canceled = never.PooledTask.WaitAsync(cancellation.Token);
            cancellation.Cancel();
            Require(Throws<TaskCanceledException>(() => canceled.GetAwaiter().GetResult()).CancellationToken == cancellation.Token);
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
        new HostileChecks.CountingContext().Run(() =>
        {
            source.SetResult(7);

            // Where the library reads no private fields it doesn't find the Task behind a ValueTask, and its await is queued from here.
            bool isFound = !AppContext.TryGetSwitch("PooledAwait.ReadPrivateFields", out bool isOn) || isOn;
            Require(first.IsCompleted && (second.IsCompleted || !isFound) && both.IsCompleted);
        });
        Require(first.Result + second.GetAwaiter().GetResult() == 14 && both.Result.Equals((7, 7)));
    }
}

using System.Runtime.CompilerServices;

namespace PooledAwait.Smoke;

/// <summary>The messages of misuse with <c>POOLEDAWAIT_TRACKING=all</c>. Tracking allocates, so these tests run alone.</summary>
internal static class TrackingChecks
{
    private const string Method = "TrackingChecks.LoadAsync";

    internal static IEnumerable<Check> All =>
    [
        new("A second await names the method that awaited first", SecondAwait),
        new("A second blocking call names the method that took the result", SecondResult),
        new("A pending operation names the method that started it", Pending),
    ];

    private static async Task SecondAwait()
    {
        PooledValueTask<int> task = LoadAsync();
        Equal(1, await AwaitAsync(task));
        Expect(MessageOf(task), nameof(SecondAwait), nameof(AwaitAsync));
    }

    private static async Task SecondResult()
    {
        PooledValueTask<int> task = Start();
        while (!task.IsCompleted)
        {
            await Task.Yield();
        }

        Equal(1, Take(task));
        Expect(MessageOf(task), nameof(Start), nameof(Take));
    }

    private static void Pending()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = AwaitAsync(source.PooledTask);
        bool found = false;
        foreach (TrackedOperation operation in Pool.GetPendingOperations())
        {
            found |= operation.Method == "TrackingChecks.AwaitAsync"
                && operation.StartedBy.StartsWith("TrackingChecks.Pending", StringComparison.Ordinal);
        }

        Equal(true, found);
        source.SetResult(1);
        Equal(1, Take(task));
    }

    /// <summary>The file and the line follow where the program has symbols.</summary>
    private static void Expect(string message, string starter, string consumer)
    {
        bool isRight = message.StartsWith($"The result of '{Method}', started by TrackingChecks.{starter}", StringComparison.Ordinal)
            && message.IndexOf($"was already consumed by TrackingChecks.{consumer}", StringComparison.Ordinal) > 0;
        if (!isRight)
        {
            throw new InvalidOperationException("The message is: " + message);
        }
    }

    private static async PooledValueTask<int> LoadAsync()
    {
        await Task.Yield();
        return 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledValueTask<int> Start() => LoadAsync();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Take(PooledValueTask<int> task) => task.GetAwaiter().GetResult();

    private static async PooledValueTask<int> AwaitAsync(PooledValueTask<int> task) => await task;

    private static string MessageOf(PooledValueTask<int> task) =>
        Throws<InvalidOperationException>(() => AwaitAsync(task).GetAwaiter().GetResult()).Message;
}

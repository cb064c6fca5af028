using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;
using Xunit.Abstractions;

namespace Samples.Redis.Tests;

/// <summary>
/// <c>SOAK_MINUTES=5 dotnet test -c Release tests/RedisClient.Tests --filter Soak --logger "console;verbosity=detailed"</c>.
/// </summary>
public sealed class SoakTests(ITestOutputHelper output)
{
    private const int Callers = 64;

    private long _answered;
    private long _failed;
    private long _wrong;
    private int _restarts;

    [SoakFact]
    public async Task Soak_ServerRestartedTwice_NoCommandIsLost_AndMemoryStaysFlat()
    {
        TimeSpan length = TimeSpan.FromMinutes(SoakFactAttribute.Minutes);
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint);
        using CancellationTokenSource end = new(length);
        Task[] callers = [.. Enumerable.Range(0, Callers).Select(caller => Task.Run(() => CallAsync(client, $"soak{caller}", end.Token)))];
        Stopwatch clock = Stopwatch.StartNew();
        long first = 0;
        long last = 0;
        for (int step = 1; step <= 9; step++)
        {
            await Task.Delay((length * step / 10) - clock.Elapsed);
            (long answered, long allocated) = (Volatile.Read(ref _answered), GC.GetTotalAllocatedBytes());
            if (step is 4 or 7)
            {
                Interlocked.Increment(ref _restarts);
                server.Restart();
            }

            last = Settled();
            first = step == 1 ? last : first;
            output.WriteLine(
                $"{clock.Elapsed:mm\\:ss}: {answered:N0} answered, {Volatile.Read(ref _failed):N0} failed, {allocated:N0} B allocated, "
                + $"{last:N0} B live, {Environment.WorkingSet / 1_000_000} MB working set");
        }

        // Whoever waits for ever fails here.
        await Task.WhenAll(callers).WaitAsync(TimeSpan.FromSeconds(30));
        output.WriteLine($"{_answered:N0} answered and {_failed:N0} failed of all commands, {_wrong} wrong answers, {_restarts} restarts");
        Assert.Equal(0, _wrong);
        Assert.InRange(_failed, 1, Callers * 2 * 50);
        Assert.InRange(last - first, long.MinValue, 1_000_000);
    }

    private static long Settled()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }

    private async Task CallAsync(RedisClient client, string key, CancellationToken end)
    {
        long expected = 1;
        int restarts = 0;
        while (!end.IsCancellationRequested)
        {
            try
            {
                long number = await client.IncrementAsync(key, CancellationToken.None);
                int restartsNow = Volatile.Read(ref _restarts);

                // A restarted server counts from 1 again; a command that failed may have been executed.
                bool isRight = number == expected || restartsNow != restarts;
                restarts = number == expected ? restarts : restartsNow;
                expected = number + 1;
                Interlocked.Add(ref isRight ? ref _answered : ref _wrong, 1);
            }
            catch (RedisConnectionException)
            {
                Interlocked.Increment(ref _failed);
                await Task.Delay(20, CancellationToken.None);
            }
        }
    }
}

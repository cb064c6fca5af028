using System.Globalization;
using PooledAwait;

namespace Samples.Redis.Tests;

/// <summary>The client with a real server, and with servers that break the protocol.</summary>
[Collection("Bytes of the process are counted")]
public sealed class RedisClientTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    [ServerFact]
    public async Task Commands_EachKind_DoWhatTheySay()
    {
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint);
        await client.PingAsync();
        await client.SetAsync("key", "värde"u8.ToArray());
        using (RedisValue value = await client.GetAsync("key"))
        {
            Assert.Equal("värde", value.ToString());
        }

        using (RedisValue none = await client.GetAsync("none"))
        {
            Assert.Equal(RedisKind.Null, none.Kind);
        }

        Assert.Equal(1, await client.IncrementAsync("count"));
        Assert.Equal(2, await client.IncrementAsync("count"));
        Assert.True(await client.DeleteAsync("count"));
        Assert.False(await client.DeleteAsync("count"));
        using RedisValue items = await client.ExecuteAsync(["MGET", "key", "none"]);
        Assert.Equal(["värde", null], items.Items.ToArray().Select(static item => item.ToString()));
    }

    [ServerFact]
    public async Task ServerError_FailsItsCommandOnly()
    {
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint);
        await client.SetAsync("text", "x"u8.ToArray());
        PooledValueTask<long> wrong = client.IncrementAsync("text");
        PooledValueTask right = client.PingAsync();
        RedisServerException exception = await Assert.ThrowsAsync<RedisServerException>(async () => await wrong);
        Assert.Equal("ERR", exception.Code);
        await right;
    }

    [Fact]
    public async Task Moved_NamesTheOtherNode()
    {
        using ScriptedServer server = new(1, "-MOVED 3999 127.0.0.1:6381\r\n", hangsUp: false);
        using RedisClient client = new(server.EndPoint, s_patience);
        await client.PingAsync();
        RedisMovedException exception = await Assert.ThrowsAsync<RedisMovedException>(async () => await client.GetAsync("key"));
        Assert.Equal("127.0.0.1:6381", exception.Address);
    }

    [Theory]
    [InlineData("$5\r\nhal", "closed the connection in the middle of a reply")]
    [InlineData("", "closed the connection")]
    [InlineData("hello\r\n", "it sent 'hello' at the beginning of a reply")]
    [InlineData("\r\n", "it sent '' at the beginning of a reply")]
    [InlineData("$-7\r\n", "it sent '-7' in the place of a number")]
    [InlineData("$99999999999\r\n", "it sent '99999999999' in the place of a number")]
    [InlineData("*1\r\n:1x\r\n", "it sent '1x' in the place of a number")]
    [InlineData("$3\r\nabcde", "it sent 'de' after a string")]
    [InlineData("+", "without a line break")]
    public async Task BrokenReply_FailsEveryPendingCommandWithOneException(string answer, string message)
    {
        string endless = answer == "+" ? new string('x', 200_000) : "";
        using ScriptedServer server = new(3, answer + endless, hangsUp: message.StartsWith("closed", StringComparison.Ordinal));
        using RedisClient client = new(server.EndPoint, s_patience);
        await client.PingAsync();
        Task<RedisValue>[] pending = [client.GetAsync("a").AsTask(), client.GetAsync("b").AsTask(), client.GetAsync("c").AsTask()];
        RedisConnectionException exception = await Assert.ThrowsAsync<RedisConnectionException>(() => pending[0]);
        Assert.Contains(message, exception.Message, StringComparison.Ordinal);
        Assert.Same(exception, await Assert.ThrowsAsync<RedisConnectionException>(() => pending[1]));
        Assert.Same(exception, await Assert.ThrowsAsync<RedisConnectionException>(() => pending[2]));
        await client.PingAsync();
    }

    [Fact]
    public async Task OneReplyTooMany_ClosesTheConnection()
    {
        using ScriptedServer server = new(1, ":7\r\n:8\r\n", hangsUp: false);
        using RedisClient client = new(server.EndPoint, s_patience);
        await client.PingAsync();
        Assert.Equal(7, await client.IncrementAsync("key"));
        await server.ClientClosed.WaitAsync(s_patience);
    }

    [Fact]
    public async Task NestedReply_IsReadAsItIs()
    {
        using ScriptedServer server = new(1, "*4\r\n*2\r\n:1\r\n$-1\r\n+two\r\n-ERR three\r\n*-1\r\n", hangsUp: false);
        using RedisClient client = new(server.EndPoint, s_patience);
        await client.PingAsync();
        using RedisValue reply = await client.ExecuteAsync(["ANY"]);
        RedisValue[] items = reply.Items.ToArray();
        Assert.Equal(["2 items", "two", "ERR three", null], items.Select(static item => item.ToString()));
        Assert.Equal(["1", null], items[0].Items.ToArray().Select(static item => item.ToString()));
    }

    [Fact]
    public async Task SilentServer_TimesOutAfterTheCommandsOwnTime()
    {
        using ScriptedServer server = new(100, "", hangsUp: false);
        using RedisClient client = new(server.EndPoint, s_patience);
        await client.PingAsync();
        await Assert.ThrowsAsync<TimeoutException>(async () => await client.ExecuteAsync(["GET", "key"], TimeSpan.FromMilliseconds(20)));
    }

    [Fact]
    public async Task Cancellation_CarriesItsToken_AndDisposalFailsTheOthers()
    {
        using ScriptedServer server = new(100, "", hangsUp: false);
        using RedisClient client = new(server.EndPoint, s_patience);
        using CancellationTokenSource cancellation = new();
        await client.PingAsync();
        PooledValueTask<RedisValue> canceled = client.GetAsync("a", cancellation.Token);
        PooledValueTask<RedisValue> other = client.GetAsync("b");
        await cancellation.CancelAsync();
        OperationCanceledException cause = await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await canceled);
        Assert.Equal(cancellation.Token, cause.CancellationToken);
        client.Dispose();
        await Assert.ThrowsAsync<RedisConnectionException>(async () => await other);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await client.PingAsync());
    }

    [Fact]
    public async Task NoServer_FailsWithAClearException()
    {
        ScriptedServer server = new(1, "", hangsUp: true);
        System.Net.EndPoint endPoint = server.EndPoint;
        server.Dispose();
        using RedisClient client = new(endPoint);
        RedisConnectionException exception = await Assert.ThrowsAsync<RedisConnectionException>(async () => await client.PingAsync());
        Assert.Contains("No connection to 127.0.0.1", exception.Message, StringComparison.Ordinal);
    }

    [ServerFact]
    public async Task ServerKilledInTheMiddle_EveryCommandEnds_AndTheNextOnesConnectAgain()
    {
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint);
        int done = 0;
        int lost = 0;
        Task[] callers = [.. Enumerable.Range(0, 64).Select(index => Task.Run(async () =>
        {
            for (int i = 0; i < 500; i++)
            {
                try
                {
                    await client.IncrementAsync($"caller{index}");
                    Interlocked.Increment(ref done);
                }
                catch (Exception exception) when (exception is RedisConnectionException or TimeoutException)
                {
                    Interlocked.Increment(ref lost);
                    await Task.Delay(20);
                }
            }
        }))];
        while (Volatile.Read(ref done) < 2_000)
        {
            await Task.Delay(1);
        }

        server.Restart();
        await Task.WhenAll(callers).WaitAsync(s_patience);
        Assert.Equal(64 * 500, done + lost);
        Assert.InRange(lost, 1, 64 * 500 - 2_000);
        await client.PingAsync();
    }

    [ServerFact]
    public async Task ManyCommands_AQuarterTimedOutAndAQuarterCanceled_EachAnswerIsItsOwn()
    {
        const int Callers = 100;
        const int PerCaller = 1_000;
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint, s_patience);
        for (int i = 0; i < 100; i++)
        {
            await client.SetAsync(Key(i), Encoding.UTF8.GetBytes(Key(i)));
        }

        using CancellationTokenSource end = new();
        Task pauses = PauseAsync(server.EndPoint, end.Token);
        int[] ends = new int[3];
        await Task.WhenAll(Enumerable.Range(0, Callers).Select(caller => Task.Run(async () =>
        {
            for (int i = 0; i < PerCaller; i++)
            {
                string key = Key((caller + i) % 100);
                using CancellationTokenSource cancellation = new();
                PooledValueTask<RedisValue> get = (i % 4) switch
                {
                    0 => client.ExecuteAsync(["GET", key], TimeSpan.FromMilliseconds(i % 8 / 4)),
                    1 => client.GetAsync(key, cancellation.Token),
                    _ => client.GetAsync(key),
                };
                if (i % 4 == 1)
                {
                    await cancellation.CancelAsync();
                }

                try
                {
                    using RedisValue value = await get;
                    Assert.Equal(key, value.ToString());
                    Interlocked.Increment(ref ends[0]);
                }
                catch (TimeoutException)
                {
                    Interlocked.Increment(ref ends[1]);
                }
                catch (OperationCanceledException)
                {
                    Interlocked.Increment(ref ends[2]);
                }
            }
        }))).WaitAsync(s_patience);
        await end.CancelAsync();
        await pauses.WaitAsync(s_patience);
        Assert.Equal(Callers * PerCaller, ends.Sum());

        // Some replies are faster than the limit, or than the cancellation.
        Assert.InRange(ends[1], Callers * PerCaller / 5, Callers * PerCaller / 4);
        Assert.InRange(ends[2], Callers * PerCaller / 5, Callers * PerCaller / 4);

        // Holds the server up for 5 ms at a time, so that a limit of 1 ms passes while the reply is on its way.
        static async Task PauseAsync(System.Net.EndPoint endPoint, CancellationToken end)
        {
            using RedisClient client = new(endPoint, s_patience);
            while (!end.IsCancellationRequested)
            {
                (await client.ExecuteAsync(["DEBUG", "SLEEP", "0.005"], null, CancellationToken.None)).Dispose();
            }
        }

        static string Key(int index) => string.Create(CultureInfo.InvariantCulture, $"key{index}");
    }

    [ServerTheory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(512)]
    public async Task Commands_Warm_AllocateNothing(int callers)
    {
        using RedisServer server = new();
        using RedisClient client = new(server.EndPoint, s_patience);
        byte[] payload = new byte[100];
        await client.SetAsync("key", payload);
        int perCaller = 20_000 / callers;
        double least = double.MaxValue;
        for (int round = 0; round < 12 && least >= 0.5; round++)
        {
            // Other threads can only add bytes, so the least of some rounds is what the client allocates.
            long before = GC.GetTotalAllocatedBytes(precise: true);
            int running = callers;
            TaskCompletionSource done = new();
            await Task.Run(() =>
            {
                for (int caller = 0; caller < callers; caller++)
                {
                    RunAsync().Forget();
                }
            });

            await done.Task.WaitAsync(s_patience);
            least = Math.Min(least, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)(callers * perCaller * 2));

            async PooledValueTask RunAsync()
            {
                await Task.Yield();
                for (int i = 0; i < perCaller; i++)
                {
                    (await client.GetAsync("key")).Dispose();
                    await client.SetAsync("key", payload);
                }

                if (Interlocked.Decrement(ref running) == 0)
                {
                    done.SetResult();
                }
            }
        }

        Assert.InRange(least, 0, 0.5);
    }
}

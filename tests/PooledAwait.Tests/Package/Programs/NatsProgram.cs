using System.Net;
using System.Net.Sockets;
using System.Text;
using NATS.Client.Core;

/// <summary>Requests over a connection, answered by a subscriber on it, through as much of a server as these need.</summary>
internal static class NatsProgram
{
    public static async Task<(string Text, long Bytes)> Run()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        Task server = Serve(listener);
        int sum;
        long bytes;
        await using (NatsConnection connection = new(new NatsOpts { Url = $"nats://{listener.LocalEndpoint}" }))
        {
            await using INatsSub<int> squares = await connection.SubscribeCoreAsync<int>("square");
            Task answers = Answer(squares);
            int[] results = await Task.WhenAll(
                Enumerable.Range(1, 20).Select(async i => (await connection.RequestAsync<int, int>("square", i)).Data));
            sum = results.Sum();
            bytes = await Measured.Bytes(100, async () => await connection.RequestAsync<int, int>("square", 1));
            await squares.UnsubscribeAsync();
            await answers;
        }

        await server;
        return ($"{sum}", bytes);
    }

    private static async Task Answer(INatsSub<int> requests)
    {
        await foreach (NatsMsg<int> request in requests.Msgs.ReadAllAsync())
        {
            await request.ReplyAsync(request.Data * request.Data);
        }
    }

    /// <summary>Sends each message back over the one connection, to the subscriptions that match.</summary>
    private static async Task Serve(TcpListener listener)
    {
        using TcpClient client = await listener.AcceptTcpClientAsync();
        await using NetworkStream stream = client.GetStream();
        using StreamReader reader = new(stream, Encoding.Latin1);
        await using StreamWriter writer = new(stream, Encoding.Latin1) { NewLine = "\r\n", AutoFlush = true };
        await writer.WriteLineAsync("""INFO {"server_id":"test","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}""");
        (string Subject, string Id)[] subscriptions = [];
        while (await reader.ReadLineAsync() is { } line)
        {
            string[] words = line.Split(' ');
            switch (words[0])
            {
                case "PING":
                    await writer.WriteLineAsync("PONG");
                    break;
                case "SUB":
                    subscriptions = [.. subscriptions, (words[1], words[^1])];
                    break;
                case "UNSUB":
                    subscriptions = [.. subscriptions.Where(one => one.Id != words[1])];
                    break;
                case "PUB":
                    string payload = await reader.ReadLineAsync() ?? "";
                    string reply = words.Length == 4 ? words[2] + " " : "";
                    foreach ((string subject, string id) in subscriptions.Where(one => Matches(one.Subject, words[1])))
                    {
                        await writer.WriteAsync($"MSG {words[1]} {id} {reply}{payload.Length}\r\n{payload}\r\n");
                    }

                    break;
                case "CONNECT":
                    break;
                default:
                    throw new InvalidOperationException(line);
            }
        }
    }

    private static bool Matches(string pattern, string subject) =>
        pattern == subject || (pattern.EndsWith('*') && subject.StartsWith(pattern[..^1], StringComparison.Ordinal));
}

using System.Net;
using System.Net.Sockets;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The client of scenario Services: threads on the last processor of the host's process, which a case's process gives its orders to. A
/// process without a host has one of its own.
/// </summary>
internal static class LoadClient
{
    /// <summary>The environment variable with which the host tells a case's process the client's port.</summary>
    public const string Variable = "ASYNCBENCHMARKS_CLIENT";

    /// <summary>What to write for the latencies, in nanoseconds, of all requests so far that had a rate.</summary>
    public const string Latencies = "latencies";

    /// <summary>The orders that a program knows.</summary>
    private const int Orders = 1_000;

    private const int Callers = 16;

    private static readonly Lazy<int> s_port = new(
        () => int.TryParse(Environment.GetEnvironmentVariable(Variable), CultureInfo.InvariantCulture, out int known)
            ? known
            : Listen(Obey));

    private static readonly Lazy<int> s_echo = new(() => Listen(SendBack));

    /// <summary>Why there can be no client here; null if there can. A case's own process has one processor.</summary>
    public static string? Missing { get; } =
        !OperatingSystem.IsLinux() ? "The suite gives processes a processor of their own on Linux only."
        : Environment.ProcessorCount < 2 && Environment.GetEnvironmentVariable(Variable) is null
            ? "The server and its client need a processor each."
        : null;

    /// <summary>The port at which it takes orders.</summary>
    public static int Port => s_port.Value;

    private static int Listen(Action<Socket> serve)
    {
        Socket listener = new(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Start(() =>
        {
            // The threads that it starts inherit it.
            OwnProcessor.Take(Environment.ProcessorCount - 1);
            while (true)
            {
                Socket socket = listener.Accept();
                socket.NoDelay = true;
                Start(() =>
                {
                    try
                    {
                        serve(socket);
                    }
                    catch (Exception exception) when (exception is IOException or SocketException)
                    {
                        // The case is over.
                    }
                });
            }
        });
        return ((IPEndPoint)listener.LocalEndPoint!).Port;
    }

    private static Thread Start(Action action)
    {
        Thread thread = new(() => action()) { IsBackground = true };
        thread.Start();
        return thread;
    }

    // Says where frames are sent back, and on which processor it is; then it takes orders: program, port, rate and count, or Latencies. An
    // answer to requests is empty, because what the program's process does with it is measured, too; or it says why one failed.
    private static void Obey(Socket socket)
    {
        (StreamReader orders, StreamWriter answers) = Open(socket);
        answers.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{s_echo.Value} {Thread.GetCurrentProcessorId()}"));
        Action<int, int>? request = null;
        List<long> latencies = [];
        while (orders.ReadLine() is { } order)
        {
            if (order == Latencies)
            {
                answers.WriteLine(string.Join(' ', latencies));
                continue;
            }

            string[] words = order.Split(' ');
            int[] numbers = [.. words.Skip(1).Select(word => int.Parse(word, CultureInfo.InvariantCulture))];
            request ??= words[0] == nameof(ServedProgram.Proxy) ? Frames(numbers[0]) : Requests(numbers[0]);
            long[] taken = new long[numbers[2]];
            answers.WriteLine(Load(request, numbers[1], taken));
            latencies.AddRange(numbers[1] == 0 ? [] : taken);
        }
    }

    /// <summary>Makes requests, by rate 0 as many as possible, and takes their latencies.</summary>
    /// <returns>Why one failed; null if none did.</returns>
    private static string? Load(Action<int, int> request, int rate, long[] latencies)
    {
        int last = -1;
        string? failure = null;
        long start = Stopwatch.GetTimestamp();
        Thread[] callers = [.. Enumerable.Range(0, Callers).Select(caller => Start(() =>
        {
            try
            {
                while (Interlocked.Increment(ref last) is var number && number < latencies.Length)
                {
                    long begin = Stopwatch.GetTimestamp();
                    long due = rate == 0 ? begin : start + (number * Stopwatch.Frequency / rate);
                    if (due > begin)
                    {
                        // A sleep ends too late: that isn't the server's time.
                        Thread.Sleep(Stopwatch.GetElapsedTime(begin, due));
                        due = Stopwatch.GetTimestamp();
                    }

                    request(caller, number);
                    latencies[number] = (long)Stopwatch.GetElapsedTime(due).TotalNanoseconds;
                }
            }
#pragma warning disable CA1031 // Any exception is the answer.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                failure = exception.Message;
            }
        }))];
        Array.ForEach(callers, static caller => caller.Join());
        return failure;
    }

    private static Action<int, int> Requests(int port)
    {
        HttpClient client = new();
        return (_, number) =>
        {
            int id = (number % Orders) + 1;
            using HttpRequestMessage request = new(HttpMethod.Get, $"http://127.0.0.1:{port}/orders/{id}");
            using HttpResponseMessage response = client.Send(request);
            using StreamReader reader = new(response.Content.ReadAsStream());
            string body = reader.ReadToEnd();
            if (!body.StartsWith($$"""{"id":{{id}},""", StringComparison.Ordinal) || !body.Contains("Product 5", StringComparison.Ordinal))
            {
                throw new WorkloadException($"Order {id} was answered with {(int)response.StatusCode} {body}");
            }
        };
    }

    private static Action<int, int> Frames(int port)
    {
        Socket?[] sockets = new Socket?[Callers];
        return (caller, number) =>
        {
            Socket socket = sockets[caller] ??= Connect(port);
            byte[] frame = new byte[260];
            BitConverter.TryWriteBytes(frame, frame.Length - sizeof(int));
            BitConverter.TryWriteBytes(frame.AsSpan(sizeof(int)), number);
            socket.Send(frame);
            byte[] answer = new byte[frame.Length];
            for (int received = 0; received < answer.Length;)
            {
                received += socket.Receive(answer.AsSpan(received)) is var more and > 0
                    ? more
                    : throw new WorkloadException("The proxy has closed a connection.");
            }

            if (!answer.AsSpan().SequenceEqual(frame))
            {
                throw new WorkloadException("A frame came back changed.");
            }
        };
    }

    /// <summary>Connects with the client.</summary>
    internal static (StreamReader Answers, StreamWriter Orders) Connect() => Open(Connect(Port));

    private static (StreamReader Reader, StreamWriter Writer) Open(Socket socket)
    {
        NetworkStream stream = new(socket, ownsSocket: true);
        return (new StreamReader(stream), new StreamWriter(stream) { AutoFlush = true });
    }

    private static Socket Connect(int port)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }

    private static void SendBack(Socket socket)
    {
        using (socket)
        {
            byte[] buffer = new byte[4096];
            while (socket.Receive(buffer) is var received and > 0)
            {
                socket.Send(buffer.AsSpan(0, received));
            }
        }
    }
}

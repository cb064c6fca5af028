using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Samples.Web.Tests;

[Collection("Bytes of the process are counted")]
public sealed class OrderServiceTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);
    private static readonly string[] s_address = ["--urls", "http://127.0.0.1:0"];

    [Fact]
    public async Task Requests_AtTheSameTime_KeepTheirActivityAndTheirLoggingScope()
    {
        using CollectedLog log = new();
        await using WebApplication application = OrderApplication.Create([.. s_address, "--Logging:LogLevel:Default=Debug"]);
        LogTo(application, log);
        await application.StartAsync();
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };

        await Task.WhenAll(Enumerable.Range(0, 500).Select(async id =>
        {
            using HttpRequestMessage request = new(HttpMethod.Get, $"/orders/{id + 1}");
            request.Headers.Add("traceparent", $"00-{id + 1:x32}-00000000000000aa-01");
            request.Headers.Add("X-Customer", $"c{id + 1}");
            using HttpResponseMessage response = await client.SendAsync(request);
            Assert.Equal($"{300 * (id + 1) + 300}", await response.Content.ReadAsStringAsync());
        })).WaitAsync(s_patience);

        Assert.Equal(500, log.Lines.Count);
        Assert.All(Enumerable.Range(1, 500), id => Assert.Contains(
            $"Order {id} costs {300 * id + 300} in {id:x32}, customer c{id}", log.Lines));
    }

    [Fact]
    public async Task Failure_OfAnInnerMethod_IsTheRequests()
    {
        await using WebApplication application = OrderApplication.Create([.. s_address, "--Logging:LogLevel:Default=None"]);
        await application.StartAsync();
        using HttpClient client = new() { BaseAddress = new Uri(application.Urls.Single()) };
        using HttpResponseMessage response = await client.GetAsync(new Uri("/orders/-9", UriKind.Relative));
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
    }

    [Fact]
    public async Task Service_Warm_AllocatesNothing()
    {
        const int Calls = 2_000;
        OrderService service = new(new PriceStore(), NullLogger<OrderService>.Instance);
        double least = double.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            // Other threads only ever add to it.
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (int i = 0; i < Calls; i++)
            {
                await service.GetTotalAsync(7).AsTask();
            }

            least = Math.Min(least, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Calls);
        }

        // 80: the Task that AsTask makes.
        Assert.InRange(least, 0, 81);
    }

    private static void LogTo(WebApplication application, ILoggerProvider log) =>
        ((ILoggerFactory)application.Services.GetService(typeof(ILoggerFactory))!).AddProvider(log);

    /// <summary>Keeps what the service says, with the scopes that it says it in.</summary>
    private sealed class CollectedLog : ILoggerProvider, ILogger, ISupportExternalScope
    {
        private IExternalScopeProvider _scopes = new LoggerExternalScopeProvider();

        public ConcurrentBag<string> Lines { get; } = [];

        public ILogger CreateLogger(string categoryName) =>
            categoryName == typeof(OrderService).FullName ? this : NullLogger.Instance;

        public void SetScopeProvider(IExternalScopeProvider scopeProvider) => _scopes = scopeProvider;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            string line = formatter(state, exception);
            _scopes.ForEachScope(
                (scope, _) => line += scope?.ToString() is { } text && text.StartsWith("customer", StringComparison.Ordinal)
                    ? $", {text}"
                    : "",
                0);
            Lines.Add(line);
        }

        public void Dispose()
        {
        }
    }
}

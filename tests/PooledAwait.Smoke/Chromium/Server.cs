using System.Globalization;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Logging;

namespace PooledAwait.Smoke;

/// <summary>Serves a page to this machine, and takes its reports.</summary>
internal sealed class Server : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly Channel<Report> _reports = Channel.CreateUnbounded<Report>();

    private Server(string folder)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _application = builder.Build();
        _application.UseFileServer(new FileServerOptions { FileProvider = new PhysicalFileProvider(folder) });
        _application.MapPost("/line", async context => Add(new Report(await ReadBodyAsync(context), null)));
        _application.MapPost("/exit", async context =>
            Add(new Report("", int.Parse(await ReadBodyAsync(context), CultureInfo.InvariantCulture))));
    }

    public string Address => string.Join(' ', _application.Urls);

    public static async Task<Server> StartAsync(string folder, CancellationToken stop)
    {
        Server server = new(folder);
        await server._application.StartAsync(stop);
        return server;
    }

    /// <summary>The next report.</summary>
    public ValueTask<Report> ReadAsync(CancellationToken stop) => _reports.Reader.ReadAsync(stop);

    public ValueTask DisposeAsync() => _application.DisposeAsync();

    private static async Task<string> ReadBodyAsync(HttpContext context)
    {
        using StreamReader reader = new(context.Request.Body);
        return await reader.ReadToEndAsync();
    }

    private void Add(Report report) => _reports.Writer.TryWrite(report);
}

/// <summary>What a page reports: a line that it prints, or how it ended.</summary>
/// <param name="ExitCode">Null for a line.</param>
internal sealed record Report(string Line, int? ExitCode);

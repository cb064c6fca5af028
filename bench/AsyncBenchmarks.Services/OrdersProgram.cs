using System.Net;
using AsyncBenchmarks.Scenarios;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace AsyncBenchmarks.Services;

/// <summary>A service in the usual layers, over HTTP.</summary>
internal abstract class OrdersProgram : IServedProgram
{
    private WebApplication? _application;

    public int Start(int peer)
    {
        NpgsqlDataSource source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder
        {
            Host = "127.0.0.1",
            Port = peer,
            Username = "postgres",
            SslMode = SslMode.Disable,
            GssEncryptionMode = GssEncryptionMode.Disable,
        });
        CreateTables(source);
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        builder.Services.AddSingleton(source).AddScoped<IOrderService, OrderService>();
        AddRepository(builder.Services, source);
        _application = builder.Build();
        _application.MapGet("/orders/{id}", OrderEndpoint.GetAsync);
        _application.StartAsync().Wait();
        IServerAddressesFeature addresses = _application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!;
        return new Uri(addresses.Addresses.Single()).Port;
    }

    public void Dispose() => _application?.DisposeAsync().AsTask().Wait();

    protected abstract void AddRepository(IServiceCollection services, NpgsqlDataSource source);

    // Several processes may come at once.
    private static void CreateTables(NpgsqlDataSource source)
    {
        using NpgsqlCommand command = source.CreateCommand(
            """
            DO $$ BEGIN
              PERFORM pg_advisory_xact_lock(1);
              CREATE TABLE IF NOT EXISTS orders AS
                SELECT n::bigint AS id, 'Customer ' || n AS customer FROM generate_series(1, 1000) n;
              CREATE UNIQUE INDEX IF NOT EXISTS orders_id ON orders (id);
              CREATE TABLE IF NOT EXISTS order_lines AS
                SELECT n::bigint AS order_id, line AS number, 'Product ' || line AS product, n + line / 100.0 AS price
                FROM generate_series(1, 1000) n, generate_series(1, 5) line;
              CREATE UNIQUE INDEX IF NOT EXISTS order_lines_id ON order_lines (order_id, number);
            END $$
            """);
        command.ExecuteNonQuery();
    }
}

/// <summary>With Npgsql and Dapper.</summary>
internal sealed class DapperProgram : OrdersProgram
{
    protected override void AddRepository(IServiceCollection services, NpgsqlDataSource source) =>
        services.AddScoped<IOrderRepository, DapperOrderRepository>();
}

/// <summary>With EF Core.</summary>
internal sealed class EfCoreProgram : OrdersProgram
{
    protected override void AddRepository(IServiceCollection services, NpgsqlDataSource source) => services
        .AddDbContextPool<OrderContext>(options => options.UseNpgsql(source))
        .AddScoped<IOrderRepository, EfCoreOrderRepository>();
}

using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;
using Samples.Database;

// A shop with one table. Nothing here knows that the methods are pooled: the project file says so, in two lines. It starts with finding an
// item again and again, and prints what that allocates. The second command has all methods as the compiler made them:
//   dotnet run -c Release --project samples/Database -- --ConnectionStrings:Shop="Host=127.0.0.1;Username=postgres"
//   dotnet run -c Release --project samples/Database -p:PooledAwaitMethods= -- --ConnectionStrings:Shop=…
const int Calls = 20_000;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning); // not six lines for each request
builder.Services.AddSingleton(NpgsqlDataSource.Create(
    builder.Configuration.GetConnectionString("Shop") ?? "Host=127.0.0.1;Username=postgres"));
builder.Services.AddSingleton<Shop>();

WebApplication application = builder.Build();
Shop shop = application.Services.GetRequiredService<Shop>();
await shop.CreateAsync(CancellationToken.None);

application.MapGet("/items", shop.ListAsync);
application.MapGet("/items/{id:int}", async (int id, CancellationToken cancellationToken) =>
    await shop.FindAsync(id, cancellationToken) is { } item ? Results.Ok(item) : Results.NotFound());
application.MapPost("/items", async (Item[] items, CancellationToken cancellationToken) =>
    Results.Ok(await shop.ImportAsync(items, cancellationToken)));
await application.StartAsync();
Console.WriteLine($"Finding an item: {await MeasureAsync():N0} B for each call.");
Console.WriteLine("Listening. Press Ctrl+C to stop.");
await application.WaitForShutdownAsync();

async Task<long> MeasureAsync()
{
    long before = 0;
    for (int i = -Calls; i < Calls; i++) // the first half is for the JIT compiler and the pools
    {
        before = i == 0 ? GC.GetTotalAllocatedBytes(precise: true) : before;
        await shop.FindAsync(0, CancellationToken.None);
    }

    return (GC.GetTotalAllocatedBytes(precise: true) - before) / Calls;
}

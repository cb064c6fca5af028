using System.Threading;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Npgsql;
using Samples.Database;

// A shop with one table. Nothing here knows that the methods are pooled: the project file says so, in two lines.
//   dotnet run -c Release --project samples/Database -- --ConnectionStrings:Shop="Host=127.0.0.1;Username=postgres"
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
await application.RunAsync();

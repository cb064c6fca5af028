using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Reflection;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApplicationParts;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Shop;

namespace Tools;

/// <summary>Controllers, minimal APIs, filters, and middleware that is found by its method's name.</summary>
internal static class WebTool
{
    public static async Task Run(Action<string> write)
    {
        await using WebApplication server = Build(
            static services => services.AddControllers(static options => options.Filters.Add<NotingFilter>())
                .AddApplicationPart(typeof(WebTool).Assembly).AddApplicationPart(typeof(Orders).Assembly));
        server.UseMiddleware<NotingMiddleware>();
        server.MapControllers();
        server.MapGet("/minimal/{id}", static async (int id, IOrders orders, Bound bound) =>
            Results.Ok($"{await orders.CountAsync(id)} {bound.Text}"));
        server.MapGet("/method/{id}", Minimal.Handle);
        server.MapGet("/fails", static async (IOrders orders) => await orders.SaveAsync(-1));
        await server.StartAsync();
        foreach (string action in server.Services.GetRequiredService<IActionDescriptorCollectionProvider>().ActionDescriptors.Items
            .Select(static one => $"{one.DisplayName} {string.Join(' ', one.Parameters.Select(static parameter => parameter.Name))}")
            .Order(StringComparer.Ordinal))
        {
            write(action);
        }

        foreach (string endpoint in ((IEndpointRouteBuilder)server).DataSources.SelectMany(static one => one.Endpoints)
            .Select(static one => one.DisplayName!).Order(StringComparer.Ordinal))
        {
            write(endpoint);
        }

        using HttpClient client = new() { BaseAddress = new Uri(server.Urls.Single()) };
        foreach (string path in (string[])
            ["/orders/3", "/orders/name/x", "/orders/Count$Pooled/3", "/orders/helper", "/minimal/4?text=t", "/method/5", "/fails"])
        {
            HttpResponseMessage response = await client.GetAsync(path);
            string noted = response.Headers.TryGetValues("Noted", out IEnumerable<string>? values) ? string.Join(',', values) : "";
            write($"{path} {(int)response.StatusCode} {await response.Content.ReadAsStringAsync()} {noted}");
        }
    }

    internal static WebApplication Build(Action<IServiceCollection> add, Action<WebApplicationBuilder>? configure = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        configure?.Invoke(builder);
        builder.Services.AddScoped<IOrders, Orders>();
        add(builder.Services);
        return builder.Build();
    }

    public sealed class Bound
    {
        public string Text { get; private init; } = "";

        public static async ValueTask<Bound?> BindAsync(HttpContext context, ParameterInfo parameter)
        {
            await Task.Yield();
            return new Bound { Text = $"{parameter.Name} {context.Request.Query["text"]}" };
        }
    }

    private static class Minimal
    {
        public static async Task<string> Handle(int id, IOrders orders) => await orders.NameAsync($"{id}");
    }

    public sealed class NotingMiddleware(RequestDelegate next)
    {
        public async Task InvokeAsync(HttpContext context, IOrders orders)
        {
            int count = await orders.CountAsync(1);
            context.Response.Headers.Append("Noted", $"middleware {count}");
            try
            {
                await next(context);
            }
            catch (ArgumentOutOfRangeException failure)
            {
                context.Response.StatusCode = 400;
                await context.Response.WriteAsync(failure.ParamName!);
            }
        }
    }

    public sealed class NotingFilter : IAsyncActionFilter
    {
        public async Task OnActionExecutionAsync(ActionExecutingContext context, ActionExecutionDelegate next)
        {
            await Task.Yield();
            context.HttpContext.Response.Headers.Append("Noted", context.ActionDescriptor.DisplayName);
            await next();
        }
    }
}

public abstract class ControllerOfAll : ControllerBase
{
    [HttpGet("helper")]
    public virtual async Task<string> HelperAsync()
    {
        await Task.Yield();
        return "helped";
    }
}

[ApiController]
[Route("orders")]
public class OrdersController(IOrders orders) : ControllerOfAll
{
    [HttpGet("{id:int}")]
    public async Task<ActionResult<int>> CountAsync(int id) => await orders.CountAsync(id) + await Add(1);

    [HttpGet("name/{prefix}")]
    public async ValueTask<string> NameAsync(string prefix) =>
        await orders.NameAsync(prefix, HttpContext.RequestAborted) + await HelperAsync();

    public override async Task<string> HelperAsync() => "own " + await base.HelperAsync();

    [NonAction]
    public async Task<int> Add(int a)
    {
        await Task.Yield();
        return a;
    }
}

[Route("[controller]/[action]")]
public class PlainController : Controller
{
    public async Task<string> IndexAsync()
    {
        await Task.Yield();
        return "index";
    }

    public override async Task OnActionExecutionAsync(ActionExecutingContext context, ActionExecutionDelegate next) =>
        await base.OnActionExecutionAsync(context, next);
}

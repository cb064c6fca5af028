using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Samples.Web;

/// <summary>The application. Nothing here knows that the service's methods are pooled.</summary>
public static class OrderApplication
{
    private static readonly System.Func<ILogger, string?, System.IDisposable?> s_customer =
        LoggerMessage.DefineScope<string?>("customer {Customer}");

    /// <summary>Creates the application, ready to be started.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="orders">The service; the sample's own by default.</param>
    public static WebApplication Create(string[] args, IOrderService? orders = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
        builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning); // not two lines for each request
        builder.Services.AddSingleton<IPriceStore, PriceStore>();
        if (orders is null)
        {
            builder.Services.AddSingleton<IOrderService, OrderService>();
        }
        else
        {
            builder.Services.AddSingleton(orders);
        }

        WebApplication application = builder.Build();
        ILogger logger = application.Logger;
        application.Use(async (context, next) =>
        {
            using (s_customer(logger, context.Request.Headers["X-Customer"]))
            {
                await next(context);
            }
        });
        application.MapGet("/orders/{id:int}", static (int id, IOrderService service) => service.GetTotalAsync(id));
        return application;
    }
}

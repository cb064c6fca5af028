using Microsoft.AspNetCore.Builder;
using Samples.Web;

// An application with one route: /orders/7 is what order 7 costs.
WebApplication application = OrderApplication.Create(args);
application.Run();

using System;
using System.Linq;
using System.Net.Http;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Samples.Web;

// An application with one route: /orders/7 is what order 7 costs. It starts with requests to itself, and prints what each allocates.
// Run it as it is, then with its methods as the compiler made them:
//   dotnet run -c Release --project samples/WebService
//   dotnet run -c Release --project samples/WebService -p:PooledAwaitMethods=
const int Requests = 10_000;

await using WebApplication application = OrderApplication.Create(args);
await application.StartAsync();
Uri order = new(new Uri(application.Urls.First()), "orders/7");

using HttpClient client = new();
IOrderService service = application.Services.GetRequiredService<IOrderService>();
long request = await MeasureAsync(() => client.GetStringAsync(order));
long call = await MeasureAsync(() => service.GetTotalAsync(7).AsTask());

Console.WriteLine($"{order}: {request:N0} B for each request, including its client.");
Console.WriteLine($"The order service alone: {call:N0} B for each call, including the Task that the measurement needs.");
Console.WriteLine("Listening. Press Ctrl+C to stop.");
await application.WaitForShutdownAsync();

static async Task<long> MeasureAsync(Func<Task> run)
{
    long before = 0;
    for (int i = -Requests; i < Requests; i++) // the first half is for the JIT compiler and the pools
    {
        before = i == 0 ? GC.GetTotalAllocatedBytes(precise: true) : before;
        await run();
    }

    return (GC.GetTotalAllocatedBytes(precise: true) - before) / Requests;
}

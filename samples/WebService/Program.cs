using System;
using System.Linq;
using System.Net.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Hosting;
using Samples.Web;

// An application with one route: /orders/7 is what order 7 costs. It starts with requests to itself, and prints what each allocates:
//   dotnet run -c Release --project samples/WebService
// Take the line PooledAwaitMethods out of the project file and run it again to compare.
const int Requests = 10_000;

await using WebApplication application = OrderApplication.Create(args);
await application.StartAsync();
Uri order = new(new Uri(application.Urls.First()), "orders/7");

using HttpClient client = new();
long before = 0;
for (int i = -Requests; i < Requests; i++) // the first half is for the JIT compiler and the pools
{
    before = i == 0 ? GC.GetTotalAllocatedBytes(precise: true) : before;
    await client.GetStringAsync(order);
}

Console.WriteLine($"{order}: {(GC.GetTotalAllocatedBytes(precise: true) - before) / Requests:N0} B for each request, its client included.");
Console.WriteLine("Listening; Ctrl+C ends.");
await application.WaitForShutdownAsync();

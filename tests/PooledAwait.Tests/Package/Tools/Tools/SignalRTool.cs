using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using Shop;

namespace Tools;

public static class SignalRTool
{
    public static async Task Run(Action<string> write)
    {
        await using WebApplication server = WebTool.Build(static services => services.AddSignalR());
        server.MapHub<ShopHub>("/shop");
        await server.StartAsync();
        await using HubConnection client = new HubConnectionBuilder().WithUrl(server.Urls.Single() + "/shop").Build();
        TaskCompletionSource<string> told = new(TaskCreationOptions.RunContinuationsAsynchronously);
        client.On<string>(nameof(IShopClient.ToldAsync), told.SetResult);
        client.On(nameof(IShopClient.AskedAsync), static () => Task.FromResult(5));
        await client.StartAsync();
        foreach ((string method, object[] arguments) in ((string, object[])[])
        [
            ("Count", [3]), ("CountAsync", [3]), ("CountAsync$Pooled", [3]), ("AskAsync", []), ("Fail", []), ("OnConnectedAsync", []),
        ])
        {
            write($"{method} {await MoqTool.Failure(async () => $"{await client.InvokeCoreAsync<int>(method, arguments)}")}");
        }

        await client.InvokeAsync("Tell", "news");
        write(await told.Task);
        List<int> streamed = [];
        await foreach (int one in client.StreamAsync<int>("Stream", 4))
        {
            streamed.Add(one);
        }

        write(string.Join(' ', streamed));
    }

    public interface IShopClient
    {
        Task ToldAsync(string text);

        Task<int> AskedAsync();
    }

    public abstract class ShopHubBase : Hub<IShopClient>
    {
        public virtual async Task<int> Count(int id)
        {
            await Task.Yield();
            return id;
        }
    }

    public class ShopHub(IOrders orders) : ShopHubBase
    {
        public override async Task<int> Count(int id) => await base.Count(id) + await CountAsync(id);

        public async Task<int> CountAsync(int id) => await orders.CountAsync(id);

        public async Task Tell(string text) => await Clients.Caller.ToldAsync(text);

        public async Task<int> AskAsync() => await Clients.Client(Context.ConnectionId).AskedAsync();

        public async Task<int> Fail()
        {
            await orders.SaveAsync(-1);
            return 0;
        }

        public async IAsyncEnumerable<int> Stream(int count, [EnumeratorCancellation] CancellationToken token)
        {
            for (int i = 0; i < count; i++)
            {
                yield return await orders.EchoAsync(i);
                token.ThrowIfCancellationRequested();
            }
        }

        public override async Task OnConnectedAsync()
        {
            await Task.Yield();
            await base.OnConnectedAsync();
        }
    }
}

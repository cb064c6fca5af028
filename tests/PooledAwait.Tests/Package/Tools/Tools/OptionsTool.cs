using System;
using System.ComponentModel.DataAnnotations;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Tools;

internal static partial class OptionsTool
{
    public static async Task Run(Action<string> write)
    {
        (string, string)[] servers = [("example", "80"), ("", "99999")];
        foreach ((string host, string port) in servers)
        {
            HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
            builder.Configuration.AddInMemoryCollection(
                [new("Server:Host", host), new("Server:Port", port), new("Server:Inner:Name", host)]);
            builder.Services.AddSingleton<IValidateOptions<Server>, Generated>();
            builder.Services.AddOptions<Server>().BindConfiguration("Server").ValidateDataAnnotations()
                .Validate(static one => one.Port != 81, "Not 81.").ValidateOnStart();
            builder.Services.AddHostedService<Started>().AddSingleton(write);
            using IHost application = builder.Build();
            write(await MoqTool.Failure(async () =>
            {
                await application.StartAsync();
                string text = await application.Services.GetRequiredService<IOptions<Server>>().Value.ConnectAsync();
                await application.StopAsync();
                return text;
            }));
        }
    }

    public interface IServer
    {
        Task<string> ConnectAsync();
    }

    public class Server : IServer
    {
        [Required]
        public string Host { get; set; } = "";

        [System.ComponentModel.DataAnnotations.Range(1, 65535)]
        public int Port { get; set; }

        [ValidateObjectMembers]
        public Part Inner { get; set; } = new();

        public async Task<string> ConnectAsync()
        {
            await Task.Yield();
            return $"{Host}:{Port} {await Inner.NameAsync()}";
        }
    }

    public class Part
    {
        [MinLength(2)]
        public string Name { get; set; } = "";

        public async ValueTask<string> NameAsync()
        {
            await Task.Yield();
            return Name;
        }
    }

    [OptionsValidator]
    private sealed partial class Generated : IValidateOptions<Server>;

    private sealed class Started(Action<string> write) : BackgroundService
    {
        protected override async Task ExecuteAsync(System.Threading.CancellationToken stoppingToken) =>
            write($"started {await Text()}");

        private static async Task<string> Text()
        {
            await Task.Yield();
            return "text";
        }
    }
}

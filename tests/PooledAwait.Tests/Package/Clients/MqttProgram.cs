using System.Globalization;
using System.Net;
using MQTTnet;
using MQTTnet.Protocol;
using MQTTnet.Server;

/// <summary>Messages of each quality of service, through the package's own server, also after the client has connected again.</summary>
internal static class MqttProgram
{
    public static async Task<(string Result, long Bytes)> Run(int port)
    {
        MqttServerFactory servers = new();
        using MqttServer server = servers.CreateMqttServer(
            servers.CreateServerOptionsBuilder().WithDefaultEndpoint().WithDefaultEndpointPort(port)
                .WithDefaultEndpointBoundIPAddress(IPAddress.Loopback).WithDefaultEndpointBoundIPV6Address(IPAddress.None).Build());
        await server.StartAsync();
        using IMqttClient client = new MqttClientFactory().CreateMqttClient();
        using SemaphoreSlim received = new(0);
        int sum = 0;
        client.ApplicationMessageReceivedAsync += message =>
        {
            Interlocked.Add(ref sum, int.Parse(message.ApplicationMessage.ConvertPayloadToString(), CultureInfo.InvariantCulture));
            received.Release();
            return Task.CompletedTask;
        };
        MqttClientOptions options = new MqttClientOptionsBuilder().WithTcpServer("127.0.0.1", port).Build();
        for (int i = 0; i < 2; i++)
        {
            await client.ConnectAsync(options);
            await client.SubscribeAsync("numbers/#", MqttQualityOfServiceLevel.ExactlyOnce);
            for (int number = 1; number <= 10; number++)
            {
                await PublishAsync(number, (MqttQualityOfServiceLevel)(number % 3));
            }

            if (i == 0)
            {
                await client.DisconnectAsync();
            }
        }

        int total = sum;
        long bytes = await Measured.Bytes(500, () => PublishAsync(1, MqttQualityOfServiceLevel.AtLeastOnce));
        await client.DisconnectAsync();
        await server.StopAsync();
        return ($"{total}", bytes);

        async Task PublishAsync(int number, MqttQualityOfServiceLevel quality)
        {
            await client.PublishStringAsync($"numbers/{number}", $"{number}", quality);
            if (!await received.WaitAsync(TimeSpan.FromSeconds(30)))
            {
                throw new TimeoutException();
            }
        }
    }
}

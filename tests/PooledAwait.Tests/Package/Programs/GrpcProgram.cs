using System.Net;
using System.Text;
using Grpc.AspNetCore.Server.Model;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

/// <summary>A server over HTTP/2, of which a client calls methods that answer once, stream both ways, fail and are canceled.</summary>
internal static class GrpcProgram
{
    private static readonly Marshaller<string> s_text = Marshallers.Create(Encoding.UTF8.GetBytes, Encoding.UTF8.GetString);

    private static readonly Method<string, string> s_double = new(MethodType.Unary, "Text", "Double", s_text, s_text);

    private static readonly Method<string, string> s_echo = new(MethodType.DuplexStreaming, "Text", "Echo", s_text, s_text);

    public static async Task<(string Text, long Bytes)> Run()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(
            static kestrel => kestrel.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        builder.Services.AddSingleton<IServiceMethodProvider<Text>, Methods>();
        await using WebApplication server = builder.Build();
        server.MapGrpcService<Text>();
        await server.StartAsync();

        using GrpcChannel channel = GrpcChannel.ForAddress(server.Urls.Single());
        CallInvoker calls = channel.CreateCallInvoker();
        string[] doubled = await Task.WhenAll(
            Enumerable.Range(0, 20).Select(async i => await calls.AsyncUnaryCall(s_double, null, default, $"{i}")));
        string text = doubled.SequenceEqual(Enumerable.Range(0, 20).Select(static i => $"{i}{i}")) ? "doubled" : string.Join(' ', doubled);

        using (AsyncDuplexStreamingCall<string, string> echo = calls.AsyncDuplexStreamingCall(s_echo, null, default))
        {
            foreach (string word in (string[])["a", "b", "c"])
            {
                await echo.RequestStream.WriteAsync(word);
                text += await echo.ResponseStream.MoveNext(default) ? $" {echo.ResponseStream.Current}" : " nothing";
            }

            await echo.RequestStream.CompleteAsync();
            text += await echo.ResponseStream.MoveNext(default) ? " more" : " end";
        }

        using AsyncDuplexStreamingCall<string, string> canceled = calls.AsyncDuplexStreamingCall(s_echo, null, default);
        ValueTask<StatusCode> end = Fails(canceled.ResponseStream.MoveNext(default));
        canceled.Dispose();
        text += $" {await Fails(calls.AsyncUnaryCall(s_double, null, default, "").ResponseAsync)} {await end}";
        return (text, await Measured.Bytes(100, async () => await calls.AsyncUnaryCall(s_double, null, default, "1")));
    }

    private static async ValueTask<StatusCode> Fails<T>(Task<T> call)
    {
        try
        {
            await call;
            return StatusCode.OK;
        }
        catch (RpcException failure)
        {
            return failure.StatusCode;
        }
    }

    private sealed class Text;

    private sealed class Methods : IServiceMethodProvider<Text>
    {
        public void OnServiceMethodDiscovery(ServiceMethodProviderContext<Text> context)
        {
            context.AddUnaryMethod(
                s_double,
                new List<object>(),
                static async (_, text, _) =>
                {
                    await Task.Delay(1);
                    return text.Length == 0 ? throw new RpcException(new Status(StatusCode.InvalidArgument, "empty")) : text + text;
                });
            context.AddDuplexStreamingMethod(
                s_echo,
                new List<object>(),
                static async (_, words, answers, call) =>
                {
                    while (await words.MoveNext(call.CancellationToken))
                    {
                        await answers.WriteAsync(words.Current);
                    }
                });
        }
    }
}

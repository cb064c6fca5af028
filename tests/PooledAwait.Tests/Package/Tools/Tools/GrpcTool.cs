using System;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;
using Grpc.Core;
using Grpc.Core.Interceptors;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Shop;

namespace Tools;

/// <summary>A service as the compiler of protocol buffers generates it: a base class of virtual methods, found by reflection.</summary>
internal static class GrpcTool
{
    public static async Task Run(Action<string> write)
    {
        await using WebApplication server = WebTool.Build(
            static services => services.AddGrpc(static options => options.Interceptors.Add<Noting>()),
            static builder => builder.WebHost.ConfigureKestrel(
                static kestrel => kestrel.ConfigureEndpointDefaults(static one => one.Protocols = HttpProtocols.Http2)));
        server.MapGrpcService<TextService>();
        await server.StartAsync();
        foreach (string endpoint in ((IEndpointRouteBuilder)server).DataSources.SelectMany(static one => one.Endpoints)
            .Select(static one => one.DisplayName!).Order(StringComparer.Ordinal))
        {
            write(endpoint);
        }

        using GrpcChannel channel = GrpcChannel.ForAddress(server.Urls.Single());
        CallInvoker calls = channel.CreateCallInvoker();
        foreach (Method<string, string> method in (Method<string, string>[])[Texts.DoubleMethod, Texts.FailMethod, Texts.MissingMethod])
        {
            AsyncUnaryCall<string> call = calls.AsyncUnaryCall(method, null, default, "3");
            write($"{method.Name} {await MoqTool.Failure(async () => await call.ResponseAsync)}");
            write($"{method.Name} {(await call.ResponseHeadersAsync).GetValue("noted")}");
        }

        using AsyncServerStreamingCall<string> each = calls.AsyncServerStreamingCall(Texts.EachMethod, null, default, "abc");
        await foreach (string one in each.ResponseStream.ReadAllAsync())
        {
            write(one);
        }
    }

    public static class Texts
    {
        private static readonly Marshaller<string> s_text = Marshallers.Create(Encoding.UTF8.GetBytes, Encoding.UTF8.GetString);

        internal static Method<string, string> DoubleMethod { get; } = new(MethodType.Unary, "Texts", "Double", s_text, s_text);

        internal static Method<string, string> FailMethod { get; } = new(MethodType.Unary, "Texts", "Fail", s_text, s_text);

        internal static Method<string, string> MissingMethod { get; } = new(MethodType.Unary, "Texts", "Missing", s_text, s_text);

        internal static Method<string, string> EachMethod { get; } = new(MethodType.ServerStreaming, "Texts", "Each", s_text, s_text);

        public static void BindService(ServiceBinderBase binder, Base service)
        {
            binder.AddMethod(DoubleMethod, service is null ? null : new UnaryServerMethod<string, string>(service.Double));
            binder.AddMethod(FailMethod, service is null ? null : new UnaryServerMethod<string, string>(service.Fail));
            binder.AddMethod(MissingMethod, service is null ? null : new UnaryServerMethod<string, string>(service.Missing));
            binder.AddMethod(EachMethod, service is null ? null : new ServerStreamingServerMethod<string, string>(service.Each));
        }

        [BindServiceMethod(typeof(Texts), nameof(BindService))]
        public abstract class Base
        {
            public virtual Task<string> Double(string request, ServerCallContext context) => throw Unimplemented;

            public virtual Task<string> Fail(string request, ServerCallContext context) => throw Unimplemented;

            public virtual Task<string> Missing(string request, ServerCallContext context) => throw Unimplemented;

            public virtual Task Each(string request, IServerStreamWriter<string> responses, ServerCallContext context) =>
                throw Unimplemented;

            private static RpcException Unimplemented => new(new Status(StatusCode.Unimplemented, ""));
        }
    }

    public class TextService(IOrders orders) : Texts.Base
    {
        public override async Task<string> Double(string request, ServerCallContext context) =>
            $"{request}{request} {await orders.CountAsync(int.Parse(request))}";

        public override async Task<string> Fail(string request, ServerCallContext context)
        {
            await orders.SaveAsync(1);
            throw new RpcException(new Status(StatusCode.NotFound, await orders.NameAsync(request)));
        }

        public override async Task Each(string request, IServerStreamWriter<string> responses, ServerCallContext context)
        {
            foreach (char one in request)
            {
                await responses.WriteAsync($"{one} {await Double("1", context)}");
            }
        }
    }

    private sealed class Noting : Interceptor
    {
        public override async Task<TResponse> UnaryServerHandler<TRequest, TResponse>(
            TRequest request, ServerCallContext context, UnaryServerMethod<TRequest, TResponse> continuation)
        {
            await context.WriteResponseHeadersAsync(new Metadata { { "noted", context.Method } });
            return await continuation(request, context);
        }
    }
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using MediatR;
using Microsoft.Extensions.DependencyInjection;

namespace Tools;

internal static class MediatRTool
{
    private static readonly Type[] s_open = [typeof(IRequestHandler<,>), typeof(INotificationHandler<>), typeof(IPipelineBehavior<,>)];

    public static async Task Run(Action<string> write)
    {
        // What the package of extensions does.
        ServiceCollection services = new();
        List<string> calls = [];
        services.AddSingleton(calls).AddScoped<IMediator, Mediator>().AddScoped<ServiceFactory>(static one => one.GetRequiredService!);
        foreach (Type type in Assembly.GetExecutingAssembly().GetTypes().Where(static one => one is { IsClass: true, IsAbstract: false }))
        {
            foreach (Type found in type.GetInterfaces().Where(
                static one => one.IsGenericType && s_open.Contains(one.GetGenericTypeDefinition())))
            {
                services.AddTransient(type.IsGenericTypeDefinition ? found.GetGenericTypeDefinition() : found, type);
                write($"{type.Name} {found.Name}");
            }
        }

        await using ServiceProvider provider = services.BuildServiceProvider();
        IMediator mediator = provider.GetRequiredService<IMediator>();
        write($"{await mediator.Send(new Sum(2, 3))}");
        write(await MoqTool.Failure(async () => $"{await mediator.Send(new Sum(-1, 3))}"));
        await mediator.Publish(new Summed(5));
        write(string.Join(' ', calls));
    }

    public sealed record Sum(int A, int B) : IRequest<int>;

    public sealed record Summed(int Result) : INotification;

    public sealed class SumHandler(List<string> calls) : IRequestHandler<Sum, int>
    {
        public async Task<int> Handle(Sum request, CancellationToken cancellationToken)
        {
            await Task.Yield();
            calls.Add("handled");
            return await Add(request);
        }

        private static async Task<int> Add(Sum sum)
        {
            await Task.Yield();
            return sum.A < 0 ? throw new ArgumentException("negative") : sum.A + sum.B;
        }
    }

    public sealed class First(List<string> calls) : INotificationHandler<Summed>
    {
        public async Task Handle(Summed notification, CancellationToken cancellationToken)
        {
            await Task.Yield();
            calls.Add($"first {notification.Result}");
        }
    }

    public sealed class Second(List<string> calls) : INotificationHandler<Summed>
    {
        public async Task Handle(Summed notification, CancellationToken cancellationToken)
        {
            await Task.Yield();
            calls.Add($"second {notification.Result}");
        }
    }

    public sealed class Logged<TRequest, TResponse>(List<string> calls) : IPipelineBehavior<TRequest, TResponse>
    {
        public async Task<TResponse> Handle(TRequest request, CancellationToken cancellationToken, RequestHandlerDelegate<TResponse> next)
        {
            calls.Add("before");
            TResponse response = await next();
            calls.Add("after");
            return response;
        }
    }
}

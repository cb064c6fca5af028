using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Autofac;
using Autofac.Core;
using Microsoft.Extensions.DependencyInjection;
using Shop;

namespace Tools;

/// <summary>Containers that find services by their types.</summary>
internal static class ScanTools
{
    public static async Task Scrutor(Action<string> write)
    {
        ServiceCollection services = new();
        services.Scan(static scan => scan.FromAssemblyOf<Orders>()
            .AddClasses(static classes => classes.InNamespaceOf<Orders>(), publicOnly: false).AsImplementedInterfaces().WithScopedLifetime()
            .AddClasses().AsMatchingInterface().AsSelf());
        foreach (ServiceDescriptor one in services)
        {
            write($"{one.ServiceType.Name} {one.ImplementationType?.Name} {one.Lifetime}");
        }

        services.Decorate<IOrders, Decorator>();
        await using ServiceProvider provider = services.BuildServiceProvider(validateScopes: true);
        await using AsyncServiceScope scope = provider.CreateAsyncScope();
        IOrders orders = scope.ServiceProvider.GetRequiredService<IOrders>();
        write($"{orders.GetType().Name} {scope.ServiceProvider.GetServices<IOrders>().Count()}");
        write(await new Checkout(orders, scope.ServiceProvider.GetRequiredService<IStock>()).RunAsync(2));
        write((await Find(scope.ServiceProvider.GetRequiredService<IRepository<Item>>()))?.Name ?? "none");
    }

    public static async Task Autofac(Action<string> write)
    {
        ContainerBuilder builder = new();
        builder.RegisterAssemblyTypes(typeof(Orders).Assembly).AsImplementedInterfaces().AsSelf();
        builder.RegisterAssemblyOpenGenericTypes(typeof(Orders).Assembly).AsImplementedInterfaces();
        builder.RegisterDecorator<Decorator, IOrders>();
        await using IContainer container = builder.Build();
        foreach (IComponentRegistration one in container.ComponentRegistry.Registrations.OrderBy(
            static one => one.Activator.LimitType.FullName, StringComparer.Ordinal))
        {
            write($"{one.Activator.LimitType.Name} {string.Join(", ", one.Services.Select(static service => service.Description))}");
        }

        write(await container.Resolve<Checkout>().RunAsync(3));
        write(await new Checkout(container.Resolve<IOrders>(), container.Resolve<IStock>()).RunAsync(-3));
        write((await Find(container.Resolve<IRepository<Item>>()))?.Name ?? "none");
    }

    private static async Task<Item?> Find(IRepository<Item> items)
    {
        await items.AddAsync(new Item { Name = "found" });
        return await items.FindAsync(0);
    }

    private sealed class Decorator(IOrders inner) : IOrders
    {
        public async Task<int> CountAsync(int customer) => 1000 + await inner.CountAsync(customer);

        public ValueTask<string> NameAsync(string prefix, CancellationToken token = default) => inner.NameAsync(prefix, token);

        public Task SaveAsync(int customer) => inner.SaveAsync(customer);

        public Task<T> EchoAsync<T>(T value) => inner.EchoAsync(value);
    }
}

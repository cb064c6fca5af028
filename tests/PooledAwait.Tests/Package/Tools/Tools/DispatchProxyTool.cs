using System;
using System.Collections.Generic;
using System.Reflection;
using System.Threading.Tasks;
using Shop;

namespace Tools;

/// <summary>A proxy by hand that notes each call.</summary>
internal static class DispatchProxyTool
{
    public static async Task Run(Action<string> write)
    {
        IOrders orders = DispatchProxy.Create<IOrders, Noting<IOrders>>();
        IStock stock = DispatchProxy.Create<IStock, Noting<IStock>>();
        Noting<IOrders> ofOrders = (Noting<IOrders>)(object)orders;
        Noting<IStock> ofStock = (Noting<IStock>)(object)stock;
        ofOrders.Target = new Orders();
        ofStock.Target = new Stock();
        write(await new Checkout(orders, stock).RunAsync(4));
        write(string.Join(' ', ofOrders.Calls));
        write(string.Join(' ', ofStock.Calls));
        write(await new Checkout(orders, stock).RunAsync(-4));
    }

    public class Noting<T> : DispatchProxy
        where T : class
    {
        public List<string> Calls { get; } = [];

        public T Target { get; set; } = null!;

        protected override object? Invoke(MethodInfo? method, object?[]? arguments)
        {
            Calls.Add($"{method!.Name}({string.Join(',', arguments!)})");
            return method.Invoke(Target, arguments);
        }
    }
}

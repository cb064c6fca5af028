using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Castle.DynamicProxy;
using Shop;

namespace Tools;

internal static class CastleTool
{
    public static async Task Run(Action<string> write)
    {
        ProxyGenerator generator = new();
        Noting noting = new();
        AsyncNoting asyncNoting = new(noting.Calls);
        (string Name, IOrders Orders, IStock Stock)[] proxies =
        [
            ("interface", generator.CreateInterfaceProxyWithTarget<IOrders>(new Orders(), noting),
                generator.CreateInterfaceProxyWithTarget<IStock>(new Stock(), noting)),
            ("target interface", generator.CreateInterfaceProxyWithTargetInterface<IOrders>(new Orders(), noting),
                generator.CreateInterfaceProxyWithTargetInterface<IStock>(new Stock(), noting)),
            ("all interfaces", (IOrders)OfAll(new Orders(), noting), (IStock)OfAll(new Stock(), noting)),
            ("all interfaces async", (IOrders)OfAll(new Orders(), asyncNoting.ToInterceptor()), new Stock()),
            ("class", generator.CreateClassProxy<Orders>(noting), generator.CreateClassProxy<Stock>(noting)),
            ("class with target", generator.CreateClassProxyWithTarget(new Orders(), noting),
                generator.CreateClassProxyWithTarget(new Stock(), noting)),
            ("async interface", generator.CreateInterfaceProxyWithTarget<IOrders>(new Orders(), asyncNoting), new Stock()),
            ("async class", generator.CreateClassProxy<Orders>(asyncNoting.ToInterceptor()), new Stock()),
            ("additional", (IOrders)generator.CreateClassProxy(typeof(Orders), [typeof(IRepository<Item>)], noting), new Stock()),
        ];
        foreach ((string name, IOrders orders, IStock stock) in proxies)
        {
            write($"{name}: {await MoqTool.Failure(() => new Checkout(orders, stock).RunAsync(2))}");
            write($"{name}: {await MoqTool.Failure(() => new Checkout(orders, stock).RunAsync(-2))}");
            write($"{name}: {string.Join(' ', noting.Calls)}");
            write($"{name}: {string.Join(' ', orders.GetType().GetInterfaces().Select(static one => one.Name))}");
            noting.Calls.Clear();
        }

        // As Autofac.Extras.DynamicProxy does.
        object OfAll(object target, IInterceptor interceptor)
        {
            Type[] all = [.. target.GetType().GetInterfaces().Where(ProxyUtil.IsAccessible)];
            return generator.CreateInterfaceProxyWithTarget(all[0], all[1..], target, interceptor);
        }
    }

    private sealed class Noting : IInterceptor
    {
        public List<string> Calls { get; } = [];

        public void Intercept(IInvocation invocation)
        {
            Calls.Add($"{invocation.Method.Name}({string.Join(',', invocation.Arguments)})");
            invocation.Proceed();
        }
    }

    /// <summary>Adds one to results that are numbers.</summary>
    private sealed class AsyncNoting(List<string> calls) : AsyncInterceptorBase
    {
        protected override async Task InterceptAsync(
            IInvocation invocation, IInvocationProceedInfo proceed, Func<IInvocation, IInvocationProceedInfo, Task> next)
        {
            calls.Add("before " + invocation.Method.Name);
            await next(invocation, proceed);
            calls.Add("after " + invocation.Method.Name);
        }

        protected override async Task<T> InterceptAsync<T>(
            IInvocation invocation, IInvocationProceedInfo proceed, Func<IInvocation, IInvocationProceedInfo, Task<T>> next)
        {
            calls.Add("before " + invocation.Method.Name);
            T result = await next(invocation, proceed);
            calls.Add("after " + invocation.Method.Name);
            return result is int number ? (T)(object)(number + 1) : result;
        }
    }
}

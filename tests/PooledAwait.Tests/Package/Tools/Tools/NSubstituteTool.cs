using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NSubstitute;
using NSubstitute.ExceptionExtensions;
using Shop;

namespace Tools;

internal static class NSubstituteTool
{
    public static async Task Run(Action<string> write)
    {
        IOrders orders = Substitute.For<IOrders>();
        IStock stock = Substitute.For<IStock>();
        orders.CountAsync(1).Returns(5, 6);
        orders.CountAsync(2).Returns(async _ =>
        {
            await Task.Yield();
            return 22;
        });
        orders.NameAsync(Arg.Any<string>(), Arg.Any<CancellationToken>())
            .Returns(static call => new ValueTask<string>(call.Arg<string>() + "!"));
        orders.EchoAsync("e").Returns("substituted");
        orders.SaveAsync(2).ThrowsAsync(new InvalidOperationException("substituted"));
        stock.LevelAsync(Arg.Is<string>(static item => item.Length == 4)).Returns(8);
        Checkout checkout = new(orders, stock);
        write(await checkout.RunAsync(1));
        write(await checkout.RunAsync(1));
        await orders.Received(2).SaveAsync(1);
        orders.ClearReceivedCalls();
        stock.ClearReceivedCalls();
        write(await checkout.RunAsync(2));
        await stock.DidNotReceive().LevelAsync("other");
        Received.InOrder(() =>
        {
            orders.CountAsync(2);
            orders.NameAsync("n", default);
            orders.EchoAsync("e");
            stock.ReserveAsync("item");
            orders.SaveAsync(2);
        });
        write(string.Join(' ', orders.ReceivedCalls().Concat(stock.ReceivedCalls()).Select(static one => one.GetMethodInfo().Name)));

        Orders part = Substitute.ForPartsOf<Orders>();
        part.CountAsync(3).Returns(33);
        write(await MoqTool.Failure(() => new Checkout(part).RunAsync(3)));
        write(string.Join(' ', part.ReceivedCalls().Select(static one => one.GetMethodInfo().Name)));
        IOrders both = (IOrders)Substitute.For([typeof(IRepository<Item>), typeof(IOrders)], []);
        write(await new Checkout(both).RunAsync(3));
    }
}

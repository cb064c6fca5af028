using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Moq;
using Moq.Protected;
using Shop;

namespace Tools;

internal static class MoqTool
{
    public static async Task Run(Action<string> write)
    {
        // Of interfaces: strict and loose, results at once and later, failures, sequences, callbacks; one of the interfaces is internal.
        Mock<IOrders> orders = new(MockBehavior.Strict);
        int callbacks = 0;
        orders.Setup(static one => one.CountAsync(It.IsInRange(1, 5, Moq.Range.Inclusive))).Callback(() => callbacks++).ReturnsAsync(7);
        orders.Setup(static one => one.NameAsync("n", It.IsAny<CancellationToken>())).Returns(async (string prefix, CancellationToken _) =>
        {
            await Task.Yield();
            return prefix + "!";
        });
        orders.Setup(static one => one.EchoAsync(It.IsAny<string>())).ReturnsAsync("mocked");
        orders.Setup(static one => one.EchoAsync(It.IsAny<int>())).ReturnsAsync(static (int value) => -value);
        orders.As<ITwice>().SetupSequence(static one => one.TwiceAsync(It.IsAny<int>()))
            .ReturnsAsync(1).ReturnsAsync(2).ThrowsAsync(new TimeoutException());
        orders.Setup(static one => one.SaveAsync(2)).ThrowsAsync(new InvalidOperationException("mocked"));
        orders.Setup(static one => one.SaveAsync(1)).Returns(Task.CompletedTask);
        Mock<IStock> stock = new();
        stock.Setup(static one => one.LevelAsync("item")).ReturnsAsync(99);
        Checkout checkout = new(orders.Object, stock.Object);
        write(await checkout.RunAsync(1));
        write(await checkout.RunAsync(2));
        write(await Failure(() => checkout.RunAsync(3)));
        write(await Failure(() => checkout.RunAsync(6)));
        write($"{callbacks}: {string.Join(' ', orders.Invocations.Concat(stock.Invocations).Select(static one => one.Method.Name))}");
        orders.Verify(static one => one.CountAsync(1), Times.Once);
        stock.Verify(static one => one.ReserveAsync("item"), Times.Exactly(2));
        stock.Verify(static one => one.LevelAsync("item"), Times.Exactly(2));
        stock.VerifyNoOtherCalls();

        // What nobody has set up: a complete Task, and null where the mock says so.
        Mock<IOrders> loose = new();
        write(await new Checkout(loose.Object, Mock.Of<IStock>()).RunAsync(5));
        loose.Setup(static one => one.CountAsync(It.IsAny<int>())).Returns((Task<int>)null!);
        write(await Failure(() => new Checkout(loose.Object).RunAsync(5)));

        // Of classes: what isn't set up runs the class's own, and protected methods are set up by their names.
        Mock<Orders> part = new() { CallBase = true };
        part.Setup(static one => one.CountAsync(3)).ReturnsAsync(33);
        part.Protected().Setup<Task<string>>("SuffixAsync").ReturnsAsync("?");
        write(await new Checkout(part.Object).RunAsync(3));
        write(string.Join(' ', part.Invocations.Select(static one => one.Method.Name)));
        Mock<Stock> own = new() { CallBase = true };
        own.Setup(static one => one.LevelAsync("item")).ReturnsAsync(0);
        write(await new Checkout(new Orders(), own.Object).RunAsync(3));
        IOrders both = new Mock<IOrders>().As<IRepository<Item>>().As<IOrders>().Object;
        write(await new Checkout(both).RunAsync(3));
    }

    internal static async Task<string> Failure(Func<Task<string>> call)
    {
        try
        {
            return await call();
        }
        catch (Exception failure)
        {
            return $"{failure.GetType().Name} {failure.Message.Split('\n')[0]}";
        }
    }
}

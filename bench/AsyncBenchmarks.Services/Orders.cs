using Microsoft.AspNetCore.Http;

namespace AsyncBenchmarks.Services;

/// <summary>An order as it is stored.</summary>
public sealed class Order
{
    public long Id { get; set; }

    public string Customer { get; set; } = "";
}

/// <summary>A line of it.</summary>
public sealed class OrderLine
{
    public long OrderId { get; set; }

    public int Number { get; set; }

    public string Product { get; set; } = "";

    public decimal Price { get; set; }
}

/// <summary>What a request is answered with.</summary>
public sealed record OrderView(long Id, string Customer, decimal Total, IReadOnlyList<string> Products);

/// <summary>The layer below.</summary>
public interface IOrderRepository
{
    Task<Order?> FindAsync(long id, CancellationToken cancellationToken);

    Task<IReadOnlyList<OrderLine>> LinesAsync(long id, CancellationToken cancellationToken);
}

/// <summary>The layer of the endpoint's questions.</summary>
public interface IOrderService
{
    Task<OrderView?> GetAsync(long id, CancellationToken cancellationToken);
}

/// <inheritdoc/>
public sealed class OrderService(IOrderRepository orders) : IOrderService
{
    public async Task<OrderView?> GetAsync(long id, CancellationToken cancellationToken) =>
        await orders.FindAsync(id, cancellationToken) is { } order ? await PriceAsync(order, cancellationToken) : null;

    private async Task<OrderView> PriceAsync(Order order, CancellationToken cancellationToken)
    {
        IReadOnlyList<OrderLine> lines = await orders.LinesAsync(order.Id, cancellationToken);
        return new OrderView(order.Id, order.Customer, lines.Sum(line => line.Price), [.. lines.Select(line => line.Product)]);
    }
}

/// <summary>The endpoint.</summary>
internal static class OrderEndpoint
{
    public static async Task<IResult> GetAsync(long id, IOrderService service, CancellationToken cancellationToken) =>
        await service.GetAsync(id, cancellationToken) is { } order ? TypedResults.Json(order) : TypedResults.NotFound();
}

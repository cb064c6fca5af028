using System.Diagnostics;
using System.Threading.Tasks;
using Microsoft.Extensions.Logging;

namespace Samples.Web;

/// <summary>Knows orders.</summary>
public interface IOrderService
{
    /// <summary>Adds up what an order costs.</summary>
    /// <param name="id">The order's number.</param>
    /// <returns>The sum, in cents.</returns>
    ValueTask<int> GetTotalAsync(int id);
}

/// <summary>
/// An ordinary service. The property PooledAwaitMethods in the project file pools its methods; deleting it is all it takes to go back.
/// </summary>
public sealed partial class OrderService(IPriceStore prices, ILogger<OrderService> logger) : IOrderService
{
    private const int Lines = 3;

    /// <inheritdoc/>
    public async ValueTask<int> GetTotalAsync(int id)
    {
        int total = 0;
        for (int line = 0; line < Lines; line++)
        {
            total += await GetPriceAsync(id + line);
        }

        // After three awaits on other threads, this is still the request's Activity, and the request's logging scope.
        if (logger.IsEnabled(LogLevel.Debug))
        {
            LogTotal(id, total, Activity.Current?.TraceId);
        }

        return total;
    }

    private async ValueTask<int> GetPriceAsync(int item)
    {
        int price = await prices.ReadAsync(item);
        return price > 0 ? price : throw new UnknownItemException(item);
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Order {Id} costs {Total} in {Trace}")]
    private partial void LogTotal(int id, int total, ActivityTraceId? trace);
}

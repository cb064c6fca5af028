namespace Samples.Web.Tests;

/// <summary>The sample's methods with .NET's own builder: the property saves the difference.</summary>
internal sealed class FrameworkOrderService : IOrderService
{
    public async ValueTask<int> GetTotalAsync(int id)
    {
        int total = 0;
        for (int line = 0; line < 3; line++)
        {
            total += await GetPriceAsync(id + line);
        }

        return total;
    }

    private static async ValueTask<int> GetPriceAsync(int item)
    {
        int price = await ReadAsync(item);
        return price > 0 ? price : throw new UnknownItemException(item);
    }

    private static async ValueTask<int> ReadAsync(int item)
    {
        await Task.Yield();
        return Math.Max(item * 100, 0);
    }
}

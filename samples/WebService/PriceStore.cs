using System;
using System.Threading.Tasks;

namespace Samples.Web;

/// <summary>Where prices come from.</summary>
public interface IPriceStore
{
    /// <summary>Reads a price.</summary>
    /// <param name="item">The item's number.</param>
    /// <returns>The price in cents; 0 for an unknown item.</returns>
    ValueTask<int> ReadAsync(int item);
}

/// <summary>Stands for a database: answers on another thread.</summary>
public sealed class PriceStore : IPriceStore
{
    /// <inheritdoc/>
    public async ValueTask<int> ReadAsync(int item)
    {
        await Task.Yield();
        return Math.Max(item * 100, 0);
    }
}

/// <summary>An item has no price.</summary>
public sealed class UnknownItemException(int item) : Exception($"Item {item} has no price.");

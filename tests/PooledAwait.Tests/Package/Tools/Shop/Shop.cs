using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

[assembly: InternalsVisibleTo("Tools")]
[assembly: InternalsVisibleTo("DynamicProxyGenAssembly2")]

namespace Shop;

public interface IOrders
{
    Task<int> CountAsync(int customer);

    ValueTask<string> NameAsync(string prefix, CancellationToken token = default);

    Task SaveAsync(int customer);

    Task<T> EchoAsync<T>(T value);
}

/// <summary>Has a method of its own.</summary>
public interface ITwice
{
    Task<int> CountAsync(int customer);

    async Task<int> TwiceAsync(int customer) => await CountAsync(2 * customer);
}

public interface IRepository<T>
{
    Task<T?> FindAsync(int id);

    Task AddAsync(T entity);
}

internal interface IStock
{
    Task<int> LevelAsync(string item);

    ValueTask ReserveAsync(string item);
}

public class Orders : ITwice, IOrders
{
    public virtual async Task<int> CountAsync(int customer)
    {
        await Task.Yield();
        return customer * 10;
    }

    public virtual async ValueTask<string> NameAsync(string prefix, CancellationToken token = default)
    {
        await Task.Delay(1, token);
        return prefix + await SuffixAsync();
    }

    public virtual async Task SaveAsync(int customer)
    {
        await Task.Yield();
        if (customer < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(customer));
        }
    }

    public async Task<T> EchoAsync<T>(T value)
    {
        await Task.Yield();
        return value;
    }

    protected virtual async Task<string> SuffixAsync()
    {
        await Task.Yield();
        return ".";
    }
}

internal class Stock : IStock
{
    public virtual async Task<int> LevelAsync(string item)
    {
        await Task.Yield();
        return item.Length;
    }

    public virtual async ValueTask ReserveAsync(string item)
    {
        if (await LevelAsync(item) == 0)
        {
            throw new InvalidOperationException("none left");
        }
    }
}

public class Repository<T> : IRepository<T>
    where T : class
{
    private readonly List<T> _all = [];

    public async Task<T?> FindAsync(int id)
    {
        await Task.Yield();
        return id < _all.Count ? _all[id] : null;
    }

    public async Task AddAsync(T entity)
    {
        await Task.Yield();
        _all.Add(entity);
    }
}

/// <summary>Calls whatever object it is given, and awaits each call at once.</summary>
public sealed class Checkout
{
    private readonly IOrders _orders;

    private readonly IStock _stock;

    public Checkout(IOrders orders)
        : this(orders, new Stock())
    {
    }

    internal Checkout(IOrders orders, IStock stock) => (_orders, _stock) = (orders, stock);

    public async Task<string> RunAsync(int customer)
    {
        await Task.Yield();
        string text = $"{await _orders.CountAsync(customer)} {await _orders.NameAsync("n", default).ConfigureAwait(false)}"
            + $" {await _orders.EchoAsync("e")} {await _orders.EchoAsync(customer)}";
        text += _orders is ITwice twice ? $" {await twice.TwiceAsync(customer)}" : "";
        try
        {
            await _stock.ReserveAsync("item");
            text += $" {await _stock.LevelAsync("item")}";
            await _orders.SaveAsync(customer);
            return text + " saved";
        }
        catch (Exception failure) when (failure is not NullReferenceException)
        {
            return $"{text} {failure.GetType().Name}: {failure.Message}";
        }
    }
}

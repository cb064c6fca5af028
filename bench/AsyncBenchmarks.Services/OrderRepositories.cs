using Dapper;
using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace AsyncBenchmarks.Services;

/// <summary>Over Npgsql, with Dapper.</summary>
public sealed class DapperOrderRepository(NpgsqlDataSource source) : IOrderRepository
{
    public async Task<Order?> FindAsync(long id, CancellationToken cancellationToken)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync(cancellationToken);
        return await connection.QuerySingleOrDefaultAsync<Order>(
            new CommandDefinition("SELECT id, customer FROM orders WHERE id = @id", new { id }, cancellationToken: cancellationToken));
    }

    public async Task<IReadOnlyList<OrderLine>> LinesAsync(long id, CancellationToken cancellationToken)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync(cancellationToken);
        return (await connection.QueryAsync<OrderLine>(new CommandDefinition(
            "SELECT order_id AS OrderId, number, product, price FROM order_lines WHERE order_id = @id ORDER BY number",
            new { id },
            cancellationToken: cancellationToken))).AsList();
    }
}

/// <summary>Over EF Core.</summary>
public sealed class EfCoreOrderRepository(OrderContext context) : IOrderRepository
{
    public async Task<Order?> FindAsync(long id, CancellationToken cancellationToken) =>
        await context.Orders.AsNoTracking().SingleOrDefaultAsync(order => order.Id == id, cancellationToken);

    public async Task<IReadOnlyList<OrderLine>> LinesAsync(long id, CancellationToken cancellationToken) =>
        await context.Lines.AsNoTracking().Where(line => line.OrderId == id).OrderBy(line => line.Number).ToListAsync(cancellationToken);
}

/// <summary>The tables, for EF Core.</summary>
public sealed class OrderContext(DbContextOptions<OrderContext> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    public DbSet<OrderLine> Lines => Set<OrderLine>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Order>(order =>
        {
            order.ToTable("orders");
            order.Property(one => one.Id).HasColumnName("id");
            order.Property(one => one.Customer).HasColumnName("customer");
        });
        modelBuilder.Entity<OrderLine>(line =>
        {
            line.ToTable("order_lines").HasKey(one => new { one.OrderId, one.Number });
            line.Property(one => one.OrderId).HasColumnName("order_id");
            line.Property(one => one.Number).HasColumnName("number");
            line.Property(one => one.Product).HasColumnName("product");
            line.Property(one => one.Price).HasColumnName("price");
        });
    }
}

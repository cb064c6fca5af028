using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Tools;

public static class EntityFrameworkTool
{
    public static async Task Run(Action<string> write)
    {
        List<string> calls = [];
        DbContextOptions options = new DbContextOptionsBuilder().UseInMemoryDatabase("tools").UseLazyLoadingProxies()
            .AddInterceptors(new Saves(calls)).Options;
        await using (Context context = new(options))
        {
            foreach (IEntityType type in context.Model.GetEntityTypes())
            {
                write($"{type.ClrType.Name} {string.Join(' ', type.GetProperties().Select(static one => one.Name))}"
                    + $" {string.Join(' ', type.GetNavigations().Select(static one => one.Name))}");
            }

            Customer customer = context.CreateProxy<Customer>();
            customer.Name = "first";
            customer.Baskets.Add(context.CreateProxy<Basket>());
            context.Add(customer);
            write($"{await context.SaveChangesAsync()}");
        }

        await using (Context context = new(options))
        {
            Customer customer = await context.Customers.SingleAsync(static one => one.Name == "first");
            write($"{customer.GetType().BaseType!.Name} {customer.Baskets.Count} {await customer.DescribeAsync()}");
            IDescribed described = customer.Baskets.Single();
            write(await described.DescribeAsync());
            write(string.Join(' ', customer.GetType().GetInterfaces().Select(static one => one.Name)));
        }

        write(string.Join(' ', calls));
    }

    public interface IDescribed
    {
        Task<string> DescribeAsync();
    }

    public class Customer : IDescribed
    {
        public virtual int Id { get; set; }

        public virtual string Name { get; set; } = "";

        public virtual ICollection<Basket> Baskets { get; set; } = [];

        public virtual async Task<string> DescribeAsync()
        {
            await Task.Yield();
            return $"{Name} {await Baskets.Single().DescribeAsync()}";
        }
    }

    public class Basket : IDescribed
    {
        public virtual int Id { get; set; }

        public virtual Customer Customer { get; set; } = null!;

        public virtual async Task<string> DescribeAsync()
        {
            await Task.Yield();
            return $"{Id} of {Customer.Name}";
        }
    }

    public class Context(DbContextOptions options) : DbContext(options)
    {
        public DbSet<Customer> Customers => Set<Customer>();

        public override async Task<int> SaveChangesAsync(bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default)
        {
            await Task.Yield();
            return await base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken);
        }
    }

    private sealed class Saves(List<string> calls) : SaveChangesInterceptor
    {
        public override async ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            await Task.Yield();
            calls.Add("saving");
            return await base.SavingChangesAsync(eventData, result, cancellationToken);
        }

        public override async ValueTask<int> SavedChangesAsync(
            SaveChangesCompletedEventData eventData, int result, CancellationToken cancellationToken = default)
        {
            calls.Add("saved");
            return await base.SavedChangesAsync(eventData, result, cancellationToken);
        }
    }
}

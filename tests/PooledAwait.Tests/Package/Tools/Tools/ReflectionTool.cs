using System;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Shop;

namespace Tools;

internal static class ReflectionTool
{
    public static async Task Run(Action<string> write)
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        Type[] types =
        [
            typeof(IOrders), typeof(ITwice), typeof(Orders), typeof(Special), typeof(Repository<Item>), typeof(Checkout), typeof(Stock),
        ];
        foreach (Type type in types)
        {
            write($"{type.Name} {string.Join(", ", type.GetInterfaces().Select(static one => one.Name))}");
            foreach (MemberInfo member in type.GetMembers(All).OrderBy(static one => $"{one}", StringComparer.Ordinal))
            {
                string attributes = string.Join(
                    ' ', member.GetCustomAttributesData().Where(static one => one.AttributeType.IsPublic).Select(static one => $"{one}"));
                write($"{type.Name}.{member} {attributes}");
            }
        }

        write(string.Join(' ', typeof(Orders).Assembly.ExportedTypes.Select(static one => one.Name)));
        MethodInfo method = typeof(Orders).GetMethod(nameof(Orders.CountAsync))!;
        write($"{await (Task<int>)method.Invoke(new Special(), [3])!}");
        write($"{await method.CreateDelegate<Func<int, Task<int>>>(new Orders())(3)}");
        foreach (Type type in (Type[])[typeof(IOrders), typeof(ITwice)])
        {
            InterfaceMapping map = typeof(Special).GetInterfaceMap(type);
            write(string.Join(' ', map.TargetMethods.Select(static one => $"{one.DeclaringType!.Name}.{one.Name}")));
        }

        write(await new Checkout(new Special()).RunAsync(1));
        write($"{method.GetCustomAttribute<AsyncStateMachineAttribute>()!.StateMachineType.Name}");
    }

    private interface IOther;

    /// <summary>Overrides one of two virtual methods.</summary>
    private sealed class Special : Orders, IOther
    {
        public override async Task<int> CountAsync(int customer)
        {
            await Task.Yield();
            return 1 + await base.CountAsync(customer);
        }
    }
}

/// <summary>What is stored.</summary>
public class Item
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}

using System;
using System.Linq;
using System.Threading.Tasks;

namespace Tools;

/// <summary>Says what each tool finds and does, a line each, and how often state machines of this program were rented for it.</summary>
public static class Program
{
    private static readonly (string Name, Func<Action<string>, Task> Run)[] s_tools =
    [
        ("Reflection", ReflectionTool.Run),
        ("DispatchProxy", DispatchProxyTool.Run),
        ("Moq", MoqTool.Run),
        ("NSubstitute", NSubstituteTool.Run),
        ("Castle", CastleTool.Run),
        ("Scrutor", ScanTools.Scrutor),
        ("Autofac", ScanTools.Autofac),
        ("MediatR", MediatRTool.Run),
        ("EntityFramework", EntityFrameworkTool.Run),
        ("Json", JsonTool.Run),
        ("Options", OptionsTool.Run),
        ("Web", WebTool.Run),
        ("SignalR", SignalRTool.Run),
        ("Grpc", GrpcTool.Run),
        ("xUnit", XunitTool.Run),
        ("NUnit", NUnitTool.Run),
    ];

    public static async Task Main(string[] names)
    {
        foreach ((string name, Func<Action<string>, Task> run) in s_tools.Where(tool => names.Length == 0 || names.Contains(tool.Name)))
        {
            long before = Rented();
            await run(line => Console.WriteLine($"{name}: {line}"));
            Console.WriteLine($"#{name} {Rented() - before}");
        }
    }

    private static long Rented() => PooledAwait.Pool.GetStatistics()
        .Where(static pool => pool.Type.Assembly.GetName().Name is "Tools" or "Shop").Sum(static pool => pool.Rented);
}

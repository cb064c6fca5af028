using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;
using Shop;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Tools;

/// <summary>Which tests the framework finds in this program, and their outcomes.</summary>
internal static class XunitTool
{
    public static async Task Run(Action<string> write)
    {
        using Outcomes<IDiscoveryCompleteMessage> found = new();
        using XunitTestFramework framework = new(found);
        Assembly assembly = typeof(XunitTool).Assembly;
        ITestFrameworkDiscoverer discoverer = framework.GetDiscoverer(Reflector.Wrap(assembly));
        discoverer.Find(false, found, new DefaultOptions());
        await found.End;
        ITestCase[] cases =
        [
            .. found.All.OfType<ITestCaseDiscoveryMessage>().Select(static one => one.TestCase)
                .OrderBy(static one => one.DisplayName, StringComparer.Ordinal),
        ];
        foreach (ITestCase one in cases)
        {
            write($"found {one.DisplayName}");
        }

        using Outcomes<ITestAssemblyFinished> run = new();
        framework.GetExecutor(assembly.GetName()).RunTests(cases, run, new DefaultOptions());
        await run.End;
        foreach (string line in run.All.OfType<ITestResultMessage>()
            .Select(static one => $"{one.Test.DisplayName} {one switch
            {
                ITestFailed failed => $"{failed.ExceptionTypes[0]} {failed.Messages[0].ReplaceLineEndings(" ")}",
                ITestPassed => "passed",
                _ => "skipped",
            }}").Order(StringComparer.Ordinal))
        {
            write(line);
        }
    }

    private sealed class Outcomes<TEnd> : IMessageSink, IDisposable
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public List<IMessageSinkMessage> All { get; } = [];

        public Task End => _end.Task;

        public bool OnMessage(IMessageSinkMessage message)
        {
            lock (All)
            {
                All.Add(message);
            }

            if (message is TEnd)
            {
                _end.TrySetResult();
            }

            return true;
        }

        public void Dispose()
        {
        }
    }

    private sealed class DefaultOptions : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public T? GetValue<T>(string name) => default;

        public void SetValue<T>(string name, T value)
        {
        }
    }
}

public abstract class TestsOfXunit : IAsyncLifetime
{
    protected IOrders? Orders { get; private set; }

    public async Task InitializeAsync()
    {
        await Task.Yield();
        Orders = new Orders();
    }

    public virtual async Task DisposeAsync() => await Orders!.SaveAsync(1);

    [Fact]
    public virtual async Task Inherited() => Assert.Equal(10, await Orders!.CountAsync(1));
}

public class MoreTestsOfXunit : TestsOfXunit
{
    public static IEnumerable<object[]> Numbers => [[1, 10], [2, 21]];

    public override async Task Inherited()
    {
        await base.Inherited();
        Assert.Equal(await Helper(1), await Orders!.CountAsync(1));
    }

    [Theory]
    [MemberData(nameof(Numbers))]
    public async Task Theory(int customer, int expected) => Assert.Equal(expected, await Orders!.CountAsync(customer));

    [Fact]
    public async Task Throws() =>
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await Orders!.SaveAsync(-1));

    [Fact(DisplayName = "a name of its own")]
    public async ValueTask Named() => await Helper(1);

    [Fact]
    public async void Void() => Assert.Equal(11, await Helper(1));

    private async Task<int> Helper(int customer) => await Orders!.CountAsync(customer);
}

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using NUnit.Framework;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using Shop;

namespace Tools;

/// <summary>The same for another framework.</summary>
internal static class NUnitTool
{
    public static Task Run(Action<string> write)
    {
        NUnitTestAssemblyRunner runner = new(new DefaultTestAssemblyBuilder());
        Show(runner.Load(typeof(NUnitTool).Assembly, new Dictionary<string, object>()));
        ShowResult(runner.Run(TestListener.NULL, TestFilter.Empty));
        return Task.CompletedTask;

        void Show(ITest test)
        {
            write($"found {test.FullName} {test.RunState}");
            foreach (ITest one in test.Tests)
            {
                Show(one);
            }
        }

        void ShowResult(ITestResult result)
        {
            if (!result.HasChildren)
            {
                write($"{result.FullName} {result.ResultState.Status} {result.Message.ReplaceLineEndings(" ")}");
            }

            foreach (ITestResult one in result.Children)
            {
                ShowResult(one);
            }
        }
    }
}

[TestFixture]
public class TestsOfNUnit
{
    private IOrders _orders = null!;

    [OneTimeSetUp]
    public async Task OneTimeSetUp() => await Task.Yield();

    [SetUp]
    public async Task SetUp()
    {
        await Task.Yield();
        _orders = new Orders();
    }

    [TearDown]
    public async Task TearDown() => await _orders.SaveAsync(1);

    [Test]
    public async Task Counts() => Assert.That(await _orders.CountAsync(1), Is.EqualTo(10));

    [Test]
    public async Task Fails() => Assert.That(await Helper(1), Is.EqualTo(11));

    [TestCase(1, ExpectedResult = 10)]
    [TestCase(2, ExpectedResult = 20)]
    public async Task<int> Cases(int customer) => await Helper(customer);

    [Test]
    public void Throws() => Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await _orders.SaveAsync(-1));

    private async Task<int> Helper(int customer) => await _orders.CountAsync(customer);
}

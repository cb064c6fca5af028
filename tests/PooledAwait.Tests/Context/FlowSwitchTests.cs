using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Xml.Linq;

namespace PooledAwait.Tests.Context;

/// <summary>What the switch decides: each test holds with flow and without, and says what is seen in both.</summary>
public sealed class FlowSwitchTests
{
    private static readonly AsyncLocal<string?> s_local = new();

    private static readonly (string Name, Func<PooledValueTask, Task> Call)[] s_forms =
    [
        ("PooledValueTask", static task => Pooled(task).AsTask()),
        ("PooledValueTask<T>", static task => PooledWithResult(task).AsTask()),
        ("PooledTask", static task => AwaitInTask(task).AsTask()),
        ("PooledTask<T>", static task => AwaitInTaskWithResult(task).AsTask()),
        ("ValueTask", static task => Attributed(task).AsTask()),
        ("ValueTask<T>", static task => AttributedWithResult(task).AsTask()),
        ("Task", static task => AttributedTask(task)),
        ("Task<T>", static task => AttributedTaskWithResult(task)),
    ];

    private static string? s_seen;

    [Fact]
    public void Switch_OfThisRun_IsTheOneThatTheRunAsksFor() => Assert.Equal(FlowMode.IsOn, ExecutionContextFlow.IsEnabled);

    /// <summary>The trimmer ignores what it does not find.</summary>
    [Fact]
    public void Substitutions_OfTheTrimmer_NameTheSwitchAndItsProperty()
    {
        Assembly library = typeof(PooledValueTask).Assembly;
        using Stream stream = library.GetManifestResourceStream("ILLink.Substitutions.xml")!;
        XElement type = XElement.Load(stream).Descendants("type").Single();
        XElement[] methods = [.. type.Elements()];

        Assert.Equal(library.GetName().Name, (string?)type.Parent!.Attribute("fullname"));
        Assert.Equal(typeof(ExecutionContextFlow).FullName, (string?)type.Attribute("fullname"));
        Assert.Equal(["true", "false"], methods.Select(static method => (string?)method.Attribute("featurevalue")));
        Assert.Equal("true", (string?)methods[0].Attribute("featuredefault"));
        Assert.All(methods, static method =>
        {
            Assert.Equal($"System.Boolean get_{nameof(ExecutionContextFlow.IsEnabled)}()", (string?)method.Attribute("signature"));
            Assert.Equal(ExecutionContextFlow.Switch, (string?)method.Attribute("feature"));
            Assert.Equal((string?)method.Attribute("featurevalue"), (string?)method.Attribute("value"));
        });
    }

    [Fact]
    public void AsyncLocal_AfterAnAwait_IsTheMethodsWithFlowAndTheCompletersWithout() => Watchdog.Run(static () =>
    {
        foreach ((string name, Func<PooledValueTask, Task> call) in s_forms)
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            s_local.Value = "caller";
            Task task = call(source.PooledTask);
            string? afterTheCall = s_local.Value;
            s_local.Value = "completer";
            source.SetResult();
            task.GetAwaiter().GetResult();

            (string, string?, string?, string?) expected = FlowMode.IsOn
                ? (name, "caller", "method", "completer")
                : (name, "method", "completer", "changed");
            Assert.Equal(expected, (name, afterTheCall, s_seen, s_local.Value));
        }
    });

    [Fact]
    public void AsyncLocal_OfAFrameworkMethod_IsItsOwnAfterItAwaitsAPooledOne() => Watchdog.Run(static () =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        s_local.Value = "caller";
        Task<string?> task = Framework(source.PooledTask);
        s_local.Value = "completer";
        source.SetResult();
        Assert.Equal("caller", task.GetAwaiter().GetResult());

        static async Task<string?> Framework(PooledValueTask task)
        {
            await task.ConfigureAwait(false);
            return s_local.Value;
        }
    });

    [Fact]
    public void AsyncLocal_AfterYield_IsTheMethodsWithFlowAndNoneWithout() => Watchdog.Run(static () =>
    {
        s_local.Value = "caller";
        Assert.Equal(FlowMode.IsOn ? "caller" : null, AfterYield().GetAwaiter().GetResult());

        static async PooledValueTask<string?> AfterYield()
        {
            await Task.Yield();
            return s_local.Value;
        }
    });

    private static void Change() => s_local.Value = "method";

    private static void Look()
    {
        s_seen = s_local.Value;
        s_local.Value = "changed";
    }

    private static async PooledValueTask Pooled(PooledValueTask task)
    {
        Change();
        await task;
        Look();
    }

    private static async PooledValueTask<int> PooledWithResult(PooledValueTask task)
    {
        Change();
        await task;
        Look();
        return 1;
    }

    private static async PooledTask AwaitInTask(PooledValueTask task)
    {
        Change();
        await task;
        Look();
    }

    private static async PooledTask<int> AwaitInTaskWithResult(PooledValueTask task)
    {
        Change();
        await task;
        Look();
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask Attributed(PooledValueTask task)
    {
        Change();
        await task;
        Look();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> AttributedWithResult(PooledValueTask task)
    {
        Change();
        await task;
        Look();
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
    private static async Task AttributedTask(PooledValueTask task)
    {
        Change();
        await task;
        Look();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    private static async Task<int> AttributedTaskWithResult(PooledValueTask task)
    {
        Change();
        await task;
        Look();
        return 1;
    }
}

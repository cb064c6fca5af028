using PooledAwait.Tests.Allocation;
using PooledAwait.Tests.Context;
using PooledAwait.Tests.Soak;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>
/// Runs this assembly's tests here, on a runtime that no test platform starts. Words choose those whose names have one of them. Exit code
/// 0 if none failed. Or what a test wants in a process of its own.
/// </summary>
internal sealed class Program : LongLivedMarshalByRefObject, IMessageSink
{
    private readonly TaskCompletionSource _isOver = new();
    private volatile string? _running;
    private int _passed;
    private int _failed;
    private int _skipped;

    private static int Main(string[] words) => words switch
    {
        ["posts", var kind, var place, var builder] => Posts.Run(kind, place, builder),
        ["tiers", var calls] => Tiers.Run(int.Parse(calls, CultureInfo.InvariantCulture)),
        ["loop", var name, var rounds] => Loops.Run(name, int.Parse(rounds, CultureInfo.InvariantCulture)),
        _ => RunTests(words),
    };

    private static int RunTests(string[] words)
    {
        Program sink = new();
        using XunitTestFramework framework = new(sink);
        Options options = new();
        Discovery discovery = new();
        framework.GetDiscoverer(Reflector.Wrap(typeof(Program).Assembly)).Find(includeSourceInformation: false, discovery, options);
        discovery.IsOver.Task.Wait();
        framework.GetExecutor(typeof(Program).Assembly.GetName()).RunTests(
            discovery.Cases.Where(
                test => !IsOfBytes(test.DisplayName) && HasWhatItNeeds(test)
                    && (words.Length == 0 || words.Any(test.DisplayName.Contains))),
            sink,
            options);
        for (int finished = -1; !sink._isOver.Task.Wait(Watchdog.Patience + TimeSpan.FromMinutes(1)); finished = sink.Finished)
        {
            if (finished == sink.Finished)
            {
                // What its body awaits never comes: no thread of it is in the Watchdog.
                Console.WriteLine($"[FAIL] {sink._running}\nIt hangs.");
                Environment.Exit(1);
            }
        }

        Console.WriteLine($"{(sink._failed == 0 ? "Passed" : "Failed")}!  - Failed: {sink._failed}, Passed: {sink._passed}, "
            + $"Skipped: {sink._skipped} - .NET {Environment.Version}");
        return sink._failed == 0 && sink._passed != 0 ? 0 : 1;
    }

    private int Finished => _passed + _failed + _skipped;

    /// <summary>Whether it is the framework's objects that a test counts, which have other sizes in .NET 8.</summary>
    private static bool IsOfBytes(string name) => Environment.Version.Major == 8 && (
        name.Contains("Costs", StringComparison.Ordinal) || name.Contains("Allocate", StringComparison.Ordinal));

    private static bool HasWhatItNeeds(ITestCase test) => !test.Traits.TryGetValue(FlowMode.Needs, out List<string>? needs)
        || ((PrivateFields.MayBeRead || !needs.Contains(FlowMode.PrivateMembers))
            && (FlowMode.MayStartProcesses || !needs.Contains(FlowMode.Processes)));

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
            case ITestStarting starting:
                _running = starting.Test.DisplayName;
                break;
            case ITestPassed:
                _passed++;
                break;
            case ITestSkipped:
                _skipped++;
                break;
            case ITestFailed failed:
                _failed++;
                Console.WriteLine($"[FAIL] {failed.Test.DisplayName}");
                Console.WriteLine(string.Join('\n', failed.Messages.Concat(failed.StackTraces)));
                break;
            case ITestAssemblyFinished:
                _isOver.SetResult();
                break;
        }

        return true;
    }

    private sealed class Discovery : LongLivedMarshalByRefObject, IMessageSink
    {
        internal List<ITestCase> Cases { get; } = [];

        internal TaskCompletionSource IsOver { get; } = new();

        public bool OnMessage(IMessageSinkMessage message)
        {
            if (message is ITestCaseDiscoveryMessage found)
            {
                Cases.Add(found.TestCase);
            }
            else if (message is IDiscoveryCompleteMessage)
            {
                IsOver.SetResult();
            }

            return true;
        }
    }

    /// <summary>The defaults, and what the assembly's attributes say.</summary>
    private sealed class Options : ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
    {
        public TValue GetValue<TValue>(string name) => default!;

        public void SetValue<TValue>(string name, TValue value)
        {
        }
    }
}

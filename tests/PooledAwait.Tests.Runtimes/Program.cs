using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace PooledAwait.Tests;

/// <summary>Runs this assembly's tests here. Words choose those whose names have one of them. Exit code 0 if none failed.</summary>
internal sealed class Program : LongLivedMarshalByRefObject, IMessageSink
{
    private readonly ManualResetEventSlim _isOver = new();
    private int _passed;
    private int _failed;
    private int _skipped;

    private static int Main(string[] words)
    {
        Program sink = new();
        using XunitTestFramework framework = new(sink);
        Options options = new();
        Discovery discovery = new();
        framework.GetDiscoverer(Reflector.Wrap(typeof(Program).Assembly)).Find(includeSourceInformation: false, discovery, options);
        discovery.IsOver.Wait();
        framework.GetExecutor(typeof(Program).Assembly.GetName()).RunTests(
            discovery.Cases.Where(
                test => !IsOfBytes(test.DisplayName) && HasWhatItNeeds(test)
                    && (words.Length == 0 || words.Any(test.DisplayName.Contains))),
            sink,
            options);
        sink._isOver.Wait();
        Console.WriteLine($"{(sink._failed == 0 ? "Passed" : "Failed")}!  - Failed: {sink._failed}, Passed: {sink._passed}, "
            + $"Skipped: {sink._skipped} - .NET {Environment.Version}");
        return sink._failed == 0 && sink._passed != 0 ? 0 : 1;
    }

    /// <summary>Whether it is the framework's objects that a test counts, which have other sizes in .NET 8.</summary>
    private static bool IsOfBytes(string name) => Environment.Version.Major == 8 && (
        name.Contains("Costs", StringComparison.Ordinal) || name.Contains("Allocate", StringComparison.Ordinal));

    private static bool HasWhatItNeeds(ITestCase test) => PrivateFields.MayBeRead
        || !test.Traits.TryGetValue(FlowMode.Needs, out List<string>? needs) || !needs.Contains(FlowMode.PrivateMembers);

    public bool OnMessage(IMessageSinkMessage message)
    {
        switch (message)
        {
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
                _isOver.Set();
                break;
        }

        return true;
    }

    private sealed class Discovery : LongLivedMarshalByRefObject, IMessageSink
    {
        internal List<ITestCase> Cases { get; } = [];

        internal ManualResetEventSlim IsOver { get; } = new();

        public bool OnMessage(IMessageSinkMessage message)
        {
            if (message is ITestCaseDiscoveryMessage found)
            {
                Cases.Add(found.TestCase);
            }
            else if (message is IDiscoveryCompleteMessage)
            {
                IsOver.Set();
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

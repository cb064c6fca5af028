using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit.Abstractions;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>
/// The framework is the specification in hostile surroundings, too: awaiters that call back at once, twice or late and that throw, contexts
/// and schedulers that run what they get at once, suppressed flow, handlers of an AsyncLocal, callbacks by hand, and failures that nobody
/// consumes. Each program runs on one thread, and all that happens must happen in the same order.
/// </summary>
/// <remarks>
/// The measure is the framework's pooling builder; for programs without contexts, Task too. Where the library differs on purpose,
/// <see cref="Foreign"/> does with the framework what docs/semantics.md promises here. A Post that throws ends the process with both:
/// ThrowingPostTests start a process for that.
/// </remarks>
[Trait(FlowMode.Needs, FlowMode.Flow)]
public sealed class HostileOracleTests(ITestOutputHelper output)
{
    /// <summary>How many programs run between two looks at what was reported as unobserved.</summary>
    private const int Batch = 500;

    private static readonly int s_programs = Rounds.Of(4_000, 100_000);

    private static readonly (string Name, Func<Step[], Flow, Root> Run)[] s_any =
    [
        ("PooledValueTask", Interpreter_HostilePooledValueTask.Start),
        ("PooledValueTask<int>", Interpreter_HostilePooledValueTaskOfInt.Start),
        ("ValueTask with attribute", Interpreter_HostileAttributedValueTask.Start),
        ("ValueTask<int> with attribute", Interpreter_HostileAttributedValueTaskOfInt.Start),
    ];

    private static readonly (string Name, Func<Step[], Flow, Root> Run)[] s_plain =
    [
        .. s_any,
        ("PooledTask", Interpreter_HostilePooledTask.Start),
        ("PooledTask<int>", Interpreter_HostilePooledTaskOfInt.Start),
        ("Task<int> with attribute", Interpreter_HostileAttributedTaskOfInt.Start),
    ];

    private readonly ConcurrentDictionary<long, int> _reported = new();

    /// <summary>The programs since the last look, each with the serial numbers of its exceptions.</summary>
    private readonly List<(long First, long Last, Program Program)> _batch = [];

    /// <summary>The errors of these programs that nobody consumes.</summary>
    private readonly HashSet<long> _unobserved = [];

    [Fact]
    public void RandomPrograms_AmongHostileCode_DoInEveryFormWhatTheyDoInTheFramework()
    {
        Seed seed = Seed.Choose();
        output.WriteLine($"{s_programs} programs. {seed}");
        string last = "";
        int count = 0;
        bool hasFailed = false;
        TaskScheduler.UnobservedTaskException += Report;
        try
        {
            Watchdog.Run(
                () =>
                {
                    ExecutionContext outside = ExecutionContext.Capture()!;
                    Check.One(
                        seed.Configure(Config.QuickThrowOnFailure.WithMaxTest(s_programs)),
                        Prop.ForAll(Programs.All, program =>
                        {
                            last = program.ToString();
                            try
                            {
                                Compare(program with { Outside = outside });

                                // Not while a failure is made smaller: the errors of a program that fails are reported too.
                                if (!hasFailed && ++count % Batch == 0)
                                {
                                    CompareUnobserved();
                                }
                            }
                            catch
                            {
                                hasFailed = true;
                                throw;
                            }
                        }));
                    CompareUnobserved();
                },
                () => $"{seed}\n{last}");
        }
        catch (Exception exception) when (exception is not Xunit.Sdk.XunitException)
        {
            throw new InvalidOperationException($"{seed}\n{exception.Message}", exception);
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= Report;
        }
    }

    private void Compare(Program program)
    {
        List<HostileException> errors = [];
        long first = World.LastSerial + 1;
        string expected = World.Run(program, isOurs: false, Interpreter_HostileFramework.Start, []);
        if (program.IsPlain)
        {
            CompareForm("Task<int>", World.Run(program, isOurs: false, Interpreter_HostileTask.Start, errors));
        }

        foreach ((string name, Func<Step[], Flow, Root> run) in program.IsPlain ? s_plain : s_any)
        {
            CompareForm(name, World.Run(program, isOurs: true, run, errors));
        }

        _unobserved.UnionWith(errors.Select(static error => error.Serial));
        _batch.Add((first, World.LastSerial, program));

        void CompareForm(string name, string actual)
        {
            if (actual != expected)
            {
                throw new InvalidOperationException(
                    $"{program}\n--- with the framework's pooling builder:\n{expected}\n--- with {name}:\n{actual}");
            }
        }
    }

    /// <summary>Each error that nobody consumed is reported once, and no other is.</summary>
    private void CompareUnobserved()
    {
        Garbage.Collect();
        long[] missing = [.. _unobserved.Where(serial => !_reported.ContainsKey(serial))];
        long[] wrong = [.. _reported.Keys.Where(serial => _reported[serial] != 1 || !_unobserved.Contains(serial))];
        if (missing.Length + wrong.Length > 0)
        {
            Garbage.Collect();
            Assert.Fail(
                $"{missing.Length} errors were not reported, {missing.Count(_reported.ContainsKey)} of them after another collection: of "
                + $"{ProgramsOf(missing)}\n{wrong.Length} were reported wrongly or twice: of {ProgramsOf(wrong)}");
        }

        _reported.Clear();
        _unobserved.Clear();
        _batch.Clear();
    }

    private string ProgramsOf(long[] serials) => string.Concat(_batch
        .Where(entry => serials.Any(serial => serial >= entry.First && serial <= entry.Last))
        .Select(static entry => "\n" + entry.Program));

    private void Report(object? sender, UnobservedTaskExceptionEventArgs e)
    {
        foreach (HostileException exception in e.Exception.InnerExceptions.OfType<HostileException>())
        {
            e.SetObserved();
            _reported.AddOrUpdate(exception.Serial, 1, static (_, count) => count + 1);
        }
    }
}

using FsCheck;
using FsCheck.Fluent;
using Xunit.Abstractions;

namespace PooledAwait.Tests.Oracle;

/// <summary>
/// The framework is the specification: random async programs must do with our builders and operations what they do with its own. One
/// interpreter runs them as an async method of each form, in two situations.
/// </summary>
public sealed class OracleTests(ITestOutputHelper output)
{
    /// <summary>How many programs run between two looks at what was reported as unobserved.</summary>
    private const int Batch = 500;

    private static readonly int s_programsOfThreads = Rounds.Of(1_000, 50_000);
    private static readonly int s_programsOfDriver = Rounds.Of(4_000, 100_000);

    private readonly ConcurrentDictionary<long, int> _reported = new();

    /// <summary>The last exception of other tests, which may be reported late.</summary>
    private readonly long _before = World.LastSerial;

    /// <summary>The programs since the last look, each with the serial numbers of its exceptions.</summary>
    private readonly List<(long First, long Last, Program Program)> _batch = [];

    /// <summary>The errors of these programs that nobody consumes.</summary>
    private readonly HashSet<long> _unobserved = [];

    /// <summary>
    /// The same value or exception, the same status and token, and at each step the same AsyncLocal, context and scheduler; also where
    /// the completing threads have contexts or are interrupted. In the run without flow, programs change no AsyncLocal and no context.
    /// </summary>
    [Fact]
    public void RandomPrograms_AmongThreads_DoInEveryFormWhatTheyDoInTask() => CheckAll(
        Programs.OfThreads,
        s_programsOfThreads,
        program =>
        {
            string expected = Threads.Run(program, ProgramForm.OfTask, isOurs: false);
            foreach (ProgramForm form in ProgramForm.Frameworks.Concat(ProgramForm.Ours))
            {
                AssertSame(program, expected, form, Threads.Run(program, form, isOurs: true));
            }
        });

    /// <summary>
    /// Awaiters that call back at once, twice or late and that throw, contexts and schedulers that run what they get at once, suppressed
    /// flow, handlers of an AsyncLocal, callbacks by hand, and failures that nobody consumes. All that happens must happen in the same
    /// order.
    /// </summary>
    /// <remarks>
    /// The measure is the framework's pooling builder; for programs without contexts, Task too. Where the library differs on purpose,
    /// <see cref="Foreign"/> does with the framework what docs/semantics.md promises here. A Post that throws ends the process with both:
    /// ThrowingPostTests start a process for that.
    /// </remarks>
    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void RandomPrograms_AmongHostileCode_DoInEveryFormWhatTheyDoInTheFramework()
    {
        int count = 0;
        bool hasFailed = false;
        ExecutionContext? outside = null;
        TaskScheduler.UnobservedTaskException += Report;
        try
        {
            CheckAll(Programs.OfDriver, s_programsOfDriver, program =>
            {
                outside ??= ExecutionContext.Capture()!;
                try
                {
                    RunDriven(program with { Outside = outside });

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
            });
            CompareUnobserved();
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= Report;
        }
    }

    private void RunDriven(Program program)
    {
        List<ProgramException> errors = [];
        long first = World.LastSerial + 1;
        string expected = Driven.Run(program, ProgramForm.OfThePoolingBuilder, isOurs: false, []);
        if (program.IsPlain)
        {
            AssertSame(program, expected, ProgramForm.OfTask, Driven.Run(program, ProgramForm.OfTask, isOurs: false, errors));
        }

        foreach (ProgramForm form in ProgramForm.Ours.Where(form => program.IsPlain || !form.CompletesTask))
        {
            AssertSame(program, expected, form, Driven.Run(program, form, isOurs: true, errors));
        }

        _unobserved.UnionWith(errors.Select(static error => error.Serial));
        _batch.Add((first, World.LastSerial, program));
    }

    private void CheckAll(Arbitrary<Program> programs, int count, Action<Program> check)
    {
        Seed seed = Seed.Choose();
        output.WriteLine($"{count} programs. {seed}");
        string last = "";
        try
        {
            Watchdog.Run(
                () => Check.One(
                    seed.Configure(Config.QuickThrowOnFailure.WithMaxTest(count)),
                    Prop.ForAll(programs, program =>
                    {
                        last = program.ToString();
                        check(program);
                    })),
                () => $"{seed}\n{last}");
        }
        catch (Exception exception) when (exception is not Xunit.Sdk.XunitException)
        {
            throw new InvalidOperationException($"{seed}\n{exception.Message}", exception);
        }
    }

    private static void AssertSame(Program program, string expected, ProgramForm form, string actual)
    {
        if (actual != expected)
        {
            throw new InvalidOperationException($"{program}\n--- the framework:\n{expected}\n--- with {form.Name}:\n{actual}");
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

    private bool IsOfThisTest(ProgramException exception) => exception.Serial > _before;

    private void Report(object? sender, UnobservedTaskExceptionEventArgs e)
    {
        foreach (ProgramException exception in e.Exception.InnerExceptions.OfType<ProgramException>().Where(IsOfThisTest))
        {
            e.SetObserved();
            _reported.AddOrUpdate(exception.Serial, 1, static (_, count) => count + 1);
        }
    }
}

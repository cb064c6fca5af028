using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit.Abstractions;

namespace PooledAwait.Tests.Oracle;

/// <summary>
/// The framework is the specification: random async programs must do the same with our builders as with its own. The same
/// value or exception, the same status and token, and at each step the same AsyncLocal, context and scheduler. In the run without flow,
/// programs change no AsyncLocal and no context.
/// </summary>
public sealed class OracleTests(ITestOutputHelper output)
{
    private static readonly int s_programs = Rounds.Of(1_000, 50_000);

    [Fact]
    public void RandomPrograms_WithResult_DoInEveryFormWhatTheyDoInTask() => CheckAll(Forms.WithResult);

    [Fact]
    public void RandomPrograms_WithoutResult_DoInEveryFormWhatTheyDoInTask() => CheckAll(Forms.WithoutResult);

    private void CheckAll((string Name, Func<Step[], Flow, Task> Run)[] forms)
    {
        Seed seed = Seed.Choose();
        output.WriteLine($"{s_programs} programs. {seed}");
        string last = "";
        Watchdog.Run(
            () => Check.One(
                seed.Configure(Config.QuickThrowOnFailure.WithMaxTest(s_programs)),
                Prop.ForAll(Programs.All, program =>
                {
                    last = Print(program);
                    string expected = Run(program, forms[0].Run);
                    foreach ((string name, Func<Step[], Flow, Task> run) in forms[1..])
                    {
                        string actual = Run(program, run);
                        if (actual != expected)
                        {
                            throw new InvalidOperationException(
                                $"{seed}\n{last}\n--- with {forms[0].Name}:\n{expected}\n--- with {name}:\n{actual}");
                        }
                    }
                })),
            () => $"{seed}\n{last}");
    }

    private static string Run(Step[] program, Func<Step[], Flow, Task> run)
    {
        Flow flow = new();
        Task task = run(program, flow);
        string here = Machine.Here;
        try
        {
            task.GetAwaiter().GetResult();
        }
        catch (Exception exception) when (exception is ProgramException or OperationCanceledException)
        {
        }

        // Methods whose caller threw before it awaited them.
        SpinWait.SpinUntil(() => flow.Running == 0);

        Exception? thrown = Record.Exception(() => task.GetAwaiter().GetResult());
        string value = task is Task<int> { Status: TaskStatus.RanToCompletion } withResult ? " " + withResult.Result : "";
        return $"{task.Status}{value}, {(thrown is null ? "nothing" : Flow.Describe(thrown))}; the caller has {here}\n{flow.Print()}";
    }

    private static string Print(Step[] program) => string.Join("; ", program.Select(step => step.ToString()));
}

using FsCheck;
using FsCheck.Fluent;
using Xunit.Abstractions;

namespace PooledAwait.Tests.Model;

/// <summary>
/// Random lists of commands, on live handles and on stale ones whose objects already serve others, do to real sources what
/// they do to a plain model of them.
/// </summary>
public sealed class SourceModelTests(ITestOutputHelper output)
{
    private static readonly int s_lists = Rounds.Of(2_500, 100_000);

    private static readonly Arbitrary<Command[]> s_commands = Arb.From(
        Gen.Sized(size => Gen.ArrayOf(
            from kind in Gen.Frequency(
                [.. Enum.GetValues<CommandKind>().Select(kind => (kind == CommandKind.Create ? 6 : 2, Gen.Constant(kind)))])
            from target in Gen.Choose(0, 9)
            from value in Gen.Choose(0, 9)
            select new Command(kind, target, value), 5 + size)),
        commands => Enumerable.Range(0, commands.Length).Select(i => (Command[])[.. commands[..i], .. commands[(i + 1)..]]));

    [Theory]
    [Booleans]
    public void RandomCommands_OnLiveAndStaleHandles_DoWhatTheModelDoes(bool hasResult)
    {
        Seed seed = Seed.Choose();
        output.WriteLine($"{s_lists} lists. {seed}");
        string last = "";
        Watchdog.Run(
            () => Check.One(
                seed.Configure(Config.QuickThrowOnFailure.WithMaxTest(s_lists)),
                Prop.ForAll(s_commands, commands =>
                {
                    last = string.Join("; ", commands.Select(command => command.ToString()));
                    Run(commands, hasResult, seed);
                })),
            () => $"{seed}\n{last}");
    }

    private static void Run(Command[] commands, bool hasResult, Seed seed)
    {
        List<ModelOfSource> models = [];
        List<RealSource> reals = [];
        List<string> expectedReports = [];
        ConcurrentQueue<string> reports = new();
        for (int step = 0; step < commands.Length; step++)
        {
            Command command = commands[step];
            int value =
                hasResult || command.Kind is not (CommandKind.TrySetResult or CommandKind.SetResult) ? command.Value : 0;
            if (command.Kind is CommandKind.Create or CommandKind.CreateCancelable)
            {
                bool isCancelable = command.Kind == CommandKind.CreateCancelable;
                models.Add(new ModelOfSource(isCancelable));
                reals.Add(new RealSource(hasResult, isCancelable));
                continue;
            }

            if (models.Count == 0)
            {
                continue;
            }

            // Mostly the newest ones: the older a handle, the more often its object has changed hands.
            int target = Math.Max(0, models.Count - 1 - command.Target);
            if (command.Kind == CommandKind.GetResult && models[target].WouldBlock)
            {
                continue;
            }

            string name = $"step {step}, source {target}: ";
            string expected = models[target].Execute(command.Kind, value, text => expectedReports.Add(name + text));
            string actual = reals[target].Do(command.Kind, value, text => reports.Enqueue(name + text));
            Assert.True(expected == actual, $"{seed}\nStep {step}, {command}: expected {expected}, actual {actual}");

            // A callback on something complete comes through the thread pool.
            SpinWait.SpinUntil(() => reports.Count >= expectedReports.Count, TimeSpan.FromMinutes(1));
            Assert.Equal(expectedReports, reports);
        }
    }
}

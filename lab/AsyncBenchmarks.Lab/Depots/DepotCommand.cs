using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Commands;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runner;
using AsyncBenchmarks.Statistics;
using PooledAwait;

namespace AsyncBenchmarks.Lab.Depots;

/// <summary>
/// The <c>depot</c> command: where the lock of a depot ends, and the cost of objects that one thread rents and another returns.
/// </summary>
internal sealed class DepotCommand
{
    private const int MostThreads = 1_024;

    /// <summary>The share of waiting at which a lock is said to slow its threads.</summary>
    private const double NoticeableShare = 0.1;

    /// <summary>How often to measure where the distance of the cores changes meanwhile.</summary>
    private const int Attempts = 4;

    /// <summary>From this ratio on, the near and the far cores of a machine are simulated.</summary>
    private const double MuchFarther = 1.5;

    private static readonly double[] s_operationTimes = [100, 200, 500, 1_000];

    private readonly Option<int[]> _threads = new("--threads", "-t")
    {
        Description = "Simulate so many threads on as many cores; can be given several times; 8, 16, 32 and 64 when not given.",
        HelpName = "count",
    };

    private readonly Option<int> _time = new("--milliseconds")
    {
        Description = "The length of each of some 1,000 measurements.",
        DefaultValueFactory = _ => 50,
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new(
            "depot",
            "Measure a pool's depot alone, and simulate the threads of a larger machine (Linux, two cores or more).");
        command.Add(_threads);
        command.Add(_time);
        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, terminal(arguments), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        int[] threads = arguments.GetValue(_threads) is { Length: > 0 } given ? [.. given.Distinct().Order()] : [8, 16, 32, 64];
        if (threads.FirstOrDefault(static count => count is < 2 or > MostThreads) is var wrong and not 0)
        {
            throw new UsageException($"{_threads.Name} must be from 2 to {MostThreads}, not {wrong}.");
        }

        int milliseconds = PositiveNumber.Of(arguments, _time);
        if (ProcessorTime.ReadThreadNanoseconds() is null || Environment.ProcessorCount < 2)
        {
            throw new UsageException("\"depot\" needs Linux, whose clock of each thread it reads, and two cores or more.");
        }

        RuntimeInfo runtime = new("net10.0", ".NET 10", RuntimeInformation.FrameworkDescription);
        Page page;
        try
        {
            page = new Page(
                "Depot",
                [.. RunPage.Origin(await Origins.DescribeAsync(arguments, cancellationToken), [runtime])],
                [.. Tables(threads, milliseconds, terminal, cancellationToken)],
                []);
        }
        catch (BusyMachineException exception)
        {
            terminal.ClearStatus();
            await Console.Error.WriteLineAsync(exception.Message);
            return ExitCode.Failure;
        }

        TerminalReport.Write(terminal, page);
        return ExitCode.Success;
    }

    private static IEnumerable<ResultTable> Tables(int[] threads, int milliseconds, Terminal terminal, CancellationToken cancellationToken)
    {
        terminal.ShowStatus("Measuring the parts of an exchange …");
        DepotTraffic traffic = new(milliseconds);
        LockCosts costs = traffic.MeasureCosts();
        yield return Parameters(costs);
        cancellationToken.ThrowIfCancellationRequested();
        terminal.ShowStatus("Comparing the model with this machine …");
        List<LockCosts> distances = [costs];
        yield return Validation(traffic, distances, cancellationToken);
        terminal.ShowStatus("Simulating …");
        yield return Ends(distances, threads, traffic.MeasureMixedUses(), cancellationToken);
        terminal.ShowStatus("Measuring operations across threads …");
        yield return Operations(traffic, milliseconds, cancellationToken);
    }

    private static ResultTable Parameters(LockCosts costs) => new(
        "Exchange",
        $"the parts of one exchange of {Magazine.Capacity} objects, and of a wait; medians, on this machine",
        [new("Part"), new("Time", IsNumber: true)],
        [[
            Row("under the lock, the same core again", costs.Hold),
            Row("under the lock, after another core", costs.HoldAfterOther),
            Row("outside the lock", costs.Outside),
            Row("delay by a thread that looks at the lock", costs.Probe),
            Row("Thread.SpinWait(1)", costs.Spin),
            Row("Thread.Yield, no other thread is ready", costs.Yield),
            Row("Thread.Yield to another thread", costs.Switch),
            Row("Thread.Sleep(1)", costs.Sleep),
            Row("time slice of the operating system", costs.TimeSlice),
        ]],
        []);

    private static ResultRow Row(string name, double nanoseconds) => new([name, Format.Nanoseconds(nanoseconds)]);

    /// <param name="traffic">The measurement.</param>
    /// <param name="distances">Gets the costs of each row, because the distance of the cores may change.</param>
    /// <param name="cancellationToken">Ends it.</param>
    private static ResultTable Validation(DepotTraffic traffic, List<LockCosts> distances, CancellationToken cancellationToken)
    {
        List<ResultRow> rows = [];
        foreach (int threads in (int[])[2, 4, 8])
        {
            foreach (double work in (double[])[0, 100, 400, 1_600])
            {
                cancellationToken.ThrowIfCancellationRequested();
                HandOver before;
                HandOver after;
                double measured;
                int attempts = 0;
                do
                {
                    before = traffic.MeasureHandOver();
                    measured = traffic.Measure(threads, work);
                    after = traffic.MeasureHandOver();
                }
                while (!DepotTraffic.IsSteady(before.Exchange, after.Exchange) && ++attempts < Attempts);
                LockCosts costs = distances[0] with { HoldAfterOther = after.Exchange, Probe = after.Turn };
                distances.Add(costs);
                int cores = Math.Min(threads, Environment.ProcessorCount);
                double simulated = new LockModel(costs, threads, cores, traffic.MeasureWork(work)).Run(1_000_000).CoreTime;
                rows.Add(new ResultRow(
                [
                    Format.Number(threads, 0), Format.Number(cores, 0), Format.Nanoseconds(work), Format.Nanoseconds(after.Exchange),
                    Format.Nanoseconds(measured), Format.Nanoseconds(simulated), Format.Ratio(simulated / measured),
                ]));
            }
        }

        return new ResultTable(
            "Validation",
            "time of the used cores per exchange, with so much work between two exchanges of a thread",
            [
                new("Threads", IsNumber: true), new("Cores", IsNumber: true), new("Work", IsNumber: true),
                new("After another core", IsNumber: true), new("Measured", IsNumber: true), new("Simulated", IsNumber: true),
                new("Ratio", IsNumber: true),
            ],
            [rows],
            []);
    }

    private static ResultTable Ends(
        IEnumerable<LockCosts> distances, int[] threads, double mixedUses, CancellationToken cancellationToken)
    {
        List<ResultRow> rows = [];
        LockCosts near = distances.MinBy(static costs => costs.HoldAfterOther)!;
        LockCosts far = distances.MaxBy(static costs => costs.HoldAfterOther)!;
        foreach (LockCosts costs in far.HoldAfterOther > MuchFarther * near.HoldAfterOther ? (LockCosts[])[near, far] : [near])
        {
            foreach ((double uses, string traffic) in ((double, string)[])[(Magazine.Capacity, "one way"), (mixedUses, "mixed")])
            {
                foreach ((int count, int cores) in threads.Select(static count => (count, count)).Append((threads[^1], threads[^1] / 2)))
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    double time = LockModel.FindWork(costs, count, cores, NoticeableShare) / uses;
                    rows.Add(new ResultRow(
                    [
                        Format.Nanoseconds(costs.HoldAfterOther), traffic, Format.Number(count, 0), Format.Number(cores, 0),
                        Format.Nanoseconds(cores * costs.HoldAfterOther / uses),
                        Format.Nanoseconds(time),
                        Format.Number(cores * 1e3 / (time * (1 + NoticeableShare)), 0) + " M/s",
                        .. s_operationTimes.Select(each =>
                            Format.Number(100 * Math.Max(0, LockModel.ShareOfWaiting(costs, count, cores, each * uses)), 1) + " %"),
                    ]));
                }
            }
        }

        return new ResultTable(
            "End",
            "the simulated time of a use (a rental or a return, with the work around it) at which the lock is full or slows its threads",
            [
                new("After another core", IsNumber: true), new("Traffic"), new("Threads", IsNumber: true),
                new("Cores", IsNumber: true), new("Full below", IsNumber: true),
                new("10 % below", IsNumber: true), new("Uses there", IsNumber: true),
                .. s_operationTimes.Select(static each => new ResultColumn("Waits at " + Format.Nanoseconds(each), IsNumber: true)),
            ],
            [rows],
            [
                $"One way: each thread only rents or only returns, so that it exchanges after {Magazine.Capacity} uses.",
                $"Mixed: each thread rents and returns in random order, and takes the lock after {Format.Number(mixedUses, 0)} uses.",
                "Full: the lock is held all the time. Waits: the time of waiting divided by that of the uses.",
                "All uses are of one type, because each type has its own lock.",
            ]);
    }

    private static ResultTable Operations(DepotTraffic traffic, int milliseconds, CancellationToken cancellationToken)
    {
        const int Repetitions = 7;
        int[] threads = [1, 2, 4, 8];
        (string Name, Func<int, bool, int, double> Measure, bool IsInterleaved)[] kinds =
        [
            ("PooledValueTask, through the depot", ThreadTraffic.MeasurePooled, false),
            ("PooledValueTask, without the depot", ThreadTraffic.MeasurePooled, true),
            ("Task", ThreadTraffic.MeasureTask, false),
        ];
        List<(int Kind, int Threads, double Turn, double Time)> samples = [];

        // The first one lets the just-in-time compiler finish. The numbers of threads alternate, because a machine changes its speed.
        for (int repetition = -1; repetition < Repetitions; repetition++)
        {
            for (int kind = 0; kind < kinds.Length; kind++)
            {
                foreach (int count in threads)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    double before = traffic.MeasureTurn();
                    double time = kinds[kind].Measure(count, kinds[kind].IsInterleaved, (repetition < 0 ? 10 : 2) * milliseconds);
                    double after = traffic.MeasureTurn();
                    if (repetition >= 0 && DepotTraffic.IsSteady(before, after))
                    {
                        samples.Add((kind, count, after, time));
                    }
                }
            }
        }

        double far = MuchFarther * samples.Min(static sample => sample.Turn);
        List<ResultRow> rows = [];
        for (int kind = 0; kind < kinds.Length; kind++)
        {
            var ofKind = samples.Where(sample => sample.Kind == kind);
            double one = MedianOf(ofKind.Where(static sample => sample.Threads == 1).Select(static sample => sample.Time));
            foreach (bool isFar in (bool[])[false, true])
            {
                var atDistance = ofKind.Where(sample => sample.Threads > 1 && sample.Turn > far == isFar)
                    .ToLookup(static sample => sample.Threads);
                if (atDistance.Count > 0)
                {
                    double[] times = [.. threads.Skip(1).Select(count => MedianOf(atDistance[count].Select(static sample => sample.Time)))];
                    rows.Add(new ResultRow(
                    [
                        kinds[kind].Name,
                        Format.Nanoseconds(MedianOf(atDistance.SelectMany(static group => group).Select(static sample => sample.Turn))),
                        Format.Nanoseconds(one),
                        .. times.Select(static time => double.IsNaN(time) ? Format.None : Format.Nanoseconds(time)),
                        .. times.Select(time => double.IsNaN(time) ? Format.None : Format.Ratio(time / one)),
                    ]));
                }
            }
        }

        return new ResultTable(
            "Operations",
            "processor time of a source and an async method over it, started on one thread and completed on the next",
            [
                new("Operation"), new("Turn", IsNumber: true),
                .. threads.Select(static count => new ResultColumn(count == 1 ? "1 thread" : $"{count} threads", IsNumber: true)),
                .. threads.Skip(1).Select(static count => new ResultColumn($"{count} of 1", IsNumber: true)),
            ],
            [rows],
            [
                "Through the depot: a thread starts 500 operations, then completes 500 of its neighbour's.",
                "Without the depot: it completes one after each that it starts, so that its magazines suffice.",
                "Turn: the time in which a cache line goes to the other core. It tells near cores from far ones.",
            ]);
    }

    private static double MedianOf(IEnumerable<double> values) => values.Any() ? Median.Of(values) : double.NaN;
}

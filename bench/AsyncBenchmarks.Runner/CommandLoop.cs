using System.Runtime.InteropServices;
using System.Text;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// Runs one case: reads commands from standard input, carries them out one at a time on this thread, and answers each. In between the
/// process is idle.
/// </summary>
internal sealed class CommandLoop
{
    private Workload? _workload;
    private SliceMeter? _meter;

    private Workload Workload => _workload ?? throw new InvalidOperationException("No case was set up.");

    /// <param name="args">Nothing, or <see cref="RunnerProtocol.Catalog"/>.</param>
    public int Run(string[] args)
    {
        UTF8Encoding encoding = new(encoderShouldEmitUTF8Identifier: false);
        using StreamReader commands = new(Console.OpenStandardInput(), encoding);
        using StreamWriter answers = new(Console.OpenStandardOutput(), encoding) { AutoFlush = true };

        // The output of a library must not end up between the answers.
        Console.SetOut(Console.Error);
        if (args.Length != 1 || args[0] != RunnerProtocol.Catalog)
        {
            return Run(commands, answers);
        }

        CatalogLine.WriteAll(answers);
        return 0;
    }

    private int Run(TextReader commands, TextWriter answers)
    {
        while (commands.ReadLine() is { } line && line != RunnerProtocol.Quit)
        {
            int space = line.IndexOf(' ');
            string command = space < 0 ? line : line.Substring(0, space);
            string argument = space < 0 ? "" : line.Substring(space + 1);
            try
            {
                answers.WriteLine(command + " " + Execute(command, argument));
            }
#pragma warning disable CA1031 // An exception of a workload is the answer; the host decides.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                Console.Error.WriteLine(exception);
                answers.WriteLine(RunnerProtocol.Error + " " + CatalogLine.OneLine(exception.GetType().Name + ": " + exception.Message));
                return 1;
            }
        }

        _workload?.Cleanup();
        return 0;
    }

    /// <returns>The answer, without its first word.</returns>
    private string Execute(string command, string argument)
    {
        switch (command)
        {
            case RunnerProtocol.Setup:
                SetUp(argument);
                return RuntimeInformation.FrameworkDescription;
            case RunnerProtocol.Survived:
                return Survived.Measure(Workload) is { } bytes ? Invariant(bytes) : RunnerProtocol.NotApplicable;
            case RunnerProtocol.WarmUp:
                WarmUp(Milliseconds(argument));
                return argument;
            case RunnerProtocol.Slice:
                return Meter.Measure(Milliseconds(argument)).Format();
            case RunnerProtocol.Once:
                return Meter.MeasureOnce().Format();
            case RunnerProtocol.Operations:
                return Invariant(Workload.OperationsPerRun);
            case RunnerProtocol.Figures:
                return string.Join(RunnerProtocol.FigureSeparator.ToString(), Workload.Figures.Select(figure => figure.Format()));
            case RunnerProtocol.RunOn:
                RunOn();
                return "";
            default:
                throw new InvalidOperationException("Unknown command: " + command);
        }
    }

    // We measure a program that has run for a while: what a library pools has become old then, and takes longer to work with.
    private void WarmUp(double milliseconds)
    {
        Meter.WarmUp(milliseconds);
        Heap.Settle();
        Meter.WarmUp(milliseconds / 16);
    }

    private void SetUp(string caseId)
    {
        Case found = Catalog.Find(caseId) ?? throw new InvalidOperationException("There is no case " + caseId + ".");
        if (found.Availability.Create is not { } create)
        {
            throw new InvalidOperationException(found.Availability.NotAvailable);
        }

        Workload workload = create();
        workload.Setup();
        _workload = workload;
        _meter = new SliceMeter(workload);
    }

    // Another process counts the instructions, and ends this one afterwards.
    private void RunOn()
    {
        Tracing.Permit();
        while (true)
        {
            if (Workload.NeedsPreparation)
            {
                Workload.Prepare();
            }

            PartMeter.RunBatch(Workload, 1);
        }
    }

    private SliceMeter Meter => _meter ?? throw new InvalidOperationException("No case was set up.");

    private static double Milliseconds(string argument) => double.Parse(argument, CultureInfo.InvariantCulture);

    private static string Invariant(long value) => value.ToString(CultureInfo.InvariantCulture);
}

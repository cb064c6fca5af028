using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runner;

/// <summary>Reads commands, carries them out one at a time on this thread, and answers; in between the process is idle.</summary>
internal sealed class CommandLoop
{
    private readonly TextReader _commands;
    private readonly TextWriter _answers;
    private double _handicapPercent;
    private Workload? _workload;
    private SliceMeter? _meter;

    public CommandLoop(TextReader commands, TextWriter answers)
    {
        _commands = commands;
        _answers = answers;
    }

    /// <summary>Returns the process's exit code.</summary>
    public int Run()
    {
        while (_commands.ReadLine() is { } line && line != RunnerProtocol.Quit)
        {
            int space = line.IndexOf(' ');
            string command = space < 0 ? line : line.Substring(0, space);
            string argument = space < 0 ? "" : line.Substring(space + 1);
            try
            {
                _answers.WriteLine(command + " " + Execute(command, argument));
            }
#pragma warning disable CA1031 // Whatever a workload throws is the answer; the host decides.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                Console.Error.WriteLine(exception);
                _answers.WriteLine(RunnerProtocol.Error + " " + OneLine(exception.GetType().Name + ": " + exception.Message));
                return 1;
            }
        }

        _workload?.Cleanup();
        return 0;
    }

    private string Execute(string command, string argument)
    {
        switch (command)
        {
            case RunnerProtocol.Handicap:
                _handicapPercent = double.Parse(argument, CultureInfo.InvariantCulture);
                return argument;
            case RunnerProtocol.Setup:
                SetUp(argument);
                return RuntimeInformation.FrameworkDescription;
            case RunnerProtocol.Survived:
                Workload workload = _workload ?? throw NoCase();
                return Survived.Measure(workload) is { } bytes ? Invariant(bytes) : RunnerProtocol.NotApplicable;
            case RunnerProtocol.WarmUp:
                Meter().WarmUp(Milliseconds(argument));
                return argument;
            case RunnerProtocol.Slice:
                return Format(Meter().Measure(Milliseconds(argument)));
            case RunnerProtocol.Once:
                return Format(Meter().MeasureOnce());
            case RunnerProtocol.Operations:
                Workload one = _workload ?? throw NoCase();
                return Invariant(one.OperationsPerRun);
            case RunnerProtocol.RunOn:
                Tracing.Permit();
                Meter().RunOn();
                return "";
            case RunnerProtocol.Figures:
                Workload measured = _workload ?? throw NoCase();
                return string.Join(RunnerProtocol.FigureSeparator.ToString(), measured.Figures.Select(Format));
            default:
                throw new InvalidOperationException("Unknown command: " + command);
        }
    }

    private void SetUp(string caseId)
    {
        Case found = Catalog.Find(caseId) ?? throw new InvalidOperationException("There is no case " + caseId + ".");
        if (found.Offer.Create is not { } create)
        {
            throw new InvalidOperationException(found.Offer.NotAvailable);
        }

        Workload workload = create();
        if (_handicapPercent > 0)
        {
            workload = new HandicappedWorkload(workload, _handicapPercent);
        }

        workload.Setup();
        _workload = workload;
        _meter = new SliceMeter(workload);
    }

    private static string Format(Slice slice) => string.Join(
        " ",
        Invariant(slice.Operations),
        Invariant(slice.Nanoseconds),
        slice.BytesPerOperation < 0 ? RunnerProtocol.NotApplicable : Invariant(slice.BytesPerOperation),
        Invariant(slice.Disturbed),
        Invariant(slice.Collections.Gen0 * slice.PerThousand),
        Invariant(slice.Collections.Gen1 * slice.PerThousand),
        Invariant(slice.Collections.Gen2 * slice.PerThousand));

    private static string Format(Figure figure) =>
        string.Join(RunnerProtocol.FigurePartSeparator.ToString(), figure.Name, Invariant(figure.Value), figure.Unit.ToString());

    private SliceMeter Meter() => _meter ?? throw NoCase();

    private static double Milliseconds(string argument) => double.Parse(argument, CultureInfo.InvariantCulture);

    private static InvalidOperationException NoCase() => new("No case was set up.");

    private static string Invariant(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Invariant(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    private static string OneLine(string text) => text.Replace('\r', ' ').Replace('\n', ' ');
}

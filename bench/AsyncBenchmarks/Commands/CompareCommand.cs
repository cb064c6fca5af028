using System.CommandLine;
using System.Globalization;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Commands;

/// <summary>The <c>compare</c> command: what changed from one result to another.</summary>
internal sealed class CompareCommand
{
    private readonly Argument<string> _before = new("before")
    {
        Description = "A results.json or race.json, or the folder of one.",
    };

    private readonly Argument<string> _after = new("after")
    {
        Description = "The same, of later.",
    };

    private readonly Option<string> _threshold = new("--threshold")
    {
        Description = "How much slower is too slow: only when the whole 99.9 % interval is past it.",
        HelpName = "percent",
        DefaultValueFactory = _ => "5%",
    };

    public Command Create(Func<ParseResult, Terminal> terminal)
    {
        Command command = new("compare",
            "Compare two results case by case; exit code 1 when a case is slower past the threshold or takes more bytes.");
        command.Add(_before);
        command.Add(_after);
        command.Add(_threshold);
        command.SetAction(arguments => Run(arguments, terminal(arguments)));
        return command;
    }

    private int Run(ParseResult arguments, Terminal terminal)
    {
        double threshold = Threshold(arguments.GetValue(_threshold)!);
        ResultSource before = ResultArguments.Read(arguments.GetValue(_before)!);
        ResultSource after = ResultArguments.Read(arguments.GetValue(_after)!);
        Comparison comparison = Comparison.Of(before.Results, after.Results, threshold);
        if (comparison.Cases.Count == 0)
        {
            throw new UsageException(
                $"The two have no case with numbers in common.\n  {before.Path}: {comparison.Before}\n  {after.Path}: {comparison.After}\n"
                + "Results of \"run\" and of \"race\" can't be compared with each other, nor can those of other scenarios, runtimes "
                + "or machines.");
        }

        TerminalReport.Write(terminal, ComparisonPage.Create(comparison, threshold));
        terminal.WriteLine();
        terminal.WriteLine(ComparisonPage.Summary(comparison), comparison.IsWorse ? "red" : "green");
        return comparison.IsWorse ? ExitCode.Failure : ExitCode.Success;
    }

    private static double Threshold(string text)
    {
        bool isNumber = double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out double percent);
        return isNumber && percent is >= 0 and <= 1000
            ? percent / 100
            : throw new UsageException($"--threshold {text}: write it as a percentage, such as 5%.");
    }
}

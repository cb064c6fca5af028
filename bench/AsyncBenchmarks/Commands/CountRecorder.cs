using System.Linq;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>Shows what was counted, scenario by scenario, and writes all of it to the command's folder.</summary>
internal sealed class CountRecorder
{
    private readonly Terminal _terminal;
    private readonly int _functions;
    private readonly ResultFolder _folder;
    private CountResults _results;
    private bool _failed;
    private bool _interrupted;

    public CountRecorder(Terminal terminal, int functions, CountResults head)
    {
        _terminal = terminal;
        _functions = functions;
        _results = head;
        _folder = ResultFolder.Create(Repository.Results, head.Origin.Started);
    }

    /// <summary>What does the same work was counted.</summary>
    public void Add(CountResult count)
    {
        foreach (ResultTable table in CountPage.Tables(count, _functions))
        {
            TerminalReport.Write(_terminal, table);
        }

        _failed |= count.Rows.Any(row => row.Outcome == CaseOutcome.Failed);
        _results = _results with { Counts = [.. _results.Counts, count] };
        Save();
    }

    /// <summary>Nothing can be counted on a runtime.</summary>
    public void Skip(Runtime runtime, string reason, bool isFailure = false)
    {
        _failed |= isFailure;
        string warning = $"{runtime.Name}: not available: {reason}";
        _terminal.WriteLine(warning);
        _results = _results with { Warnings = [.. _results.Warnings, warning] };
        Save();
    }

    /// <summary>The rest will not be counted.</summary>
    public void Interrupt() => _interrupted = true;

    /// <summary>Says where everything is; returns the exit code.</summary>
    public int Report()
    {
        _terminal.WriteLine();
        _terminal.WriteLine((_interrupted ? "Interrupted; what was finished is in " : "Written to ") + _folder.Path);
        return _interrupted ? ExitCode.Interrupted : _failed ? ExitCode.Failure : ExitCode.Success;
    }

    private void Save()
    {
        _folder.Write(CountPage.ResultFile, ResultFile.Write(_results));
        _folder.Write(CountPage.MarkdownFile, MarkdownReport.Write(CountPage.Create(_results, _functions)));
    }
}

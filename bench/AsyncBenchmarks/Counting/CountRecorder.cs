using System.Linq;
using AsyncBenchmarks.Commands;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Counting;

/// <summary>Shows what was counted, scenario by scenario, and keeps all of it.</summary>
internal sealed class CountRecorder(Terminal terminal, int functions, CountResults head) : RunnerRecorder(terminal, head.Origin.Started)
{
    private CountResults _results = head;

    /// <summary>Adds the counts of one scenario with the same parameters.</summary>
    public void Add(CountResult count)
    {
        foreach (ResultTable table in CountPage.Tables(count, functions))
        {
            TerminalReport.Write(Terminal, table);
        }

        _results = _results with { Counts = [.. _results.Counts, count] };
        Save(isFailure: count.Rows.Any(row => row.Outcome == CaseOutcome.Failed));
    }

    protected override string? WhyNot(Runtime runtime) => runtime.IsCoreClr ? runtime.Missing : "it doesn't tell what it has compiled.";

    protected override void Warn(string warning) => _results = _results with { Warnings = [.. _results.Warnings, warning] };

    protected override void Write(ResultFolder folder)
    {
        folder.Write(CountPage.ResultFile, ResultFile.Write(_results));
        folder.Write(CountPage.MarkdownFile, MarkdownReport.Write(CountPage.Create(_results, functions)));
    }
}

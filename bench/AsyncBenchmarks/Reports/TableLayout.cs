using System.Text;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays a table out in lines of text that are markdown and line up in a fixed-width font.</summary>
internal sealed class TableLayout
{
    private const int Narrowest = 3;

    // A short file leaves out columns that are at least so dispensable.
    private const int InShort = 4;

    private readonly ResultTable _table;
    private readonly Func<string, string> _escape;
    private readonly List<int> _shown;
    private readonly int[] _widths;

    /// <param name="table">The table.</param>
    /// <param name="escape">Makes a cell's text harmless where the lines are going to.</param>
    /// <param name="width">How long a line may be; dispensable columns are left out until it is so.</param>
    /// <param name="isAligned">Whether the lines line up, and have all that fits; else they are short.</param>
    public TableLayout(ResultTable table, Func<string, string> escape, int width = int.MaxValue, bool isAligned = true)
    {
        _table = table;
        _escape = escape;
        _shown = [.. Enumerable.Range(0, table.Columns.Count).Where(column => isAligned || table.Columns[column].Dispensability < InShort)];
        _widths = [.. table.Columns.Select((column, index) => isAligned ? Width(column, index) : Narrowest)];
        while (_shown.Sum(column => _widths[column] + 3) + 1 > width && _shown.Any(column => table.Columns[column].Dispensability > 0))
        {
            _shown.Remove(_shown.MaxBy(column => table.Columns[column].Dispensability));
        }
    }

    /// <summary>The columns that did not fit.</summary>
    public IEnumerable<string> LeftOut => _table.Columns.Where((_, index) => !_shown.Contains(index)).Select(column => column.Name);

    /// <summary>The lines, each with its row; the header's have none.</summary>
    public IEnumerable<(string Text, ResultRow? Row)> Lines()
    {
        yield return (Line([.. _table.Columns.Select(column => column.Name)]), null);
        yield return ("|" + string.Concat(_shown.Select(Rule)), null);
        foreach ((int index, IReadOnlyList<ResultRow> group) in _table.Groups.Index())
        {
            if (index > 0)
            {
                yield return (Line([.. _table.Columns.Select(_ => "")]), null);
            }

            foreach (ResultRow row in group)
            {
                yield return (Line(row.Cells), row);
            }
        }
    }

    private string Line(IReadOnlyList<string> cells)
    {
        StringBuilder line = new("|");
        foreach (int column in _shown)
        {
            string cell = _escape(cells[column]);
            line.Append(' ').Append(_table.Columns[column].IsNumber ? cell.PadLeft(_widths[column])
                : cell.PadRight(_widths[column])).Append(" |");
        }

        return line.ToString();
    }

    private string Rule(int column) =>
        " " + new string('-', _widths[column] - 1) + (_table.Columns[column].IsNumber ? ":" : "-") + " |";

    private int Width(ResultColumn column, int index) => _table.Groups
        .SelectMany(group => group)
        .Select(row => _escape(row.Cells[index]).Length)
        .Append(column.Name.Length)
        .Append(Narrowest)
        .Max();
}

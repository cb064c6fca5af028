using System.Text.RegularExpressions;
using OxyPlot;
using OxyPlot.Annotations;
using OxyPlot.Axes;
using OxyPlot.Series;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// Draws a table's ratios with their intervals on a linear axis, and the allocated bytes beside them, as SVG. The picture is as wide as a
/// phone and grows with the page. Its colors are CSS variables with a light and a dark value.
/// </summary>
internal static partial class RatioChart
{
    private const double Width = 430;
    private const double RowHeight = 18;
    // Two lines of a title.
    private const double Top = 40;
    private const double Bottom = 44;

    // The exporter measures texts in a font of its own; most fonts that a reader may have are wider.
    private const double LetterWidth = 6.7;

    // Where the ratios' panel ends and that of the bytes begins.
    private const double RatiosEnd = 0.68;
    private const double BytesStart = 0.74;

    // A row beyond so many times the middle of the others would press them together; it is drawn as a number at the edge.
    private const double FarOut = 2.5;

    // As the exporter writes it for each text.
    private const string Font =
        """
        font-family="system-ui, Segoe UI, Roboto, sans-serif" font-size="12" font-weight="400"
        """;

    private const string Ratios = "ratios";
    private const string Bytes = "bytes";

    // Each color stands for a variable; the values are those of a light page.
    private static readonly OxyColor s_ink = OxyColor.FromRgb(0x1B, 0x1F, 0x24);
    private static readonly OxyColor s_muted = OxyColor.FromRgb(0x5C, 0x66, 0x70);
    private static readonly OxyColor s_line = OxyColor.FromRgb(0xE1, 0xE5, 0xE9);
    private static readonly OxyColor s_ours = OxyColor.FromRgb(0xB8, 0x40, 0x0F);
    private static readonly OxyColor s_other = OxyColor.FromRgb(0x2F, 0x6F, 0xB7);

    private static readonly (OxyColor Color, string Name, string Dark)[] s_variables =
    [
        (s_ink, "ink", "#e9ebee"), (s_muted, "muted", "#9fa9b4"), (s_line, "line", "#2f363f"), (s_ours, "ours", "#ff9a62"),
        (s_other, "other", "#7db4f0"),
    ];

    /// <summary>The picture; null where nothing has a ratio.</summary>
    public static string? Draw(Chart chart)
    {
        ChartGroup[] groups = [.. chart.Groups.Where(group => group.Rows.Any(row => row.Ratio is not null))];
        if (groups.Length == 0)
        {
            return null;
        }

        List<(string Label, ChartRow? Row)> lines =
        [
            .. groups.SelectMany(group => (group.Title.Length > 0 ? [(group.Title, (ChartRow?)null)] : Array.Empty<(string, ChartRow?)>())
                .Concat(group.Rows.Select(row => (row.Name, (ChartRow?)row)))),
        ];
        double[] ratios = [.. lines.Select(line => line.Row?.Ratio?.Median).OfType<double>().Order()];
        double end = Math.Max(1.2, Math.Min(
            lines.Max(line => line.Row?.Ratio is { } ratio ? ratio.Upper ?? ratio.Median : 0) * 1.05,
            FarOut * Math.Max(1, ratios[ratios.Length / 2])));
        PlotModel model = Model(chart, lines, end);
        AddRatios(model, lines, end);
        AddBytes(model, lines);
        double height = Top + Bottom + (RowHeight * lines.Count);
        return Themed(SvgExporter.ExportToString(model, Width, height, isDocument: false), height, chart);
    }

    private static PlotModel Model(Chart chart, IReadOnlyList<(string Label, ChartRow? Row)> lines, double end)
    {
        double left = (LetterWidth * lines.Max(line => line.Label.Length)) + 8;
        PlotModel model = new()
        {
            DefaultFont = "system-ui, Segoe UI, Roboto, sans-serif",
            DefaultFontSize = 12,
            TextColor = s_ink,
            PlotAreaBorderThickness = new OxyThickness(0),
            PlotMargins = new OxyThickness(left, Top, 8, Bottom),
            Padding = new OxyThickness(0),
        };
        CategoryAxis names = new()
        {
            Position = AxisPosition.Left, StartPosition = 1, EndPosition = 0, GapWidth = 0, TickStyle = TickStyle.None,
            AxislineStyle = LineStyle.None, IsTickCentered = true, MaximumPadding = 0, MinimumPadding = 0, AxisTickToLabelDistance = 2,
        };
        names.Labels.AddRange(lines.Select(line => line.Row is null ? "" : line.Label));
        model.Axes.Add(names);
        model.Axes.Add(new LinearAxis
        {
            Key = Ratios, Position = AxisPosition.Bottom, Minimum = 0, Maximum = end, EndPosition = RatiosEnd,
            MajorStep = end > 4 ? Math.Ceiling(end / 4) : end > 2 ? 1 : 0.5, MinorTickSize = 0, TicklineColor = s_line,
            MajorGridlineStyle = LineStyle.Solid, MajorGridlineColor = s_line, TextColor = s_muted,
            Title = $"time / {chart.Reference}'s", TitleColor = s_muted, AxisTitleDistance = 6,
        });
        model.Annotations.Add(new LineAnnotation
        {
            Type = LineAnnotationType.Vertical, X = 1, XAxisKey = Ratios, Color = s_muted, LineStyle = LineStyle.Solid, StrokeThickness = 1,
            Layer = AnnotationLayer.BelowSeries,
        });
        foreach ((int y, (string label, _)) in lines.Index().Where(line => line.Item.Row is null))
        {
            TextAnnotation title = Text(Ratios, label, 0, y, HorizontalAlignment.Left, s_muted);
            title.Offset = new ScreenVector(-left, 0);
            model.Annotations.Add(title);
        }

        return model;
    }

    private static void AddRatios(PlotModel model, IReadOnlyList<(string Label, ChartRow? Row)> lines, double end)
    {
        foreach (bool areOurs in new[] { false, true })
        {
            OxyColor color = areOurs ? s_ours : s_other;
            LineSeries intervals = new() { XAxisKey = Ratios, Color = color, StrokeThickness = 2 };
            ScatterSeries medians = new() { XAxisKey = Ratios, MarkerType = MarkerType.Circle, MarkerSize = 4, MarkerFill = color };
            foreach ((int y, (_, ChartRow? row)) in lines.Index())
            {
                if (row is not { Ratio: { } ratio } || row.IsOurs != areOurs)
                {
                    continue;
                }

                if (ratio.Median > end)
                {
                    string number = ratio.Median.ToString("0.0", CultureInfo.InvariantCulture) + " ▸";
                    model.Annotations.Add(Text(Ratios, number, end, y, HorizontalAlignment.Right, color));
                    continue;
                }

                medians.Points.Add(new ScatterPoint(ratio.Median, y));
                if (ratio is { Lower: { } lower, Upper: { } upper })
                {
                    intervals.Points.AddRange([new(lower, y), new(Math.Min(upper, end), y), DataPoint.Undefined]);
                }
            }

            model.Series.Add(intervals);
            model.Series.Add(medians);
        }
    }

    private static void AddBytes(PlotModel model, IReadOnlyList<(string Label, ChartRow? Row)> lines)
    {
        // Behind the longest bar there is room for its number.
        double most = Math.Max(1, lines.Max(line => line.Row?.Bytes ?? 0));
        double panel = (Width - model.PlotMargins.Left - model.PlotMargins.Right) * (1 - BytesStart);
        double room = panel / Math.Max(4, panel - (LetterWidth * Short(most).Length) - 6);
        model.Axes.Add(new LinearAxis
        {
            Key = Bytes, Position = AxisPosition.Bottom, Minimum = 0, Maximum = most * room, StartPosition = BytesStart,
            TickStyle = TickStyle.None, LabelFormatter = _ => "", Title = "bytes", TitleColor = s_muted, AxisTitleDistance = 6,
        });
        foreach (bool areOurs in new[] { false, true })
        {
            RectangleBarSeries bars = new() { XAxisKey = Bytes, FillColor = areOurs ? s_ours : s_other, StrokeThickness = 0 };
            foreach ((int y, (_, ChartRow? row)) in lines.Index())
            {
                if (row is not { Bytes: { } bytes } || row.IsOurs != areOurs)
                {
                    continue;
                }

                if (bytes > 0)
                {
                    bars.Items.Add(new RectangleBarItem(0, y - 0.3, bytes, y + 0.3));
                }

                model.Annotations.Add(Text(Bytes, Short(bytes), bytes, y, HorizontalAlignment.Left, areOurs ? s_ours : s_ink));
            }

            model.Series.Add(bars);
        }
    }

    private static string Short(double bytes) => bytes < 1e6 ? Format.Number(bytes, 0) : Format.Number(bytes / 1e6, 1) + " M";

    private static TextAnnotation Text(string axis, string text, double x, double y, HorizontalAlignment alignment, OxyColor color) => new()
    {
        XAxisKey = axis,
        Text = text,
        TextPosition = new DataPoint(x, y),
        TextHorizontalAlignment = alignment,
        TextVerticalAlignment = VerticalAlignment.Middle,
        Offset = new ScreenVector(alignment == HorizontalAlignment.Left ? 3 : -2, 0),
        TextColor = color,
        StrokeThickness = 0,
    };

    /// <summary>Makes the picture fit the page's width and follow the reader's theme, and sets the style that all texts share.</summary>
    private static string Themed(string svg, double height, Chart chart)
    {
        string root = string.Create(
            CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {Width} {height}\" role=\"img\" {Font}>");
        string style = "<style>.chart{" + string.Concat(s_variables.Select(each => $"--{each.Name}:{Css(each.Color)};"))
            + "}@media(prefers-color-scheme:dark){.chart{"
            + string.Concat(s_variables.Select(each => $"--{each.Name}:{each.Dark};")) + "}}</style>";
        string body = Superfluous().Replace(svg, "").Replace(Font, "", StringComparison.Ordinal);
        foreach ((OxyColor color, string name, _) in s_variables)
        {
            body = body.Replace(Css(color), $"var(--{name})", StringComparison.Ordinal);
        }

        string[] title = [.. chart.Title.Split(": ", 2).Select(System.Net.WebUtility.HtmlEncode).OfType<string>()];
        string lines = string.Concat(title.Index().Select(line =>
            $"<text x=\"4\" y=\"{14 + (16 * line.Index)}\" style=\"fill:var(--ink);font-weight:{(line.Index == 0 ? 400 : 600)}\">"
                + $"{line.Item}</text>"));
        return $"{root}<title>{string.Join(": ", title)}</title>{style}{lines}{Numbers().Replace(body, "").Trim()}";
    }

    // As the exporter writes a color.
    private static string Css(OxyColor color) => FormattableString.Invariant($"rgb({color.R},{color.G},{color.B})");

    // The exporter's own root, what can't be seen, and clips, whose names are the same in each picture of a page: nothing is drawn outside.
    [GeneratedRegex(
        """
        ^.*?<svg[^>]*>|<defs>.*?</defs>|<rect[^>]*fill:none[^>]*/>|<g\ />|\ (clip-path|shape-rendering)="[^"]*"
        |;stroke:black;stroke-width:0|;stroke-linejoin:bevel|stroke:none;|(?<=>)\s+(?=<)
        """,
        RegexOptions.Singleline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Superfluous();

    // A tenth of a unit is less than a pixel.
    [GeneratedRegex("""(?<=["\s,(-]\d+\.\d)\d+(?=["\s,)])""")]
    private static partial Regex Numbers();
}

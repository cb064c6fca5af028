namespace AsyncBenchmarks.Reports.Html;

/// <summary>A scenario's own figure: its text to show, its value and unit to sort and draw by.</summary>
internal sealed record PageFigure(string Name, double? Value, string Text, string Unit);

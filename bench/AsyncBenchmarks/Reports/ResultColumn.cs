namespace AsyncBenchmarks.Reports;

/// <summary>A column of a table.</summary>
/// <param name="Name">Its header.</param>
/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Dispensability">In a narrow terminal the highest is left out first; 0 never is.</param>
internal sealed record ResultColumn(string Name, bool IsNumber = false, int Dispensability = 0);

namespace AsyncBenchmarks.Counting;

/// <summary>Where the code of a function is.</summary>
/// <param name="Start">The address of its first instruction.</param>
/// <param name="Length">In bytes.</param>
/// <param name="Name">The function's name, or the file's that has it.</param>
internal sealed record CodeRange(ulong Start, ulong Length, string Name)
{
    public bool Contains(ulong address) => address - Start < Length;
}

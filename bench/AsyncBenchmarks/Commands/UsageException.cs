namespace AsyncBenchmarks.Commands;

/// <summary>The arguments are wrong; the message says what would be right.</summary>
internal sealed class UsageException : Exception
{
    public UsageException(string message)
        : base(message)
    {
    }
}

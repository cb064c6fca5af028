namespace AsyncBenchmarks;

internal static class ExitCode
{
    /// <summary>Everything that can be measured was.</summary>
    public const int Success = 0;

    /// <summary>A case that should have worked did not, or something did not build.</summary>
    public const int Failure = 1;

    /// <summary>The arguments are wrong; nothing was measured or written.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by Ctrl-C, as shells expect it: 128 + SIGINT.</summary>
    public const int Interrupted = 130;
}

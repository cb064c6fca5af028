namespace AsyncBenchmarks.Results;

/// <summary>How much time was spent on each case.</summary>
public enum RunKind
{
    /// <summary>As long as it takes for numbers that can be published.</summary>
    Full,

    /// <summary>Minutes for everything: good for a first look, not for quoting.</summary>
    Quick,

    /// <summary>Every case once, to see that it works; times mean nothing.</summary>
    Smoke,
}

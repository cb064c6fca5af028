namespace AsyncBenchmarks.Scenarios;

/// <summary>The value of an AsyncLocal while operations are started.</summary>
internal enum LocalValue
{
    /// <summary>None was ever set: the context is the default one.</summary>
    None,

    /// <summary>The same all the time.</summary>
    Same,

    /// <summary>Another one for every operation.</summary>
    Changing,
}

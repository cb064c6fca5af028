using Jurassic;

namespace AsyncBenchmarks.Charts;

/// <summary>Draws with ECharts' own renderer for servers, in a JavaScript engine that is a .NET library: no Node, no browser.</summary>
internal static class ChartEngine
{
    // The globals that ECharts uses beyond the language. Pictures don't move, so timers never fire. The engine's
    // typed arrays lose what is written to them; without them ECharts uses plain ones.
    private const string Surroundings =
        """
        var self = this, global = this;
        function setTimeout() { return 0; }
        function clearTimeout() { }
        Int8Array = Uint8Array = Int16Array = Uint16Array = Int32Array = Uint32Array = Float32Array = Float64Array = undefined;
        """;

    // The library is one expression of some hundred thousand tokens, and the engine's compiler is recursive.
    private const int StackBytes = 256 << 20;

    /// <summary>Loads the scripts and calls a function of theirs for each text.</summary>
    /// <param name="scripts">The library, then ours.</param>
    /// <param name="function">A function from a text to a text.</param>
    /// <param name="texts">Its arguments.</param>
    /// <param name="failure">The engine's message when it could not draw; else null.</param>
    /// <returns>The function's results, as many as could be drawn.</returns>
    public static IReadOnlyList<string> Draw(
        IReadOnlyList<string> scripts, string function, IReadOnlyList<string> texts, out string? failure)
    {
        List<string> drawn = [];
        string? words = null;
        Thread thread = new(() =>
        {
            try
            {
                ScriptEngine engine = new();
                engine.Execute(Surroundings);
                foreach (string script in scripts)
                {
                    engine.Execute(script);
                }

                foreach (string text in texts)
                {
                    drawn.Add(engine.CallGlobalFunction<string>(function, text));
                }
            }
            catch (Exception exception)
            {
                // An uncaught exception would end the process; here only pictures are missing.
                words = exception.Message;
            }
        }, StackBytes);
        thread.Start();
        thread.Join();
        failure = words;
        return drawn;
    }
}

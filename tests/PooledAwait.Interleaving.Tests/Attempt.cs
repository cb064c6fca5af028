namespace PooledAwait.Schedules;

/// <summary>The outcome of a command that may be refused.</summary>
internal readonly record struct Attempt(bool Succeeded, int Result)
{
    /// <summary>Tries it.</summary>
    internal static Attempt Of(Func<int> attempt)
    {
        try
        {
            return new Attempt(true, attempt());
        }
        catch (InvalidOperationException)
        {
            return default;
        }
    }

    /// <summary>Tries it.</summary>
    internal static Attempt Of(Action attempt) => Of(() =>
    {
        attempt();
        return 0;
    });
}

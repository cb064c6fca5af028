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

    /// <summary>Both threads try the same, and one of them succeeds.</summary>
    internal static int OfOne(Race race, Func<int> attempt)
    {
        Attempt left = default;
        Attempt right = default;
        race(() => left = Of(attempt), () => right = Of(attempt));
        Assert.True(left.Succeeded ^ right.Succeeded);
        return left.Result + right.Result;
    }

    /// <inheritdoc cref="OfOne(Race, Func{int})"/>
    internal static void OfOne(Race race, Action attempt) => OfOne(race, () =>
    {
        attempt();
        return 0;
    });

    /// <summary>Both threads try, and one of them succeeds.</summary>
    /// <returns>Whether that is the left one.</returns>
    internal static bool OfOne(Race race, Func<bool> left, Func<bool> right)
    {
        bool isLeft = false;
        bool isRight = false;
        race(() => isLeft = left(), () => isRight = right());
        Assert.True(isLeft ^ isRight);
        return isLeft;
    }
}

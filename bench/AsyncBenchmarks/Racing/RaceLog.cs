using System.Collections.Generic;

namespace AsyncBenchmarks.Racing;

/// <summary>Everything one competitor did in a race: its slices by launch, in the order of the rounds.</summary>
internal sealed class RaceLog
{
    private readonly List<List<SliceResult>> _launches = [];

    public RaceLog(Competitor competitor)
    {
        Competitor = competitor;
    }

    public Competitor Competitor { get; }

    /// <summary>Slices of each launch; the n-th slice of a launch belongs to the n-th round for every competitor.</summary>
    public IReadOnlyList<IReadOnlyList<SliceResult>> Launches => _launches;

    /// <summary>Why it is out of the race; null while it runs.</summary>
    public string? Failure { get; private set; }

    public void BeginLaunch() => _launches.Add([]);

    public void Add(SliceResult slice) => _launches[^1].Add(slice);

    public void Fail(string failure) => Failure = failure;
}

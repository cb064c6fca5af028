using System.Reflection;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library.</summary>
internal static class PooledAwaitLibrary
{
    private const string Name = "PooledAwait";

    public static Row Row { get; } = new(
        Name,
        new Library(Name, "PooledAwait.Net", WantedVersion: null, Version, NotFound: null, ["This repository's library, built with the suite."]),
        new PooledAwaitAnswers(),
        YieldCategory.Task,
        YieldCategory.TaskT,
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);

    private static string? Version => typeof(PooledAwait.PooledValueTask).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;

    private sealed class PooledAwaitAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<PooledAwaitAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<PooledAwaitContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => category switch
        {
            YieldCategory.Task => Offer.Of(static () => new PooledTaskYield()),
            YieldCategory.TaskT => Offer.Of(static () => new PooledTaskYieldT()),
            YieldCategory.ValueTask => Offer.Of(static () => new PooledValueTaskYield()),
            _ => Offer.Of(static () => new PooledValueTaskYieldT()),
        };

        public override Offer WhenAll(int inputs) => Offer.Of(() => new PooledAwaitWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new PooledAwaitWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => Offer.Of(() => new PooledAwaitWaitAsync(limit));
    }
}

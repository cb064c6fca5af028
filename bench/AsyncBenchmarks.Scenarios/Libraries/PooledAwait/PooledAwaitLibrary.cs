using System.Reflection;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library.</summary>
internal static class PooledAwaitLibrary
{
    private const string Name = "PooledAwait";

    public static Row Row { get; } = new(
        Name,
        Describe(Name, "This repository's library, built with the suite."),
        new PooledAwaitAnswers(),
        YieldCategory.Task,
        YieldCategory.TaskT,
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);

    private static string? Version => typeof(PooledValueTask).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;

    /// <summary>Describes a row of this library.</summary>
    public static Library Describe(string name, params string[] notes) =>
        new(name, "PooledAwait.Net", WantedVersion: null, Version, NotFound: null, notes);

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

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? work.WithChain<PooledAwaitRounds, PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>()
            : work.WithAwait<PooledAwaitRounds, PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>();

        public override Offer Operations(OperationsWork work) => work.With<PooledAwaitOperations, PooledValueTaskSource<int>, PooledValueTask<int>>();
    }
}

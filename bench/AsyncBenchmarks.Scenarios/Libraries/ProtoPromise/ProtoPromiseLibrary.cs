using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>ProtoPromise: promises with their own pools. In three rows, because it has two settings for the whole process.</summary>
internal static partial class ProtoPromiseLibrary
{
    private const string Package = "ProtoPromise";

    /// <summary>As it comes.</summary>
    public static Row Row { get; } = Create(
        PeerPackage.Describe(Package, "ProtoPromise", "ExecutionContext does not flow, which is its default."),
        "Pool",
        flows: false,
        pools: true);

    /// <summary>Without its pool.</summary>
    public static Row NoPoolRow { get; } = Create(
        PeerPackage.Describe(Package, "ProtoPromise-NoPool", "ObjectPoolingEnabled = false. ExecutionContext does not flow."),
        "No Pool",
        flows: false,
        pools: false);

    /// <summary>With the context flowing.</summary>
    public static Row FlowRow { get; } = Create(
        PeerPackage.Describe(Package, "ProtoPromise-Flow", "AsyncFlowExecutionContextEnabled = true: the context flows in its async methods."),
        "Pool, Flow",
        flows: true,
        pools: true);

    private static Row Create(Library library, string categories, bool flows, bool pools)
    {
        Answers? answers = null;
        if (flows)
        {
            AnswerFlowing(ref answers);
        }
        else
        {
            Answer(ref answers);
        }

        return new Row(library.Name, library, answers, YieldCategory.ValueTask, YieldCategory.ValueTaskT)
        {
            Categories = categories,
            Configure = () => Configure(flows, pools),
        };
    }

    private static void Configure(bool flows, bool pools)
    {
        SetPooling(pools);
        if (flows)
        {
            LetContextFlow();
        }
    }

    // Their bodies are in Work, compiled where the package was found.
    static partial void Answer(ref Answers? answers);

    static partial void AnswerFlowing(ref Answers? answers);

    static partial void SetPooling(bool enabled);

    static partial void LetContextFlow();
}

using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class ProtoPromiseLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new ProtoPromiseAnswers();

    static partial void AnswerFlowing(ref Answers? answers) => answers = new ProtoPromiseFlowAnswers();

    static partial void SetPooling(bool enabled) => Promise.Config.ObjectPoolingEnabled = enabled;

    // It can't be switched off again.
    static partial void LetContextFlow() => Promise.Config.AsyncFlowExecutionContextEnabled = true;
}

namespace AsyncBenchmarks.Libraries;

/// <content>What they can do.</content>
internal static partial class RuntimeAsyncLibrary
{
    static partial void AnswerTask(ref Answers? answers) => answers = RuntimeAsyncTwin.OfTask;

    static partial void AnswerValueTask(ref Answers? answers) => answers = RuntimeAsyncTwin.OfValueTask;
}

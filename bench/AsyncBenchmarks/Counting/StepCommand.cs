using System.CommandLine;

namespace AsyncBenchmarks.Counting;

/// <summary>
/// Steps through a runner for <c>count</c>, in a process of its own, because a process that has
/// children of its own hears of each of their steps, and takes one for the child's end.
/// </summary>
internal static class StepCommand
{
    public static Command Create()
    {
        Argument<int> process = new("process");
        Argument<ulong> start = new("start");
        Argument<ulong> length = new("length");
        Argument<long> enough = new("enough");
        Argument<long> most = new("most");
        Command command = new(StepLog.Command, "Step through a process of the suite, for the suite itself.") { process, start, length,
            enough, most };
        command.Hidden = true;
        command.SetAction(arguments => StepLog.Write(
            arguments.GetValue(process),
            new CallCounter(new CodeRange(arguments.GetValue(start), arguments.GetValue(length), ""), arguments.GetValue(enough),
                arguments.GetValue(most))));
        return command;
    }
}

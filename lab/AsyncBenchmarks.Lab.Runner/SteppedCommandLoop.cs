using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Lab.Runner;

/// <summary>Can also run on and on, for who counts the instructions from outside.</summary>
internal sealed class SteppedCommandLoop : CommandLoop
{
    protected override string Execute(string command, string argument)
    {
        if (command != RunnerProtocol.RunOn)
        {
            return base.Execute(command, argument);
        }

        Tracing.Permit();
        while (true)
        {
            if (Workload.NeedsPreparation)
            {
                Workload.Prepare();
            }

            PartMeter.RunBatch(Workload, 1);
        }
    }
}

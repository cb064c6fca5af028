namespace AsyncBenchmarks.Tests;

/// <summary>Every body of every row, once.</summary>
public class WorkloadTests
{
    public static TheoryData<string> Available => [.. CaseIds.Available];

    // In this process: no row of these scenarios goes deeper than its seven methods. One that could end the process belongs
    // into a CaseProcess.
    [Theory]
    [MemberData(nameof(Available))]
    public void Body_RunOnceAndAgain_ProvesItsWork(string id)
    {
        Workload workload = CaseIds.Create(id);
        Watchdog.Run(id, () =>
        {
            workload.Setup();
            for (int run = 0; run < 3; run++)
            {
                if (workload.NeedsPreparation)
                {
                    workload.Prepare();
                }

                workload.Run();
            }

            workload.Cleanup();
        });
    }

    [Theory]
    [MemberData(nameof(Available))]
    public void Body_SeveralInFlightTogether_AllComplete(string id)
    {
        Workload workload = CaseIds.Create(id);
        if (!workload.CanOverlap)
        {
            return;
        }

        Watchdog.Run(id, () =>
        {
            workload.Setup();
            for (int together = 1; together <= 9; together++)
            {
                for (int operation = 0; operation < together; operation++)
                {
                    workload.StartOne();
                }

                workload.CompleteAll();
            }

            workload.Cleanup();
        });
    }
}

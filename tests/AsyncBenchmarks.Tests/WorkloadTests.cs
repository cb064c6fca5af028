namespace AsyncBenchmarks.Tests;

/// <summary>Every body of every row, once.</summary>
public class WorkloadTests
{
    public static TheoryData<string> Available => [.. CaseIds.Harmless];

    // In this process: what could end it is in SeparateProcessTests.
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

    [Theory]
    [MemberData(nameof(Available))]
    public void Body_DoneAlone_ProvesItsWorkOnEveryScale(string id)
    {
        Workload workload = CaseIds.Create(id);
        if (workload.SizeAlone == 0)
        {
            return;
        }

        Watchdog.Run(id, () =>
        {
            workload.Setup();
            workload.RunAlone(1);
            workload.RunAlone(workload.SizeAlone);
            workload.Cleanup();
        });
    }
}

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

/// <summary>Bodies that can't run in the tests' own process.</summary>
public class SeparateProcessTests
{
    public static TheoryData<string> KnownToFail => [.. CaseIds.KnownToFail];

    [Fact]
    public void Bodies_ThatNeedAnEnvironment_ProveTheirWorkInAProcessThatHasIt()
    {
        string[] ids = [.. CaseIds.WithEnvironment];
        using CaseProcess process = new(ids[0]);
        foreach (string id in ids)
        {
            process.SetUp(id);
            process.AllocatedPerOperation(slices: 1);
        }
    }

    [Theory]
    [MemberData(nameof(KnownToFail))]
    public void Body_KnownToFail_EndsItsProcessOrWorks(string id)
    {
        using CaseProcess process = new(id);

        // Which of both depends on the stack; the test host lives on, and a hang is caught.
        process.TryWork();
    }
}

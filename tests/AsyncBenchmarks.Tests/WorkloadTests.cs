namespace AsyncBenchmarks.Tests;

/// <summary>Every body of every row, once.</summary>
public class WorkloadTests
{
    public static TheoryData<string> Available => [.. CaseIds.Harmless];

    // In this process: what could end it is in SeparateProcessTests.
    [Theory]
    [MemberData(nameof(Available))]
    public void Body_OnceAndAgain_SeveralTogether_AndAlone_ProvesItsWork(string id)
    {
        Run(workload =>
        {
            for (int run = 0; run < 3; run++)
            {
                if (workload.NeedsPreparation)
                {
                    workload.Prepare();
                }

                workload.Run();
            }
        });
        Run(workload =>
        {
            for (int together = 1; workload.CanOverlap && together <= 9; together++)
            {
                for (int operation = 0; operation < together; operation++)
                {
                    workload.StartOne();
                }

                workload.CompleteAll();
            }
        });
        Run(workload =>
        {
            if (workload.SizeAlone != 0)
            {
                workload.RunAlone(1);
                workload.RunAlone(workload.SizeAlone);
            }
        });

        void Run(Action<Workload> work) => Watchdog.Run(id, () =>
        {
            Workload workload = CaseIds.Create(id);
            workload.Setup();
            work(workload);
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

namespace AsyncBenchmarks.Tests;

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

namespace AsyncBenchmarks.Host.Tests.Commands;

public sealed class UnfinishedRunTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unfinished-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void The_same_machine_build_and_libraries_may_continue() => Find().RequireSame(Begun().Origin);

    [Theory]
    [InlineData("commit", "Check that commit out")]
    [InlineData("build", "Undo the changes")]
    [InlineData("machine", "Continue it there")]
    [InlineData("Ours", "Use the same package feeds")]
    [InlineData("Gone", "Use the same package feeds")]
    public void Anything_else_is_refused_with_what_to_do(string difference, string advice)
    {
        Origin then = Begun().Origin;
        Origin now = difference switch
        {
            "commit" => then with { Commit = "another" },
            "build" => then with { Build = "another" },
            "machine" => then with { Machine = then.Machine with { LogicalCores = 64 } },
            _ => then with
            {
                Libraries = [.. then.Libraries.Select(each => each.Name == difference ? each with { Version = "another" } : each)],
            },
        };

        UsageException refusal = Assert.Throws<UsageException>(() => Find().RequireSame(now));

        Assert.Contains("another " + difference, refusal.Message);
        Assert.Contains(advice, refusal.Message);
    }

    [Fact]
    public void A_file_that_is_not_a_run_is_refused()
    {
        File.WriteAllText(Path.Combine(_folder, "results.json"), "{}");

        Assert.Throws<UsageException>(() => UnfinishedRun.Find(_folder));
    }

    private UnfinishedRun Find()
    {
        string file = Path.Combine(_folder, "results.json");
        File.WriteAllText(file, ResultFile.Write(Begun()));
        return UnfinishedRun.Find(file);
    }

    private static RunResults Begun()
    {
        RunResults run = Sample.Run();
        return run with { Origin = run.Origin with { Arguments = ["run", "--quick"], Build = "a build" } };
    }
}

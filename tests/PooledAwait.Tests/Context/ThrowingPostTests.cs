namespace PooledAwait.Tests.Context;

/// <summary>A Post that throws ends the process, as with the framework's awaits; no other call gets the exception.</summary>
public sealed class ThrowingPostTests
{
    [Theory]
    [InlineData("await", "context")]
    [InlineData("await", "scheduler")]
    [InlineData("yield", "context")]
    [InlineData("yield", "scheduler")]
    [InlineData("callback", "context")]
    [InlineData("callback", "scheduler")]
    [InlineData("callback", "task")]
    [Trait(FlowMode.Needs, FlowMode.Processes)]
    public void Post_RunsTheContinuationAndThrows_IsAnUnhandledExceptionAndNobodysFailure(string kind, string place)
    {
        string ours = Run("ours");

        Assert.Matches("^unhandled [A-Za-z]+, continued 1, caller returned True$", ours);

        // An await of a Task swallows what QueueTask throws; the framework's other awaits don't.
        if (place != "scheduler" || kind == "yield")
        {
            Assert.Equal(ours, Run("framework"));
        }

        string Run(string builder) => DotNetCommand.RunProgram(["posts", kind, place, builder]).Trim();
    }
}

using System;
using System.IO;

namespace PooledAwait.Tests.Context;

/// <summary>A Post that throws ends the process, as with the framework's awaits, and no call takes the exception for its own.</summary>
public sealed class ThrowingPostTests
{
    [Theory]
    [InlineData("await")]
    [InlineData("yield")]
    [InlineData("callback")]
    public void Post_RunsTheContinuationAndThrows_IsAnUnhandledExceptionAndNobodysFailure(string kind)
    {
        string program = Path.Combine(AppContext.BaseDirectory, "PooledAwait.Tests.SmallHeap.dll");

        string output = DotNetCommand.Run(AppContext.BaseDirectory, "exec", program, "posts", kind);

        Assert.Equal("unhandled FormatException, continued 1, caller returned True", output.Trim());
    }
}

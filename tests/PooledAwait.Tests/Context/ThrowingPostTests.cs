using System;
using System.IO;

namespace PooledAwait.Tests.Context;

/// <summary>A Post that throws ends the process, as with the framework's awaits, and no call takes the exception for its own.</summary>
public sealed class ThrowingPostTests
{
    public static TheoryData<string, string, string> Cases
    {
        get
        {
            TheoryData<string, string, string> cases = [];
            foreach (string kind in (string[])["await", "yield", "callback"])
            {
                foreach (string place in (string[])["context", "scheduler"])
                {
                    cases.Add(kind, place, "ours");
                    cases.Add(kind, place, "framework");
                }
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Post_RunsTheContinuationAndThrows_IsAnUnhandledExceptionAndNobodysFailure(string kind, string place, string builder)
    {
        string program = Path.Combine(AppContext.BaseDirectory, "PooledAwait.Tests.SmallHeap.dll");

        string output = DotNetCommand.Run(AppContext.BaseDirectory, "exec", program, "posts", kind, place, builder);

        Assert.Equal("unhandled FormatException, continued 1, caller returned True", output.Trim());
    }
}

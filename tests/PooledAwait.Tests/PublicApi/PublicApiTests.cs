using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace PooledAwait.Tests;

/// <summary>What users see of the library, as text beside this file, one per target: a change of it is a change of a promise.</summary>
public sealed class PublicApiTests
{
    /// <summary>Set to 1 to write the texts instead of comparing them.</summary>
    private const string UpdateVariable = "POOLEDAWAIT_UPDATE_PUBLIC_API";

    [Theory]
    [InlineData("netstandard2.0")]
    [InlineData("net8.0")]
    [InlineData("net10.0")]
    public void PublicApi_OfATarget_IsTheCommittedOne(string target)
    {
        string actual = ApiPrinter.Print(Load(target));
        string committed = Path.Combine(AppContext.BaseDirectory, "PublicApi", target + ".txt");
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(Path.Combine(ThisFolder(), target + ".txt"), actual);
            return;
        }

        string expected = File.Exists(committed) ? File.ReadAllText(committed).ReplaceLineEndings("\n") : "";
        Assert.True(
            expected == actual,
            $"The public API of {target} is not what PublicApi/{target}.txt says. If that is meant, run this test with {UpdateVariable}=1"
            + $" and commit the text, with a line in the changelog. The first difference:\n{FirstDifference(expected, actual)}");
    }

    [Fact]
    public void PublicApi_OfATarget_DiffersFromOthersNowhere()
    {
        // What differs on a platform is inside; a library compiled for one target can be used with another's.
        string newest = ApiPrinter.Print(Load("net10.0"));

        Assert.Equal(newest, ApiPrinter.Print(Load("net8.0")));
        Assert.Equal(newest, ApiPrinter.Print(Load("netstandard2.0")));
    }

    private static Assembly Load(string target)
    {
        AssemblyLoadContext context = new(target, isCollectible: true);
        return context.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, "Targets", target, "PooledAwait.Net.dll"));
    }

    private static string FirstDifference(string expected, string actual)
    {
        string[] before = expected.Split('\n');
        string[] after = actual.Split('\n');
        int i = 0;
        while (i < before.Length && i < after.Length && before[i] == after[i])
        {
            i++;
        }

        return $"- {(i < before.Length ? before[i] : "(end)")}\n+ {(i < after.Length ? after[i] : "(end)")}";
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}

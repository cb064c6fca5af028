namespace PooledAwait.Smoke;

/// <summary>One promise: it holds if <see cref="RunAsync"/> ends without an exception.</summary>
internal sealed class Check(string name, Func<Task> run)
{
    internal Check(string name, Action run)
        : this(name, () =>
        {
            run();
            return Task.CompletedTask;
        })
    {
    }

    internal string Name => name;

    internal Task RunAsync() => run();

    /// <summary>Runs checks one after the other, and says how many held.</summary>
    /// <param name="run">Runs one, in a method of its own, so that the check's contexts end with it.</param>
    /// <returns>The exit code.</returns>
    internal static async Task<int> RunAllAsync(IEnumerable<Check> checks, Func<Check, Task> run)
    {
        int passed = 0;
        int failed = 0;
        foreach (Check check in checks)
        {
            try
            {
                await run(check);
                passed++;
                Console.WriteLine("passed: " + check.Name);
            }
            catch (Exception exception)
            {
                failed++;
                Console.WriteLine("FAILED: " + check.Name + ": " + exception);
            }
        }

        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}

using AsyncBenchmarks.Counting;

namespace AsyncBenchmarks.Commands;

internal static class Cli
{
    /// <summary>The environment variable with the seconds for writing results after Ctrl-C; a busy machine needs more.</summary>
    public const string GraceVariable = "ASYNCBENCHMARKS_GRACE";

    // Below the promised two seconds.
    private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable(GraceVariable), NumberStyles.None, CultureInfo.InvariantCulture, out int seconds)
            ? seconds : 1.5);

    /// <summary>How this program is started; its arguments follow. The same command needs the same packages.</summary>
    public static string Start { get; } = "dotnet run -c Release "
        + string.Concat(Library.RestoreSettings.Select(setting => $"-p:{setting.Key}={setting.Value} "))
        + "--project bench/AsyncBenchmarks --";

    /// <summary>The suite's commands, under a root that shows its help by itself.</summary>
    public static RootCommand Create()
    {
        RootCommand root = new(
            $"""
            Compares C# async libraries on real work. Start here, it takes about four minutes:

              {Start} run --quick
            """)
        {
            new RunCommand(publishes: false).Create(),
            new RunCommand(publishes: true).Create(),
            new CountCommand().Create(),
            ListCommand.Create(),
            CountCommand.CreateStep(),
        };
        root.SetAction(_ => root.Parse("--help").Invoke());
        return root;
    }

    public static async Task<int> RunAsync(RootCommand root, string[] args)
    {
        ParseResult arguments = root.Parse(args);
        if (args is [{ Length: > 0 } first, ..] && first[0] is not '-' and not '['
            && root.Subcommands.All(command => command.Name != first && !command.Aliases.Contains(first)))
        {
            string[] valid = [.. root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name)];
            return Refuse($"There is no command \"{first}\". Valid: {string.Join(", ", valid)}.");
        }

        if (arguments.Errors.Count > 0)
        {
            return Refuse(string.Join(Environment.NewLine, arguments.Errors.Select(error => error.Message)));
        }

        try
        {
            // Ctrl-C and SIGTERM cancel, so that the command can write down what it has; if that takes too long, it is left behind.
            return await arguments.InvokeAsync(
                new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = s_grace });
        }
        catch (UsageException exception)
        {
            return Refuse(exception.Message);
        }
        catch (BuildException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return ExitCode.Failure;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
        finally
        {
            ChildProcess.KillAll();
        }
    }

    private static int Refuse(string message)
    {
        Console.Error.WriteLine(message);
        return ExitCode.Usage;
    }
}

using System.CommandLine;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>All commands and what they have in common.</summary>
internal static class Cli
{
    /// <summary>How this program is started; its arguments follow. The lab sets its own.</summary>
    public static string Start
    {
        // The same command needs the same packages.
        get => string.Concat(RestoreSettings.Given.Select(setting => $"-p:{setting.Key}={setting.Value} ")) is { Length: > 0 } given
            ? field.Replace("--project", given + "--project", StringComparison.Ordinal)
            : field;
        set;
    } = "dotnet run -c Release --project bench/AsyncBenchmarks --";

    /// <summary>The suite's commands.</summary>
    public static RootCommand Create() => Create(
        $"""
        Compares C# async libraries on real work. Start here, it takes about four minutes:

          {Start} run --quick
        """,
        terminal =>
        [
            new RunCommand(publishes: false).Create(terminal),
            new RaceCommand().Create(terminal),
            new CompareCommand().Create(terminal),
            new MergeCommand().Create(terminal),
            new RunCommand(publishes: true).Create(terminal),
            ListCommand.Create(terminal),
        ]);

    /// <summary>Commands under one root, which shows its help by itself.</summary>
    /// <param name="description">The purpose of the program.</param>
    /// <param name="commands">Makes the commands; they get what makes their terminal.</param>
    public static RootCommand Create(string description, Func<Func<ParseResult, Terminal>, IEnumerable<Command>> commands)
    {
        Option<bool> noColor = new("--no-color")
        {
            Description = "Plain text only.",
            Recursive = true,
        };
        RootCommand root = new(description);
        root.Add(noColor);
        foreach (Command command in commands(arguments => new Terminal(color: !arguments.GetValue(noColor))))
        {
            root.Add(command);
        }

        root.SetAction(_ => root.Parse("--help").Invoke());
        return root;
    }

    /// <summary>Does what the arguments say.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(RootCommand root, string[] args)
    {
        ParseResult arguments = root.Parse(args);
        if (args is [{ Length: > 0 } first, ..] && first[0] is not '-' and not '['
            && root.Subcommands.All(command => command.Name != first))
        {
            string[] valid = [.. root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name)];
            return Refuse($"There is no command \"{first}\". Valid: {string.Join(", ", valid)}.");
        }

        if (arguments.Errors.Count > 0)
        {
            return Refuse(string.Join(Environment.NewLine, arguments.Errors.Select(error => error.Message)));
        }

        using Interruption interruption = new();
        try
        {
            return await arguments.InvokeAsync(
                new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null },
                interruption.Token);
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
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        finally
        {
            ChildProcesses.KillAll();
        }
    }

    private static int Refuse(string message)
    {
        Console.Error.WriteLine(message);
        return ExitCode.Usage;
    }
}

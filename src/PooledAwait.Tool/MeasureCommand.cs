using System.CommandLine;
using System.Diagnostics;
using Microsoft.Diagnostics.NETCore.Client;
using PooledAwait.Tool.Measuring;

namespace PooledAwait.Tool;

/// <summary>Watches a program, and says what its async methods allocate.</summary>
internal static class MeasureCommand
{
    private const double Seconds = 30, WarmUp = 5;

    internal static Command Create(TextWriter output, TextWriter errors)
    {
        Argument<string[]> command = new("command")
        {
            Description = "After --, the program with its arguments: -- dotnet Shop.dll",
            Arity = ArgumentArity.ZeroOrMore,
        };
        Option<int?> pid = new("--pid") { Description = "Watch a process that runs, instead of starting one.", HelpName = "number" };
        Option<double> seconds = new("--seconds")
        {
            Description = "How long to watch. Ctrl+C ends it, and shows what there is.",
            HelpName = "number",
            DefaultValueFactory = static _ => Seconds,
        };
        Option<double?> warmUp = new("--warm-up")
        {
            Description = $"How many seconds to wait first; default: {WarmUp}, with --pid 0.",
            HelpName = "number",
        };
        Option<string?> json = new("--json") { Description = "Write the figures to this file as well.", HelpName = "file" };
        Command measure = new("measure", "Says which part of a program's allocations is async machinery, and what could be saved of it.")
        {
            command, pid, seconds, warmUp, json,
        };
        measure.SetAction((arguments, stop) => RunAsync(
            arguments.GetValue(command) ?? [], arguments.GetValue(pid), arguments.GetValue(seconds),
            arguments.GetValue(warmUp) ?? (arguments.GetValue(pid) is null ? WarmUp : 0), arguments.GetValue(json), output, errors, stop));
        return measure;
    }

    private static async Task RunAsync(
        string[] command, int? pid, double seconds, double warmUp, string? json,
        TextWriter output, TextWriter errors, CancellationToken stop)
    {
        if (command.Length == 0 == pid is null)
        {
            throw new BadInputException("Name a program after --, such as: -- dotnet Shop.dll. Or name a process: --pid 1234");
        }

        if (seconds <= 0 || warmUp < 0)
        {
            throw new BadInputException("--seconds must be more than 0, and --warm-up not less.");
        }

        TimeSpan wait = TimeSpan.FromSeconds(warmUp);
        using Watched watched = pid is { } id ? Watched.Attach(id) : await Watched.StartAsync(command, wait, stop).ConfigureAwait(false);
        Progress progress = new(errors);
        progress.Show($"Warming up for {warmUp:0.#} s, then measuring for {seconds:0.#} s; Ctrl+C shows what there is.");
        await watched.WarmUpAsync(wait, stop).ConfigureAwait(false);

        using Recording recording = Listen(watched, wait);
        long begin = Stopwatch.GetTimestamp();
        using (new Timer(
            _ => progress.Update(
                $"Measuring: {Stopwatch.GetElapsedTime(begin).TotalSeconds:0} of {seconds:0.#} s, {recording.Samples:N0} samples"),
            null, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)))
        {
            recording.Listen(TimeSpan.FromSeconds(seconds), stop);
        }

        progress.Clear();
        Figures figures = Figures.Of(recording, watched.Name);
        await output.WriteAsync(figures.ToText()).ConfigureAwait(false);
        if (json is not null)
        {
            await File.WriteAllTextAsync(json, figures.ToJson(), CancellationToken.None).ConfigureAwait(false);
        }
    }

    private static Recording Listen(Watched watched, TimeSpan warmUp)
    {
        try
        {
            return Recording.Start(watched.Client, watched.SamplesAllocations);
        }
        catch (Exception exception) when (exception is DiagnosticsClientException or IOException or UnauthorizedAccessException)
        {
            watched.ThrowIfEnded(warmUp);
            throw new BadInputException($"'{watched.Name}' can't be watched: {exception.Message} Is it another user's process?");
        }
    }

    /// <summary>A line that changes, where there is a terminal.</summary>
    private sealed class Progress(TextWriter errors)
    {
        private readonly bool _isTerminal = ReferenceEquals(errors, Console.Error) && !Console.IsErrorRedirected;

        internal void Show(string text) => errors.WriteLine(text);

        internal void Update(string text)
        {
            if (_isTerminal)
            {
                errors.Write($"\r{text} ");
            }
        }

        internal void Clear()
        {
            if (_isTerminal)
            {
                errors.WriteLine();
            }
        }
    }
}

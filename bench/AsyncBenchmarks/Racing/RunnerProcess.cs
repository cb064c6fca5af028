using System.Text;

namespace AsyncBenchmarks.Racing;

/// <summary>A runner program that was started: works when told to, idle otherwise.</summary>
internal sealed class RunnerProcess(ChildProcess process) : IAsyncDisposable
{
    // A runner that is silent for so much longer than it was told to work will never answer.
    private const int Patience = 20;
    private static readonly TimeSpan s_timeToAnswer = TimeSpan.FromMinutes(1);

    private static readonly TimeSpan s_timeToRunOnce = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan s_timeToQuit = TimeSpan.FromMilliseconds(500);

    public static RunnerProcess Start(ProgramCommand program, IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = program.ToCaseStartInfo(environment);
        start.RedirectStandardInput = true;
        start.StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        ChildProcess started = ChildProcess.Start(start);
        started.TryRaisePriority();
        return new RunnerProcess(started);
    }

    /// <summary>Makes the case's workload ready; returns the runtime's description of itself.</summary>
    public Task<string> SetUpAsync(CaseProcess of, CancellationToken cancellationToken) =>
        AskAsync(RunnerProtocol.Setup, of.Id, s_timeToAnswer, cancellationToken);

    /// <summary>Measures the bytes that survive; null where operations can't be in flight together.</summary>
    public async Task<long?> MeasureSurvivedAsync(CancellationToken cancellationToken)
    {
        string bytes = await AskAsync(RunnerProtocol.Survived, "", s_timeToAnswer, cancellationToken);
        return bytes == RunnerProtocol.NotApplicable ? null : long.Parse(bytes, CultureInfo.InvariantCulture);
    }

    public Task WarmUpAsync(TimeSpan time, CancellationToken cancellationToken) =>
        WorkAsync(RunnerProtocol.WarmUp, time, cancellationToken);

    public async Task<SliceResult> WorkAsync(TimeSpan time, CancellationToken cancellationToken) =>
        SliceResult.Parse(await WorkAsync(RunnerProtocol.Slice, time, cancellationToken));

    /// <summary>The system's number of the process, and of the thread that works in it.</summary>
    public int Id => process.Id;

    /// <inheritdoc cref="ChildProcess.TryKeepOnProcessor"/>
    public void TryKeepOnProcessor(int turn) => process.TryKeepOnProcessor(turn);

    public async Task<int> OperationsPerRunAsync(CancellationToken cancellationToken) =>
        int.Parse(await AskAsync(RunnerProtocol.Operations, "", s_timeToAnswer, cancellationToken), CultureInfo.InvariantCulture);

    /// <summary>Lets it run from now on until it is disposed of; it answers nothing more.</summary>
    public void RunOn() => process.TryWriteLine(RunnerProtocol.RunOn);

    /// <summary>Runs once, for as long as that takes.</summary>
    public async Task<SliceResult> RunOnceAsync(CancellationToken cancellationToken) =>
        SliceResult.Parse(await AskAsync(RunnerProtocol.Once, "", s_timeToRunOnce, cancellationToken));

    public async Task<IReadOnlyList<FigureResult>> FiguresAsync(CancellationToken cancellationToken) =>
    [
        .. (await AskAsync(RunnerProtocol.Figures, "", s_timeToAnswer, cancellationToken))
            .Split(RunnerProtocol.FigureSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(ReadFigure),
    ];

    /// <summary>Reads what <see cref="Figure.Format"/> has written; a value that is no number means that there is none.</summary>
    public static FigureResult ReadFigure(string text)
    {
        string[] parts = text.Split(Figure.Separator);
        double value = double.Parse(parts[1], NumberStyles.Float, CultureInfo.InvariantCulture);
        return new FigureResult(parts[0], double.IsFinite(value) ? value : null, Enum.Parse<FigureUnit>(parts[2]));
    }

    /// <summary>Lets the process end by itself, and ends it when it doesn't.</summary>
    public async ValueTask DisposeAsync()
    {
        using CancellationTokenSource patience = new(s_timeToQuit);
        try
        {
            process.TryWriteLine(RunnerProtocol.Quit);
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            // It is stuck, or was told to quit in the middle of its work.
        }

        process.Dispose();
    }

    private Task<string> WorkAsync(string command, TimeSpan time, CancellationToken cancellationToken)
    {
        string milliseconds = time.TotalMilliseconds.ToString(CultureInfo.InvariantCulture);
        return AskAsync(command, milliseconds, s_timeToAnswer + (time * Patience), cancellationToken);
    }

    private async Task<string> AskAsync(string command, string argument, TimeSpan timeToAnswer, CancellationToken cancellationToken)
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(timeToAnswer);
        string? answer;
        try
        {
            process.TryWriteLine(argument.Length == 0 ? command : command + " " + argument);
            answer = await process.ReadLineAsync(patience.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new RunnerException($"The runner did not answer \"{command} {argument}\" within {timeToAnswer.TotalSeconds} seconds.");
        }

        if (answer is null)
        {
            throw new RunnerException(await process.DescribeDeathAsync());
        }

        int space = answer.IndexOf(' ', StringComparison.Ordinal);
        (string word, string rest) = space < 0 ? (answer, "") : (answer[..space], answer[(space + 1)..]);
        return word == command
            ? rest
            : throw new RunnerException(word == RunnerProtocol.Error ? rest : "The runner answered: " + answer);
    }
}

/// <summary>A runner process answered with an error, or ended without an answer.</summary>
internal sealed class RunnerException(string message) : Exception(message);

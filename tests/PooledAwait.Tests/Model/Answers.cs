namespace PooledAwait.Tests.Model;

/// <summary>Outcomes of commands, in words that the model and the real source share.</summary>
internal static class Answers
{
    internal const string Done = "done";
    internal const string Called = "called";
    internal const string Refused = "refused";
    internal const string NotValid = "not valid";

    private static readonly CancellationTokenSource s_tokens = new();

    /// <summary>The token of TrySetCanceled.</summary>
    internal static CancellationToken Token => s_tokens.Token;

    internal static string OfTry(bool won) => won ? "won" : "lost";

    internal static string OfSet(bool won) => won ? Done : Refused;

    internal static string Result(int value) => string.Create(CultureInfo.InvariantCulture, $"result {value}");

    internal static string Failure(int number) => string.Create(CultureInfo.InvariantCulture, $"exception {number}");

    internal static string Canceled(string by = "no token") => "canceled by " + by;

    internal static string Look(string? outcome) => "valid, " + (
        outcome is null ? "pending"
        : outcome.StartsWith("result", StringComparison.Ordinal) ? "succeeded"
        : outcome.StartsWith("canceled", StringComparison.Ordinal) ? "canceled"
        : "faulted");

    internal static Exception ExceptionOf(int number) => new TestException(Failure(number));

    /// <summary>What an exception means.</summary>
    /// <param name="own">The source's token.</param>
    internal static string Of(Exception exception, CancellationToken own) => exception switch
    {
        OperationCanceledException canceled => Canceled(
            canceled.CancellationToken == default ? "no token"
            : canceled.CancellationToken == own ? "its token"
            : canceled.CancellationToken == Token ? "a token"
            : "another token"),
        TestException => exception.Message,
        InvalidOperationException => Refused,
        _ => exception.ToString(),
    };

    /// <summary>What a function comes to.</summary>
    internal static string Of(Func<string> function, CancellationToken own)
    {
        try
        {
            return function();
        }
        catch (Exception exception)
        {
            return Of(exception, own);
        }
    }

    /// <summary>Tells what a task comes to, when it is complete.</summary>
    internal static async Task Report<T>(Task<T> task, Func<T, string> text, Action<string> report, CancellationToken own)
    {
        try
        {
            T result = await task.ConfigureAwait(false);
            report(text(result));
        }
        catch (Exception exception)
        {
            report(Of(exception, own));
        }
    }
}

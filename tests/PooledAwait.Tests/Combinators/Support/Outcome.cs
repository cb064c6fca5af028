namespace PooledAwait.Tests;

/// <summary>How a Task or a pooled task ended, in a form that can be compared.</summary>
internal sealed record Outcome(TaskStatus Status, string Result, string Errors, CancellationToken Token)
{
    internal static Outcome Of(Task task, string result = "") => task.Status switch
    {
        TaskStatus.Faulted => new(task.Status, "", Names(task.Exception!), default),
        TaskStatus.Canceled => new(task.Status, "", "", TokenOf(task)),
        _ => new(task.Status, result, "", default),
    };

    internal static Outcome Of(Task<int[]> task) => Of(task, task.IsCompletedSuccessfully ? string.Join(",", task.Result) : "");

    internal static Outcome Of(Task<int> task) => Of(task, task.IsCompletedSuccessfully ? task.Result.ToString(null, null) : "");

    /// <summary>Consumes one of ours, with all its errors.</summary>
    internal static Outcome Take(Func<string> take)
    {
        try
        {
            return new(TaskStatus.RanToCompletion, take(), "", default);
        }
        catch (OperationCanceledException exception)
        {
            return new(TaskStatus.Canceled, "", "", exception.CancellationToken);
        }
        catch (AggregateException exception)
        {
            return new(TaskStatus.Faulted, "", Names(exception), default);
        }
        catch (Exception exception)
        {
            return new(TaskStatus.Faulted, "", Name(exception), default);
        }
    }

    private static string Names(AggregateException exception) => string.Join("; ", exception.InnerExceptions.Select(Name));

    private static string Name(Exception exception) => $"{exception.GetType().Name}: {exception.Message}";

    private static CancellationToken TokenOf(Task task)
    {
        try
        {
            task.GetAwaiter().GetResult();
            return default;
        }
        catch (OperationCanceledException exception)
        {
            return exception.CancellationToken;
        }
    }
}

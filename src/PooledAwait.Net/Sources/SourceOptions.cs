namespace PooledAwait;

/// <summary>Checks the arguments of sources: where their continuations run, in the framework's words, and their time.</summary>
internal static class SourceOptions
{
    /// <summary>Gets the time in milliseconds, as <see cref="Timeouts.Validate"/>; throws if the clock is null, or a source has no use for
    /// the options, as TaskCompletionSource does.</summary>
    internal static long Validate(TimeSpan time, TimeProvider timeProvider, TaskCreationOptions options, string parameter)
    {
        Failures.ThrowIfNull(timeProvider); // first, as in Task.WaitAsync
        long milliseconds = Timeouts.Validate(time, parameter);
        return options is TaskCreationOptions.None
            or TaskCreationOptions.RunContinuationsAsynchronously
            or (TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness)
            ? milliseconds
            : throw new ArgumentOutOfRangeException(
                nameof(options), options, "Pass None, RunContinuationsAsynchronously, or that with PreferFairness for the global queue.");
    }

    /// <summary>Throws if a Task has no use for the options: a Task queues its continuations locally, whatever its source wants.</summary>
    internal static TaskCreationOptions ValidateForTask(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None or TaskCreationOptions.RunContinuationsAsynchronously
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None or RunContinuationsAsynchronously. For PreferFairness use a PooledValueTaskSource.");
}

using System;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Where the continuations of a source run, in the framework's words.</summary>
internal static class SourceOptions
{
    /// <summary>Refuses options that a source has no use for, as TaskCompletionSource does.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An option other than RunContinuationsAsynchronously and PreferFairness, or the second without the first.
    /// </exception>
    internal static TaskCreationOptions Validate(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None
            or TaskCreationOptions.RunContinuationsAsynchronously
            or (TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness)
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None, RunContinuationsAsynchronously, or that with PreferFairness for the global queue.");

    /// <summary>Refuses options that a Task has no use for: a Task queues its continuations locally, whatever its source wants.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option other than RunContinuationsAsynchronously.</exception>
    internal static TaskCreationOptions ValidateForTask(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None or TaskCreationOptions.RunContinuationsAsynchronously
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None or RunContinuationsAsynchronously. For PreferFairness use a PooledValueTaskSource.");
}

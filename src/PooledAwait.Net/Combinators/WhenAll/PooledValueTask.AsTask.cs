using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>Tasks that keep several errors.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>
    /// Converts to a Task with all errors. One that awaits the operation as a ValueTask would have the first. The price is two Tasks
    /// more, and the box of a method of the framework.
    /// </summary>
    /// <exception cref="System.InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    internal static Task<T> AsTaskWithAllErrors<T>(in PooledValueTask<T> task)
    {
        if (!task.IsCompleted && !task._operation!.CanRegister(task._token))
        {
            throw Failures.AwaitedTwice(task._operation, task._token);
        }

        return GatherAsync(task).Unwrap();
    }

    // A Task of the framework: with a PooledTask<Task<T>>, whose AsTask comes here, the types would have no end, which NativeAOT refuses.
    private static async Task<Task<T>> GatherAsync<T>(PooledValueTask<T> task)
    {
        Completion<T> completion = await task.WithoutThrowing().ConfigureAwait(false);
        if (completion._failure is not ExceptionDispatchInfo[] errors)
        {
            return Task.FromResult(completion.Result);
        }

        TaskCompletionSource<T> source = new();
        source.SetException(errors.Select(static error => error.SourceException));
        return source.Task;
    }
}

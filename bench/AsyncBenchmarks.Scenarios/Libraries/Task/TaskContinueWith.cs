using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with ContinueWith, which runs inline only when it is told to.</summary>
internal readonly struct TaskContinueWith : INestedBody
{
    private const TaskContinuationOptions Inline = TaskContinuationOptions.ExecuteSynchronously;

    public void Execute() => _ = ExecuteAsync();

    public void CompletePending() => TaskBaseOperations.CompletePending();

    private static Task ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .ContinueWith(static _ => GetAndConsume<object, Struct32>(), Inline).Unwrap()
            .ContinueWith(static _ => Known.Finish(), Inline);

    private static Task GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .ContinueWith(
                static first =>
                {
                    Known.Consume(first.Result);
                    return GetValue<T2>();
                },
                Inline).Unwrap()
            .ContinueWith(static second => Known.Consume(second.Result), Inline);

    private static Task<T> GetValue<T>() =>
        TaskBaseOperations.Get().ContinueWith(static _ => Known.Value<T>(), Inline);
}

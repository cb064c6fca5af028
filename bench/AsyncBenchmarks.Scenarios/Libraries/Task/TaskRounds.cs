using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>As tasks.</summary>
internal readonly struct TaskRounds
    : IAwaitRounds<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>>,
    IChainRounds<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>>
{
    private const TaskContinuationOptions Inline = TaskContinuationOptions.ExecuteSynchronously;

    private static readonly RoundSources<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>> s_sources = new();
    private static readonly Task<Vector4> s_vector = Task.FromResult(RoundTally.Vector);
    private static readonly Task<object> s_object = Task.FromResult(RoundTally.Object);

    public RoundSources<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>> Sources => s_sources;

    public TaskCompletionSource<bool> CreateVoid() => new();

    public TaskCompletionSource<Vector4> CreateVector() => new();

    public TaskCompletionSource<object> CreateObject() => new();

    public void Complete(TaskCompletionSource<bool> source) => source.SetResult(true);

    public void Complete(TaskCompletionSource<Vector4> source, Vector4 value) => source.SetResult(value);

    public void Complete(TaskCompletionSource<object> source, object value) => source.SetResult(value);

    public void StartPending()
    {
        _ = WaitForGate();
        _ = VectorBehindGate();
        _ = ObjectBehindGate();
    }

    public void StartResolved()
    {
        _ = Nothing();
        _ = Vector();
        _ = Object();
    }

    public void AwaitPending(RoundSources<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>> sources, int first, int rounds) => _ = AwaitAll(sources, first, rounds);

    public void AwaitResolved(int rounds) => _ = AwaitAll(rounds);

    public void ChainFromValue(TaskCompletionSource<object> root, int rounds)
    {
        Task<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(static previous => RoundTally.Add(previous.Result), Inline)
                .ContinueWith(
                    static _ =>
                    {
                        RoundTally.Add();
                        return RoundTally.Vector;
                    },
                    Inline)
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return RoundTally.Object;
                    },
                    Inline);
        }
    }

    public void ChainResolved(TaskCompletionSource<object> root, int rounds)
    {
        Task<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return Task.CompletedTask;
                    },
                    Inline).Unwrap()
                .ContinueWith(
                    static _ =>
                    {
                        RoundTally.Add();
                        return s_vector;
                    },
                    Inline).Unwrap()
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return s_object;
                    },
                    Inline).Unwrap();
        }
    }

    public void ChainPending(TaskCompletionSource<object> root, int rounds)
    {
        Task<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return (Task)s_sources.NextVoid().Task;
                    },
                    Inline).Unwrap()
                .ContinueWith(
                    static _ =>
                    {
                        RoundTally.Add();
                        return s_sources.NextVector().Task;
                    },
                    Inline).Unwrap()
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return s_sources.NextObject().Task;
                    },
                    Inline).Unwrap();
        }
    }

    private static async Task WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async Task<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async Task<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async Task Nothing() => RoundTally.Add();

    private static async Task<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async Task<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async Task AwaitAll(RoundSources<TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Task;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Task);
            RoundTally.Add(await sources.Objects[index].Task);
        }
    }

    private static async Task AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await Task.CompletedTask;
            RoundTally.Add();
            RoundTally.Add(await s_vector);
            RoundTally.Add(await s_object);
        }
    }
}

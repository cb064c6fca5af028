using AsyncBenchmarks.Libraries;
using PooledAwait;
using PooledAwait.MethodBuilders;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Async methods of one kind, which await each of the others.</summary>
internal interface IBorder
{
    /// <summary>Starts the method that awaits a pending callee and then adds 1; discards it by the library's own means.</summary>
    void Call(Crossing crossing, BorderCallees callees, Tally tally);
}

/// <summary>Something with an async method that is also compiled for runtime-async.</summary>
internal interface IBorderMethod
{
    Task AwaitAsync(ValueTask operation);
}

/// <summary>One async method awaits a pending operation of another kind.</summary>
internal sealed class BorderWorkload<TBody>(Crossing crossing) : Workload
    where TBody : struct, IBorder
{
    private readonly BorderCallees _callees = new();
    private readonly Tally _tally = new();

    /// <summary>The work, where the runtime has what is awaited.</summary>
    public static Availability With(Crossing crossing) =>
#if !NET11_0_OR_GREATER
        crossing == Crossing.RuntimeAsyncMethod
            ? Availability.No("Only .NET 11 has runtime-async in every process; in .NET 10 it is a preview.") :
#endif
        Availability.Of(() => new BorderWorkload<TBody>(crossing));

    public override void Run()
    {
        default(TBody).Call(crossing, _callees, _tally);
        _callees.Complete(crossing);
        _tally.Demand(1, 1);
    }
}

/// <summary>What is awaited. One operation is pending at a time, and none of these allocates for itself but the Tasks.</summary>
internal sealed class BorderCallees
{
    private static readonly PendingStream s_stream = new();
    private PooledValueTaskSource _ours;
    private PooledSource _suites;
    private IBorderMethod? _runtimeAsync;

    public PooledValueTask PooledValueTask() => (_ours = PooledValueTaskSource.Create()).PooledTask;

    public ValueTask ValueTask() => (_ours = PooledValueTaskSource.Create()).Task;

    public async PooledValueTask PooledMethod() => await PooledValueTask();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    public async ValueTask AttributedMethod() => await PooledValueTask();

    public Task RuntimeAsyncMethod() =>
        (_runtimeAsync ??= RecompiledLibrary.RuntimeAsyncMethod()).AwaitAsync((_suites = PooledSource.Create()).Task);

    public static Task FrameworkMethod() => s_stream.CopyToAsync(Stream.Null, bufferSize: 16);

    public void Complete(Crossing crossing)
    {
        switch (crossing)
        {
            case Crossing.RuntimeAsyncMethod:
                _suites.SetResult();
                break;
            case Crossing.FrameworkMethod:
                s_stream.End();
                break;
            default:
                _ours.SetResult();
                break;
        }
    }

    /// <summary>A stream whose only read is pending, and finds the end.</summary>
    private sealed class PendingStream : Stream
    {
        private PooledSource<int> _read = null!;

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public void End() => _read.SetResult(0);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            (_read = PooledSource<int>.Create()).Task;

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Flush() => throw new NotSupportedException();
    }
}

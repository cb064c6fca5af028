using System.Threading.Channels;

namespace PooledAwait;

/// <summary>Creates <see cref="Channel{T}"/> objects whose waits allocate nothing, however many readers and writers wait.</summary>
/// <remarks>The options, modes and exceptions are the framework's. Await each ValueTask once. Readers and writers that wait continue in
/// order, through the thread pool or on their scheduling context; with <see cref="ChannelOptions.AllowSynchronousContinuations"/> a write
/// may run the continuation of a reader that can't be canceled.</remarks>
/// <example><code>
/// using System.Threading.Channels;
/// using PooledAwait;
///
/// private readonly Channel&lt;int&gt; _queue = PooledChannel.CreateBounded&lt;int&gt;(capacity: 16);
///
/// async PooledValueTask ProduceAsync(CancellationToken token)
/// {
///     for (int i = 0; i &lt; 100; i++)
///     {
///         await _queue.Writer.WriteAsync(i, token);
///     }
///
///     _queue.Writer.Complete();
/// }
///
/// async PooledValueTask ConsumeAsync(CancellationToken token)
/// {
///     await foreach (int value in _queue.Reader.ReadAllAsync(token))
///     {
///         await WriteAsync(stream, value);
///     }
/// }
/// </code></example>
public static class PooledChannel
{
    /// <summary>Creates a channel without a bound, for any number of readers and writers.</summary>
    public static Channel<T> CreateUnbounded<T>() => new PooledChannel<T>(int.MaxValue, BoundedChannelFullMode.Wait, isInline: false, null);

    /// <summary>Creates a channel without a bound.</summary>
    /// <param name="options"><see cref="ChannelOptions.SingleReader"/> and <see cref="ChannelOptions.SingleWriter"/> change
    /// nothing.</param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public static Channel<T> CreateUnbounded<T>(UnboundedChannelOptions options)
    {
        Failures.ThrowIfNull(options);
        return new PooledChannel<T>(int.MaxValue, BoundedChannelFullMode.Wait, options.AllowSynchronousContinuations, null);
    }

    /// <summary>Creates a channel whose writers wait while it is full.</summary>
    /// <param name="capacity">How many items it holds.</param>
    /// <exception cref="ArgumentOutOfRangeException"><see cref="BoundedChannelOptions"/> does not allow the capacity.</exception>
    public static Channel<T> CreateBounded<T>(int capacity) => CreateBounded<T>(new BoundedChannelOptions(capacity));

    /// <summary>Creates a channel that holds a limited number of items.</summary>
    /// <inheritdoc cref="CreateUnbounded{T}(UnboundedChannelOptions)"/>
    public static Channel<T> CreateBounded<T>(BoundedChannelOptions options) => CreateBounded<T>(options, itemDropped: null);

    /// <summary>Creates a channel that holds a limited number of items.</summary>
    /// <inheritdoc cref="CreateBounded{T}(BoundedChannelOptions)"/>
    /// <param name="itemDropped">Called by the writer for each item that a full channel drops, in the modes that drop items.</param>
    public static Channel<T> CreateBounded<T>(BoundedChannelOptions options, Action<T>? itemDropped)
    {
        Failures.ThrowIfNull(options);
        return new PooledChannel<T>(options.Capacity, options.FullMode, options.AllowSynchronousContinuations, itemDropped);
    }
}

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;

namespace PooledAwait;

/// <summary>
/// Pools of objects, boxes for structs, and what can be known and said about all pools of this library.
/// </summary>
/// <remarks>
/// Thread-safe: an object may be rented on one thread and returned on another. An object belongs to whoever rented it until
/// it is returned; after that it must not be touched. Objects that are never returned are left to the garbage collector.
/// Each type has a pool of its own, bounded as <see cref="PoolSizeAttribute"/> says. Objects that nobody needed for some
/// seconds go to the garbage collector.
/// </remarks>
/// <example>
/// <code>
/// using System.Text;
///
/// StringBuilder text = Pool.TryRent&lt;StringBuilder&gt;() ?? new StringBuilder();
/// text.Append("Hello");
/// Console.WriteLine(text);
/// text.Clear();
/// Pool.Return(text);
/// </code>
/// </example>
public static class Pool
{
    /// <summary>Takes an object out of the pool.</summary>
    /// <typeparam name="T">The type by which objects were returned; a derived one has its own pool.</typeparam>
    /// <returns>The object, which is the caller's now; null if the pool has none, and then it is the caller's to make one.</returns>
    public static T? TryRent<T>()
        where T : class =>
        PooledObject<T>.TryRent();

    /// <summary>Gives an object to the pool; one that is <see cref="IResettable"/> is reset first.</summary>
    /// <param name="value">The object, which must not be touched after this; null is ignored.</param>
    /// <typeparam name="T">The type by which it will be rented.</typeparam>
    /// <remarks>
    /// If <see cref="IResettable.Reset"/> throws, the object is not pooled, and the exception is reported through
    /// <see cref="System.Threading.Tasks.TaskScheduler.UnobservedTaskException"/>: whoever returns an object is done with it.
    /// </remarks>
    /// <exception cref="InvalidOperationException">It was returned before, by this or another type, and not rented since.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "What Reset throws is reported, whatever it is.")]
    public static void Return<T>(T value)
        where T : class
    {
        if (value is null)
        {
            return;
        }

        PooledObject entry = PooledObject<T>.ClaimReturn(value);
        if (value is IResettable resettable)
        {
            try
            {
                resettable.Reset();
            }
            catch (Exception exception)
            {
                PooledObject<T>.Drop();
                UnobservedExceptions.Report(exception);
                return;
            }
        }

        PooledObject<T>.Return(entry);
    }

    /// <summary>Makes an object of a value, as boxing does, but from a pool: for callbacks that take a state object.</summary>
    /// <param name="value">The value; several fit into a tuple.</param>
    /// <typeparam name="T">The value.</typeparam>
    /// <returns>An object for <see cref="UnboxAndReturn{T}"/>; it is of no other use.</returns>
    public static object Box<T>(in T value)
        where T : struct =>
        PooledBox<T>.Rent(value);

    /// <summary>Takes the value out of an object that <see cref="Box{T}"/> made, and gives the object back to its pool.</summary>
    /// <param name="obj">The object, which must not be touched after this.</param>
    /// <typeparam name="T">The value.</typeparam>
    /// <returns>The value.</returns>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="InvalidCastException">The object is not from <see cref="Box{T}"/> of this type.</exception>
    /// <exception cref="InvalidOperationException">The value was taken before.</exception>
    public static T UnboxAndReturn<T>(object obj)
        where T : struct =>
        ((PooledBox<T>)(obj ?? throw new ArgumentNullException(nameof(obj)))).TakeAndReturn();

    /// <summary>
    /// Gives up what all pools hold, those of async methods and sources too: the shared parts, and what every thread has to
    /// itself. An object that another thread returns at the same time may stay.
    /// </summary>
    public static void Clear() => PoolTrimmer.Clear();

    /// <summary>How much is tracked in this process, so that misuse and leaks say where they come from.</summary>
    /// <remarks>
    /// Read once, when the first operation starts: from the environment variable <c>POOLEDAWAIT_TRACKING</c>, otherwise from the property
    /// <c>PooledAwait.Tracking</c> of runtimeconfig.json. The values are <c>off</c>, <c>sampled</c> and <c>all</c>; off is the default.
    /// </remarks>
    public static TrackingLevel Tracking => TrackingSettings.Level;

    /// <summary>
    /// Raised for each tracked operation that was collected before anyone consumed it, on the finalizer's thread. Handlers must be quick;
    /// what they throw is reported as unobserved.
    /// </summary>
    public static event Action<TrackedOperation> OperationLost
    {
        add => DiagnosticReports.OperationLost += value;
        remove => DiagnosticReports.OperationLost -= value;
    }

    /// <summary>
    /// The tracked operations that nobody has consumed yet, the oldest first: pending ones, and complete ones that nobody has
    /// awaited.
    /// </summary>
    /// <returns>A snapshot; empty if <see cref="Tracking"/> is off.</returns>
    public static IReadOnlyList<TrackedOperation> GetPendingOperations() => OperationTracker.Current?.GetPending() ?? [];

    /// <summary>
    /// What each pool has done since the process began. Counted in Release too, off the hot path: exact for the calling
    /// thread, and for other threads up to their last exchange with the shared part, once in some dozen uses.
    /// </summary>
    /// <returns>One entry per pool; a snapshot.</returns>
    public static IReadOnlyList<PoolStatistics> GetStatistics() => OperationPools.GetStatistics();
}

namespace PooledAwait;

/// <summary>Pools of objects, boxes for structs, and the statistics and settings of all pools of this library.</summary>
/// <remarks>Thread-safe: an object may be rented on one thread and returned on another. An object belongs to the code that rented it until
/// it is returned; do not touch it after that. Objects that are never returned go to the garbage collector. Each type has a pool of its
/// own, bounded as <see cref="PoolSizeAttribute"/> says. Objects that were not used for some seconds go to the garbage collector.</remarks>
/// <example><code>
/// using System.Text;
/// using PooledAwait;
///
/// StringBuilder text = Pool.TryRent&lt;StringBuilder&gt;() ?? new StringBuilder();
/// text.Append("Hello");
/// Console.WriteLine(text);
/// text.Clear();
/// Pool.Return(text);
/// </code></example>
public static class Pool
{
    /// <summary>Takes an object from the pool.</summary>
    /// <typeparam name="T">The type by which objects were returned; a derived one has its own pool.</typeparam>
    /// <returns>The object, which now belongs to the caller; null if the pool has none, so that the caller creates one.</returns>
    public static T? TryRent<T>()
        where T : class
    {
        PooledObject? entry = Of<T>.Pool.TryRent<PooledObject>();
        return entry is null ? null : Cast.To<T>(entry.Take());
    }

    /// <summary>Returns an object to the pool; one that is <see cref="IResettable"/> is reset first.</summary>
    /// <param name="value">The object, which the caller must not touch after this; null is ignored.</param>
    /// <typeparam name="T">The type by which it will be rented.</typeparam>
    /// <remarks>If <see cref="IResettable.Reset"/> throws, the object is not pooled, and the exception is reported through
    /// <see cref="System.Threading.Tasks.TaskScheduler.UnobservedTaskException"/>.</remarks>
    /// <exception cref="InvalidOperationException">The object was already returned, by any type, and not rented since.</exception>
    public static void Return<T>(T value)
        where T : class
    {
        if (value is null)
        {
            return;
        }

        PooledObject? entry = PooledObject.TryClaimReturn(value);
        if (entry is null)
        {
            Of<T>.Pool.Count(rejected: 1);
            throw Failures.ReturnedTwice();
        }

        if (value is IResettable resettable)
        {
            try
            {
                resettable.Reset();
            }
            catch (Exception exception)
            {
                Of<T>.Pool.Count(dropped: 1);
                UnobservedExceptions.Report(exception);
                return;
            }
        }

        Of<T>.Pool.Return(entry);
    }

    /// <summary>Boxes a value in a pooled object, for callbacks that take a state object.</summary>
    /// <param name="value">The value; several fit into a tuple.</param>
    /// <returns>An object for <see cref="UnboxAndReturn{T}"/> only.</returns>
    public static object Box<T>(in T value)
        where T : struct =>
        PooledBox<T>.Rent(value);

    /// <summary>Takes the value out of an object of <see cref="Box{T}"/>, and returns the object to its pool.</summary>
    /// <param name="obj">The object, which the caller must not touch after this.</param>
    /// <exception cref="ArgumentNullException">The object is null.</exception>
    /// <exception cref="InvalidCastException">The object is not from <see cref="Box{T}"/> of this type.</exception>
    /// <exception cref="InvalidOperationException">The value was taken before.</exception>
    public static T UnboxAndReturn<T>(object obj)
        where T : struct =>
        ((PooledBox<T>)(obj ?? throw new ArgumentNullException(nameof(obj)))).TakeAndReturn();

    /// <summary>Empties all pools, those of async methods and sources included, on all threads. An object that another thread returns at
    /// the same time may stay.</summary>
    public static void Clear() => PoolTrimmer.Clear(withMagazines: true);

    /// <summary>The level of tracking in this process, which lets misuse and leaks name their origin.</summary>
    /// <remarks>Read once, at the first operation, from the environment variable <c>POOLEDAWAIT_TRACKING</c>, otherwise from the property
    /// <c>PooledAwait.Tracking</c> of runtimeconfig.json. The values are <c>off</c> (default), <c>sampled</c> and <c>all</c>.</remarks>
    public static TrackingLevel Tracking => TrackingSettings.Level;

    /// <summary>Raised on the finalizer's thread for each tracked operation that was collected before any code consumed it. Handlers must
    /// be quick; their exceptions are reported as unobserved.</summary>
    public static event Action<TrackedOperation> OperationLost
    {
        add => DiagnosticReports.OperationLost += value;
        remove => DiagnosticReports.OperationLost -= value;
    }

    /// <summary>Gets the tracked operations that no code has consumed, the oldest first: pending, or complete without an await.</summary>
    /// <returns>A snapshot; empty if <see cref="Tracking"/> is off.</returns>
    public static IReadOnlyList<TrackedOperation> GetPendingOperations() => OperationTracker.Current?.GetPending() ?? [];

    /// <summary>Gets the figures of each pool since the process began, on all threads, even those that have ended. They are exact while
    /// no other thread uses the pool. Release builds count too.</summary>
    /// <returns>One entry per pool; a snapshot.</returns>
    public static IReadOnlyList<PoolStatistics> GetStatistics() => OperationPools.GetStatistics();

    /// <summary>The pool of a type of user objects. It stores their entries, so that renting needs no lookup.</summary>
    private static class Of<T>
    {
        internal static readonly OperationPool Pool = OperationPools.Create(typeof(T), objects: null);
    }
}

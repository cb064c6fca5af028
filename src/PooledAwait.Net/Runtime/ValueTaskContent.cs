using System.Runtime.InteropServices;

namespace PooledAwait;

/// <summary>Finds the Task or the source behind a ValueTask or its awaiter, which no public member returns. A struct with the same fields
/// has the same layout, which is checked with samples, once for each type of result. If the check fails, nothing is found.</summary>
internal static class ValueTaskContent
{
    private const short SampleToken = 0x1234;

    /// <summary>Whether a ValueTask may be read: then one without an object is complete.</summary>
    internal static readonly bool s_isReadable = MayBeRead && IsReadable();

    /// <summary>Whether the awaiters of a ValueTask may be read; a constant to optimized code.</summary>
    internal static readonly bool AreAwaitersReadable = s_isReadable && AreReadable();

    /// <summary>As <c>PrivateFields.MayBeRead</c>, on every target.</summary>
    private static bool MayBeRead => !AppContext.TryGetSwitch("PooledAwait.ReadPrivateFields", out bool isOn) || isOn;

    /// <summary>Finds a Task or a source; null if there is none, or it can't be found.</summary>
    internal static object? Of(ValueTask task, out short token)
    {
        if (!s_isReadable)
        {
            token = 0;
            return null;
        }

        ref Fields fields = ref Unsafe.As<ValueTask, Fields>(ref task);
        token = fields._token;
        return fields._object;
    }

    internal static object? Of<T>(ValueTask<T> task, out short token)
    {
        if (!OfResult<T>.s_isReadable)
        {
            token = 0;
            return null;
        }

        ref Fields<T> fields = ref Unsafe.As<ValueTask<T>, Fields<T>>(ref task);
        token = fields._token;
        return fields._object;
    }

    /// <summary>Whether the ValueTask holds its result, without a Task or a source. False if that can't be found out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two tests
    internal static bool IsValue(ref ValueTask task) => s_isReadable && Unsafe.As<ValueTask, Fields>(ref task)._object is null;

    /// <inheritdoc cref="IsValue(ref ValueTask)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    internal static bool IsValue<T>(ref ValueTask<T> task) =>
        OfResult<T>.s_isReadable && Unsafe.As<ValueTask<T>, Fields<T>>(ref task)._object is null;

    /// <summary>Finds the object behind an awaiter, configured or not. Only where <see cref="AreAwaitersReadable"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext: what isn't asked for is not loaded
    internal static object? Of<TAwaiter>(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        where TAwaiter : struct
    {
        ref Fields fields = ref Unsafe.As<TAwaiter, Fields>(ref awaiter);
        token = fields._token;
        continueOnCapturedContext = fields._continueOnCapturedContext;
        return fields._object;
    }

    /// <summary>Begins with a sample whose other fields are zero, so that what is read as a reference is a reference or null.</summary>
    private static bool IsReadable()
    {
        ValueTask ofTask = new(new Task(static () => { }));
        ValueTask ofSource = new(Sample<bool>.Instance, SampleToken);
        return Unsafe.SizeOf<ValueTask>() == Unsafe.SizeOf<Fields>()
            && Unsafe.As<ValueTask, Fields>(ref ofTask)._object == (object)ofTask.AsTask()
            && Unsafe.As<ValueTask, Fields>(ref ofSource)._object == Sample<bool>.Instance
            && Unsafe.As<ValueTask, Fields>(ref ofSource)._token == SampleToken;
    }

    private static bool IsReadable<T>()
    {
        ValueTask<T> ofTask = new(new Task<T>(static () => default!));
        ValueTask<T> ofSource = new(Sample<T>.Instance, SampleToken);
        return Unsafe.SizeOf<ValueTask<T>>() == Unsafe.SizeOf<Fields<T>>()
            && Unsafe.As<ValueTask<T>, Fields<T>>(ref ofTask)._object == (object)ofTask.AsTask()
            && Unsafe.As<ValueTask<T>, Fields<T>>(ref ofSource)._object == Sample<T>.Instance
            && Unsafe.As<ValueTask<T>, Fields<T>>(ref ofSource)._token == SampleToken;
    }

    private static bool AreReadable()
    {
        ValueTask sample = new(Sample<bool>.Instance, SampleToken);
        return Unsafe.SizeOf<ValueTaskAwaiter>() == Unsafe.SizeOf<Fields>()
            && Unsafe.SizeOf<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter>() == Unsafe.SizeOf<Fields>()
            && Reads(sample.GetAwaiter(), true)
            && Reads(sample.ConfigureAwait(true).GetAwaiter(), true)
            && Reads(sample.ConfigureAwait(false).GetAwaiter(), false);

        static bool Reads<TAwaiter>(TAwaiter awaiter, bool option)
            where TAwaiter : struct =>
            Of(ref awaiter, out short token, out bool read) == Sample<bool>.Instance && token == SampleToken && read == option;
    }

    private static bool AreReadable<T>()
    {
        ValueTask<T> sample = new(Sample<T>.Instance, SampleToken);
        return Unsafe.SizeOf<ValueTaskAwaiter<T>>() == Unsafe.SizeOf<Fields<T>>()
            && Unsafe.SizeOf<ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter>() == Unsafe.SizeOf<Fields<T>>()
            && Reads(sample.GetAwaiter(), true)
            && Reads(sample.ConfigureAwait(true).GetAwaiter(), true)
            && Reads(sample.ConfigureAwait(false).GetAwaiter(), false);

        static bool Reads<TAwaiter>(TAwaiter awaiter, bool option)
            where TAwaiter : struct =>
            OfResult<T>.Of(ref awaiter, out short token, out bool read) == Sample<T>.Instance && token == SampleToken && read == option;
    }

    internal static class OfResult<T>
    {
        internal static readonly bool s_isReadable = MayBeRead && IsReadable<T>();

        internal static readonly bool AreAwaitersReadable = s_isReadable && AreReadable<T>();

        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as there
        internal static object? Of<TAwaiter>(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext)
            where TAwaiter : struct
        {
            ref Fields<T> fields = ref Unsafe.As<TAwaiter, Fields<T>>(ref awaiter);
            token = fields._token;
            continueOnCapturedContext = fields._continueOnCapturedContext;
            return fields._object;
        }
    }

    [StructLayout(LayoutKind.Auto)]
    private struct Fields
    {
        internal object? _object;
        internal short _token;
        internal bool _continueOnCapturedContext;
    }

    [StructLayout(LayoutKind.Auto)]
    private struct Fields<T>
    {
        internal object? _object;
        internal T? _result;
        internal short _token;
        internal bool _continueOnCapturedContext;
    }

    /// <summary>A source that is only referred to.</summary>
    private sealed class Sample<T> : IValueTaskSource<T>, IValueTaskSource
    {
        internal static readonly Sample<T> Instance = new();

        T IValueTaskSource<T>.GetResult(short token) => throw new NotSupportedException();

        void IValueTaskSource.GetResult(short token) => throw new NotSupportedException();

        public ValueTaskSourceStatus GetStatus(short token) => throw new NotSupportedException();

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            throw new NotSupportedException();
    }
}

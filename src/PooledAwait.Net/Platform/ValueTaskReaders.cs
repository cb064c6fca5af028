using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Sources;
#if NET9_0_OR_GREATER
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
#endif

namespace PooledAwait;

/// <summary>
/// The readers of the framework's four awaiters of a ValueTask. A source makes the two for its result's type, after such awaiters have
/// given it delegates. The source knows that type, so that no reflection is needed.
/// </summary>
[SuppressMessage("Reliability", "CA2012", Justification = "The samples are read, and nobody awaits them.")]
internal static class ValueTaskReaders
{
    /// <summary>
    /// How many delegates the awaiters of one type of ValueTask pass before their readers are made. To make them takes a millisecond, which
    /// a process of few operations does not get back.
    /// </summary>
    internal const int Delegates = 2_000;

#if NET9_0_OR_GREATER
    private const short SampleToken = 0x1234;

    private static int s_delegates;
#endif

    /// <summary>Makes the readers of the awaiters of <c>ValueTask</c>, once and when they are due.</summary>
    /// <param name="source">The source that an awaiter has given a delegate.</param>
    internal static void Learn(IValueTaskSource source)
    {
#if NET9_0_OR_GREATER
        if (AreDue(ref s_delegates))
        {
            Make(source);
        }
#endif
    }

    /// <summary>Makes the readers of the awaiters of <c>ValueTask&lt;TResult&gt;</c>, once and when they are due.</summary>
    /// <inheritdoc cref="Learn(IValueTaskSource)"/>
    internal static void Learn<TResult>(IValueTaskSource<TResult> source)
    {
#if NET9_0_OR_GREATER
        if (AreDue(ref Count<TResult>.Delegates))
        {
            Make(source);
        }
#endif
    }

#if NET9_0_OR_GREATER
    /// <summary>Counts a delegate. Threads that do at the same time may make the readers twice, which does no harm.</summary>
    private static bool AreDue(ref int delegates) => delegates < Delegates && ++delegates == Delegates;

    private static void Make(IValueTaskSource source)
    {
        new OfPlain().Learn(source);
        new OfConfigured().Learn(source);
    }

    /// <summary>Makes the readers of the awaiters of <c>ValueTask&lt;TResult&gt;</c>.</summary>
    /// <param name="source">A source of the kind that such awaiters await; it is only referred to.</param>
    internal static void Make<TResult>(IValueTaskSource<TResult> source)
    {
        new OfPlain<TResult>().Learn(source);
        new OfConfigured<TResult>().Learn(source);
    }

    private static class Count<TResult>
    {
        internal static int Delegates;
    }

    private sealed class OfPlain : ValueTaskReader<ValueTaskAwaiter>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(ref ValueTaskAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        {
            ref ValueTask task = ref Fields.Value(ref awaiter);
            token = Fields.Token(ref task);
            continueOnCapturedContext = true;
            return Fields.Object(ref task);
        }

        private protected override bool ReadsSamples(object source) =>
            Reads(new ValueTask((IValueTaskSource)source, SampleToken).GetAwaiter(), source, SampleToken, true);
    }

    private sealed class OfPlain<TResult> : ValueTaskReader<ValueTaskAwaiter<TResult>>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(
            ref ValueTaskAwaiter<TResult> awaiter, out short token, out bool continueOnCapturedContext)
        {
            ref ValueTask<TResult> task = ref Fields<TResult>.Value(ref awaiter);
            token = Fields<TResult>.Token(ref task);
            continueOnCapturedContext = true;
            return Fields<TResult>.Object(ref task);
        }

        private protected override bool ReadsSamples(object source) =>
            Reads(new ValueTask<TResult>((IValueTaskSource<TResult>)source, SampleToken).GetAwaiter(), source, SampleToken, true);
    }

    private sealed class OfConfigured : ValueTaskReader<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(
            ref ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        {
            ref ValueTask task = ref Fields.Value(ref awaiter);
            token = Fields.Token(ref task);
            continueOnCapturedContext = Fields.ContinueOnCapturedContext(ref task);
            return Fields.Object(ref task);
        }

        private protected override bool ReadsSamples(object source)
        {
            ValueTask task = new((IValueTaskSource)source, SampleToken);
            return Reads(task.ConfigureAwait(false).GetAwaiter(), source, SampleToken, false)
                && Reads(task.ConfigureAwait(true).GetAwaiter(), source, SampleToken, true);
        }
    }

    private sealed class OfConfigured<TResult> : ValueTaskReader<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(
            ref ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter,
            out short token,
            out bool continueOnCapturedContext)
        {
            ref ValueTask<TResult> task = ref Fields<TResult>.Value(ref awaiter);
            token = Fields<TResult>.Token(ref task);
            continueOnCapturedContext = Fields<TResult>.ContinueOnCapturedContext(ref task);
            return Fields<TResult>.Object(ref task);
        }

        private protected override bool ReadsSamples(object source)
        {
            ValueTask<TResult> task = new((IValueTaskSource<TResult>)source, SampleToken);
            return Reads(task.ConfigureAwait(false).GetAwaiter(), source, SampleToken, false)
                && Reads(task.ConfigureAwait(true).GetAwaiter(), source, SampleToken, true);
        }
    }

    private static class Fields
    {
        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_value")]
        internal static extern ref ValueTask Value(ref ValueTaskAwaiter awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_value")]
        internal static extern ref ValueTask Value(ref ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_obj")]
        internal static extern ref object? Object(ref ValueTask task);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_token")]
        internal static extern ref short Token(ref ValueTask task);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_continueOnCapturedContext")]
        internal static extern ref bool ContinueOnCapturedContext(ref ValueTask task);
    }

    /// <summary>The type parameter must be the one of the types that have the fields.</summary>
    private static class Fields<TResult>
    {
        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_value")]
        internal static extern ref ValueTask<TResult> Value(ref ValueTaskAwaiter<TResult> awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_value")]
        internal static extern ref ValueTask<TResult> Value(ref ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_obj")]
        internal static extern ref object? Object(ref ValueTask<TResult> task);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_token")]
        internal static extern ref short Token(ref ValueTask<TResult> task);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_continueOnCapturedContext")]
        internal static extern ref bool ContinueOnCapturedContext(ref ValueTask<TResult> task);
    }
#endif
}

using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks.Sources;
#if NET9_0_OR_GREATER
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
#endif

namespace PooledAwait;

/// <summary>
/// The readers of the framework's four awaiters of a ValueTask. Such an awaiter takes only a delegate; a box that knows the awaited
/// operation registers itself there, as with the library's own awaiters. A source makes the readers for its result's type, after such
/// awaiters have given it delegates: it knows that type, so that no reflection is needed.
/// </summary>
/// <remarks>
/// Each of these awaiters is a struct around its ValueTask, whose private fields are read. There are no readers
/// in the builds for targets before .NET 9, whose <c>UnsafeAccessor</c> knows no generic types.
/// </remarks>
[SuppressMessage("Reliability", "CA2012", Justification = "The samples are read, and nobody awaits them.")]
internal static class ValueTaskReaders
{
    /// <summary>
    /// How many delegates the awaiters of one type of ValueTask pass before their readers are made. To make them takes a millisecond, which
    /// a process of few operations does not get back.
    /// </summary>
    internal const int Delegates = 2_000;

#if NET9_0_OR_GREATER
    internal const short SampleToken = 0x1234;

    private static int s_delegates;
#endif

    /// <summary>Makes the readers of the awaiters of <c>ValueTask</c>, once and when they are due.</summary>
    /// <param name="source">The source that an awaiter has given a delegate.</param>
    internal static void Learn(IValueTaskSource source)
    {
#if NET9_0_OR_GREATER
        if (AreDue(ref s_delegates))
        {
            ValueTask sample = new(source, SampleToken);
            Use(new Reader<ValueTaskAwaiter>(), source, sample.GetAwaiter(), sample.GetAwaiter(), option: true);
            Use(
                new Reader<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter>(),
                source,
                sample.ConfigureAwait(true).GetAwaiter(),
                sample.ConfigureAwait(false).GetAwaiter(),
                option: false);
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
    /// <summary>Makes the readers of the awaiters of <c>ValueTask&lt;TResult&gt;</c>.</summary>
    /// <param name="source">A source of the kind that such awaiters await; it is only referred to.</param>
    internal static void Make<TResult>(IValueTaskSource<TResult> source)
    {
        ValueTask<TResult> sample = new(source, SampleToken);
        Use(new Reader<ValueTaskAwaiter<TResult>, TResult>(), source, sample.GetAwaiter(), sample.GetAwaiter(), option: true);
        Use(
            new Reader<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter, TResult>(),
            source,
            sample.ConfigureAwait(true).GetAwaiter(),
            sample.ConfigureAwait(false).GetAwaiter(),
            option: false);
    }

    /// <summary>Counts a delegate. Threads that do at the same time may make the readers twice, which does no harm.</summary>
    private static bool AreDue(ref int delegates) => delegates < Delegates && ++delegates == Delegates;

    /// <summary>Has a reader read all awaiters of its type from now on, if it reads two of them as they were made.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="source">The source that the samples await.</param>
    /// <param name="sample">An awaiter that continues on the captured context.</param>
    /// <param name="other">Another.</param>
    /// <param name="option">Whether the other one continues on the captured context.</param>
    internal static void Use<TAwaiter>(AwaiterReader<TAwaiter> reader, object source, TAwaiter sample, TAwaiter other, bool option)
    {
        if (PrivateFields.AreAsExpected(() => Reads(reader, source, sample, true) && Reads(reader, source, other, option)))
        {
            AwaiterReader<TAwaiter>.Known = reader;
        }
    }

    private static bool Reads<TAwaiter>(AwaiterReader<TAwaiter> reader, object source, TAwaiter sample, bool option) =>
        ReferenceEquals(reader.Read(ref sample, out short token, out bool readOption), source)
        && token == SampleToken
        && readOption == option;

    private static class Count<TResult>
    {
        internal static int Delegates;
    }

    private sealed class Reader<TAwaiter> : AwaiterReader<TAwaiter>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        {
            ref ValueTask task = ref PrivateFields.OnlyField<TAwaiter, ValueTask>(ref awaiter);
            token = PrivateFields.Token(ref task);
            continueOnCapturedContext = PrivateFields.ContinueOnCapturedContext(ref task);
            return PrivateFields.Object(ref task);
        }
    }

    private sealed class Reader<TAwaiter, TResult> : AwaiterReader<TAwaiter>
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)] // else each accessor is compiled, too
        internal override object? Read(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext)
        {
            ref ValueTask<TResult> task = ref PrivateFields.OnlyField<TAwaiter, ValueTask<TResult>>(ref awaiter);
            token = PrivateFields.OfValueTask<TResult>.Token(ref task);
            continueOnCapturedContext = PrivateFields.OfValueTask<TResult>.ContinueOnCapturedContext(ref task);
            return PrivateFields.OfValueTask<TResult>.Object(ref task);
        }
    }
#endif
}

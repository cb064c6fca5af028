#if NET9_0_OR_GREATER
using System;
using System.Diagnostics.CodeAnalysis;
#endif

namespace PooledAwait;

/// <summary>
/// Finds what the framework's awaiter of a ValueTask awaits. That awaiter takes only a delegate; a box that knows the awaited operation
/// registers itself there, as with the library's own awaiters.
/// </summary>
/// <typeparam name="TAwaiter">Any awaiter.</typeparam>
/// <remarks>
/// A reader reads private fields, which may change with the runtime. Where a field is missing, or holds something else in a sample, the
/// awaiters go on to get delegates. They always do on Mono, and in the builds for targets before .NET 9, whose <c>UnsafeAccessor</c> knows
/// no generic types.
/// </remarks>
internal abstract class ValueTaskReader<TAwaiter>
{
#if NET9_0_OR_GREATER
    /// <summary>The reader of this type; null while there is none. A field, because a property is one method more to compile.</summary>
    internal static ValueTaskReader<TAwaiter>? Known;

    /// <summary>Has this reader read all awaiters of its type from now on, if it can.</summary>
    /// <param name="source">A source of the kind that such awaiters await; it is only referred to.</param>
    [SuppressMessage("Design", "CA1031", Justification = "Runtimes differ in what they throw; each means that the fields can't be read.")]
    internal void Learn(object source)
    {
        try
        {
            if (PrivateFields.MayBeRead && ReadsSamples(source))
            {
                Known = this;
            }
        }
        catch (Exception)
        {
            // A field is missing, or has another type.
        }
    }

    /// <summary>Whether awaiters made here are read as they were made.</summary>
    private protected abstract bool ReadsSamples(object source);

    private protected bool Reads(TAwaiter sample, object source, short token, bool continueOnCapturedContext) =>
        ReferenceEquals(Read(ref sample, out short readToken, out bool readOption), source)
        && readToken == token
        && readOption == continueOnCapturedContext;
#else
    /// <summary>The reader of this type: there is none.</summary>
    internal static ValueTaskReader<TAwaiter>? Known => null;
#endif

    /// <summary>Finds the awaited source.</summary>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="token">The source's token.</param>
    /// <param name="continueOnCapturedContext">Whether the method goes on in the current scheduling context.</param>
    /// <returns>The source, or whatever else the ValueTask holds.</returns>
    internal abstract object? Read(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext);
}

using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>
/// The error of an operation, or the errors of one that waited for several: the first is what an await throws, none is a
/// cancellation. Errors that nobody observes are reported when this object is collected; a success has no such object, and
/// so no finalizer.
/// </summary>
internal sealed class Fault
{
    /// <summary>All errors if there are several; null if <see cref="First"/> is the only one.</summary>
    private readonly ExceptionDispatchInfo[]? _errors;

    /// <summary>Whether an operation has had this failure, and nobody has observed it since.</summary>
    private bool _isUnobserved;

    internal Fault(ExceptionDispatchInfo error) => First = error;

    /// <param name="errors">The errors in the order of the inputs; at least one. Owned by this object from now on.</param>
    internal Fault(ExceptionDispatchInfo[] errors)
    {
        First = errors[0];
        _errors = errors.Length == 1 ? null : errors;
    }

    ~Fault()
    {
        if (_isUnobserved)
        {
            Report();
        }
    }

    internal ExceptionDispatchInfo First { get; }

    internal bool IsSingle => _errors is null;

    /// <summary>All of them, the first first.</summary>
    internal IReadOnlyCollection<ExceptionDispatchInfo> Errors => _errors ?? [First];

    /// <summary>All of the errors' exceptions, the first first.</summary>
    internal Exception[] ToExceptions() =>
        _errors is null ? [First.SourceException] : Array.ConvertAll(_errors, static error => error.SourceException);

    /// <summary>From now on the errors are reported if nobody observes them.</summary>
    internal void Keep() => _isUnobserved = true;

    /// <summary>Somebody gets the errors, or reports them: the garbage collector need not.</summary>
    [SuppressMessage("Usage", "CA1816", Justification = "What is observed needs no finalizer; there is nothing to dispose.")]
    internal void Observe()
    {
        _isUnobserved = false;
        GC.SuppressFinalize(this);
    }

    /// <summary>Reports all of them as one faulted task does.</summary>
    internal void Report() => UnobservedExceptions.Report(ToExceptions());
}

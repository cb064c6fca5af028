using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>Several errors of one operation that waited for several: the first is what an await throws, none is a cancellation.</summary>
internal sealed class FailureSet
{
    private readonly ExceptionDispatchInfo[] _errors;

    /// <param name="errors">The errors in the order of the inputs; at least one. Owned by this object from now on.</param>
    internal FailureSet(ExceptionDispatchInfo[] errors) => _errors = errors;

    internal ExceptionDispatchInfo First => _errors[0];

    /// <summary>All of them, the first first.</summary>
    internal IReadOnlyCollection<ExceptionDispatchInfo> Errors => _errors;

    /// <summary>All of the errors' exceptions, the first first.</summary>
    internal Exception[] ToExceptions() => Array.ConvertAll(_errors, static error => error.SourceException);
}

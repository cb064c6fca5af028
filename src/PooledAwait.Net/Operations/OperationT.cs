using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>An <see cref="Operation"/> with a result.</summary>
/// <typeparam name="TResult">The result; <see cref="VoidResult"/> where there is none.</typeparam>
internal abstract class Operation<TResult> : Operation, IValueTaskSource<TResult>
{
    /// <summary>The result, between completion and consumption. Written by the completer, before it publishes.</summary>
    private protected TResult _result = default!;

    /// <inheritdoc cref="Operation.GetResult(short)"/>
    /// <returns>The result.</returns>
    public new TResult GetResult(short token)
    {
        object? failure = Claim(token);
        TResult result = _result;
        ClearResult();
        ReturnUnlessDead();
        if (failure is not null)
        {
            Failure.Throw(failure);
        }

        return result;
    }

    /// <summary>Completes a source with a result.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the operation.</returns>
    internal bool TrySucceed(short token, TResult result)
    {
        if (!TryClaim(token))
        {
            return false;
        }

        _result = result;
        CompleteAndResume();
        return true;
    }

    private protected sealed override void ClearResult()
    {
        if (References.MayBeIn<TResult>())
        {
            _result = default!;
        }
    }
}

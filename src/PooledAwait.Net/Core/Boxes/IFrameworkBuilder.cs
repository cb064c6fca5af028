using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// The framework's builder of a method without a result, or with one. It makes and completes the Task, with its cache of common results,
/// and refuses to complete it twice; it never sees the method.
/// </summary>
/// <typeparam name="TResult">The method's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal interface IFrameworkBuilder<TResult>
{
    /// <summary>The Task, made by the first call if the builder has not completed it.</summary>
    Task Task { get; }

    void SetResult(TResult result);

    void SetException(Exception exception);
}

/// <inheritdoc/>
internal struct FrameworkBuilder : IFrameworkBuilder<VoidResult>
{
    private AsyncTaskMethodBuilder _builder;

    public Task Task => _builder.Task;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    public void SetResult(VoidResult result) => _builder.SetResult();

    public void SetException(Exception exception) => _builder.SetException(exception);
}

/// <inheritdoc/>
internal struct FrameworkBuilder<TResult> : IFrameworkBuilder<TResult>
{
    private AsyncTaskMethodBuilder<TResult> _builder;

    public Task<TResult> Task => _builder.Task;

    Task IFrameworkBuilder<TResult>.Task => _builder.Task;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    public void SetResult(TResult result) => _builder.SetResult(result);

    public void SetException(Exception exception) => _builder.SetException(exception);
}

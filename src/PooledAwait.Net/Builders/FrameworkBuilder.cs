namespace PooledAwait.MethodBuilders;

internal struct FrameworkBuilder : IFrameworkBuilder<VoidResult>
{
    private AsyncTaskMethodBuilder _builder;

    public Task Task => _builder.Task;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    public void SetResult(VoidResult result) => _builder.SetResult();

    public void SetException(Exception exception) => _builder.SetException(exception);
}

internal struct FrameworkBuilder<TResult> : IFrameworkBuilder<TResult>
{
    private AsyncTaskMethodBuilder<TResult> _builder;

    public Task<TResult> Task => _builder.Task;

    Task IFrameworkBuilder<TResult>.Task => _builder.Task;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a call
    public void SetResult(TResult result) => _builder.SetResult(result);

    public void SetException(Exception exception) => _builder.SetException(exception);
}

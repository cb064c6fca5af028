namespace PooledAwait.MethodBuilders;

/// <summary>The framework's builder of a method without a result, or with one. It makes and completes the Task, with its cache of common
/// results, and refuses to complete it twice; it never sees the method.</summary>
/// <typeparam name="TResult">The method's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal interface IFrameworkBuilder<TResult>
{
    /// <summary>The Task, made by the first call if the builder has not completed it.</summary>
    Task Task { get; }

    void SetResult(TResult result);

    void SetException(Exception exception);
}

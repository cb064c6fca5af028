using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // each overload does what the first one says
/// <summary>Awaits a <c>ValueTask</c> in a method with one of the library's builders. The build replaces calls of the framework's awaiters
/// by calls of these methods. Not for use in code.</summary>
/// <remarks>Each method looks for the object behind the ValueTask. An operation of the library is awaited as a
/// <see cref="PooledValueTask{T}"/> is; everything else goes to the framework's member. Null is tested before the type: the cast of an
/// object that is hardly ever an operation is a call, even for null, and made a completed ValueTask more than twice as slow. All are
/// inlined into MoveNext, so that an operation's failure is thrown in MoveNext's own frame.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class ValueTaskAwaits
{
    private const MethodImplOptions Inlined = MethodImplOptions.AggressiveInlining;

    /// <summary>Whether the ValueTask is complete.</summary>
    [MethodImpl(Inlined)]
    public static bool IsCompleted(ref ValueTaskAwaiter awaiter)
    {
        if (!ValueTaskContent.AreAwaitersReadable)
        {
            return awaiter.IsCompleted;
        }

        object? content = ValueTaskContent.Of(ref awaiter, out short token, out _);
        return content is null || (content is Operation<VoidResult> operation ? operation.IsCompleted(token) : awaiter.IsCompleted);
    }

    [MethodImpl(Inlined)]
    public static bool IsCompleted<T>(ref ValueTaskAwaiter<T> awaiter)
    {
        if (!ValueTaskContent.OfResult<T>.AreAwaitersReadable)
        {
            return awaiter.IsCompleted;
        }

        object? content = ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out _);
        return content is null || (content is Operation<T> operation ? operation.IsCompleted(token) : awaiter.IsCompleted);
    }

    [MethodImpl(Inlined)]
    public static bool IsCompleted(ref ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter)
    {
        if (!ValueTaskContent.AreAwaitersReadable)
        {
            return awaiter.IsCompleted;
        }

        object? content = ValueTaskContent.Of(ref awaiter, out short token, out _);
        return content is null || (content is Operation<VoidResult> operation ? operation.IsCompleted(token) : awaiter.IsCompleted);
    }

    [MethodImpl(Inlined)]
    public static bool IsCompleted<T>(ref ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter awaiter)
    {
        if (!ValueTaskContent.OfResult<T>.AreAwaitersReadable)
        {
            return awaiter.IsCompleted;
        }

        object? content = ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out _);
        return content is null || (content is Operation<T> operation ? operation.IsCompleted(token) : awaiter.IsCompleted);
    }

    /// <summary>Ends the await, and takes the result.</summary>
    [MethodImpl(Inlined)]
    public static void GetResult(ref ValueTaskAwaiter awaiter)
    {
        if (ValueTaskContent.AreAwaitersReadable
            && ValueTaskContent.Of(ref awaiter, out short token, out _) is { } content && content is Operation<VoidResult> operation)
        {
            new PooledValueTaskAwaiter(operation, token, true).GetResult();
            return;
        }

        awaiter.GetResult();
    }

    [MethodImpl(Inlined)]
    public static T GetResult<T>(ref ValueTaskAwaiter<T> awaiter) =>
        ValueTaskContent.OfResult<T>.AreAwaitersReadable
        && ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out _) is { } content && content is Operation<T> operation
            ? new PooledValueTaskAwaiter<T>(operation, default!, token, true).GetResult()
            : awaiter.GetResult();

    [MethodImpl(Inlined)]
    public static void GetResult(ref ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter)
    {
        if (ValueTaskContent.AreAwaitersReadable
            && ValueTaskContent.Of(ref awaiter, out short token, out _) is { } content && content is Operation<VoidResult> operation)
        {
            new PooledValueTaskAwaiter(operation, token, true).GetResult();
            return;
        }

        awaiter.GetResult();
    }

    [MethodImpl(Inlined)]
    public static T GetResult<T>(ref ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter awaiter) =>
        ValueTaskContent.OfResult<T>.AreAwaitersReadable
        && ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out _) is { } content && content is Operation<T> operation
            ? new PooledValueTaskAwaiter<T>(operation, default!, token, true).GetResult()
            : awaiter.GetResult();

    /// <summary>Suspends the method.</summary>
    [MethodImpl(Inlined)]
    public static void AwaitUnsafeOnCompleted<TBuilder, TStateMachine>(
        ref TBuilder builder, ref ValueTaskAwaiter awaiter, ref TStateMachine stateMachine)
        where TBuilder : struct, IMethodBuilder
        where TStateMachine : IAsyncStateMachine
    {
        if (ValueTaskContent.AreAwaitersReadable
            && ValueTaskContent.Of(ref awaiter, out short token, out _) is Operation<VoidResult> operation)
        {
            PooledValueTaskAwaiter own = new(operation, token, continueOnCapturedContext: true);
            builder.AwaitUnsafeOnCompleted(ref own, ref stateMachine);
            return;
        }

        builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
    }

    [MethodImpl(Inlined)]
    public static void AwaitUnsafeOnCompleted<TBuilder, TStateMachine, T>(
        ref TBuilder builder, ref ValueTaskAwaiter<T> awaiter, ref TStateMachine stateMachine)
        where TBuilder : struct, IMethodBuilder
        where TStateMachine : IAsyncStateMachine
    {
        if (ValueTaskContent.OfResult<T>.AreAwaitersReadable
            && ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out _) is Operation<T> operation)
        {
            PooledValueTaskAwaiter<T> own = new(operation, default!, token, continueOnCapturedContext: true);
            builder.AwaitUnsafeOnCompleted(ref own, ref stateMachine);
            return;
        }

        builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
    }

    [MethodImpl(Inlined)]
    public static void AwaitUnsafeOnCompleted<TBuilder, TStateMachine>(
        ref TBuilder builder, ref ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter, ref TStateMachine stateMachine)
        where TBuilder : struct, IMethodBuilder
        where TStateMachine : IAsyncStateMachine
    {
        if (ValueTaskContent.AreAwaitersReadable
            && ValueTaskContent.Of(ref awaiter, out short token, out bool continueOnCapturedContext) is Operation<VoidResult> operation)
        {
            PooledValueTaskAwaiter own = new(operation, token, continueOnCapturedContext);
            builder.AwaitUnsafeOnCompleted(ref own, ref stateMachine);
            return;
        }

        builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
    }

    [MethodImpl(Inlined)]
    public static void AwaitUnsafeOnCompleted<TBuilder, TStateMachine, T>(
        ref TBuilder builder, ref ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter awaiter, ref TStateMachine stateMachine)
        where TBuilder : struct, IMethodBuilder
        where TStateMachine : IAsyncStateMachine
    {
        if (ValueTaskContent.OfResult<T>.AreAwaitersReadable
            && ValueTaskContent.OfResult<T>.Of(ref awaiter, out short token, out bool continueOnCapturedContext) is Operation<T> operation)
        {
            PooledValueTaskAwaiter<T> own = new(operation, default!, token, continueOnCapturedContext);
            builder.AwaitUnsafeOnCompleted(ref own, ref stateMachine);
            return;
        }

        builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
    }

    /// <summary>Gets the awaiter of a method whose task is only awaited.</summary>
    /// <param name="task">By value: before the build this call passed a Task, which is a reference, so there is no address to pass.</param>
    [MethodImpl(Inlined)]
    public static PooledValueTaskAwaiter GetAwaiter(PooledValueTask task) => task.GetAwaiter();

    [MethodImpl(Inlined)]
    public static PooledValueTaskAwaiter<T> GetAwaiter<T>(PooledValueTask<T> task) => task.GetAwaiter();

    [MethodImpl(Inlined)]
    public static PooledValueTaskAwaiter GetAwaiter(PooledValueTask task, bool continueOnCapturedContext) =>
        task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    [MethodImpl(Inlined)]
    public static PooledValueTaskAwaiter<T> GetAwaiter<T>(PooledValueTask<T> task, bool continueOnCapturedContext) =>
        task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Drops the task of such a method; a failure is reported as that of a Task that nobody observes.</summary>
    public static void Forget(PooledValueTask task) => task.Forget();

    public static void Forget<T>(PooledValueTask<T> task) => task.Forget();
}

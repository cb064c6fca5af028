using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The part of a method that runs before its first suspension.</summary>
internal interface IHandWrittenMethod
{
    void Run();
}

/// <summary>
/// Undoes for the caller what the first part of a method does to the ExecutionContext and the SynchronizationContext: the
/// framework's own guard, which every async method goes through.
/// </summary>
/// <typeparam name="TMethod">The method, with its arguments and its result.</typeparam>
internal struct HandWrittenGuard<TMethod> : IAsyncStateMachine
    where TMethod : struct, IHandWrittenMethod
{
#pragma warning disable CS0649 // Seen through this type, never made as it.
    private TMethod _method;
#pragma warning restore CS0649

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // in the place of the compiler's own call
    public static void Run(ref TMethod method)
    {
        if (HandWrittenFlow.IsEnabled)
        {
            default(AsyncTaskMethodBuilder).Start(ref Unsafe.As<TMethod, HandWrittenGuard<TMethod>>(ref method));
        }
        else
        {
            method.Run();
        }
    }

    public void MoveNext() => _method.Run();

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }
}

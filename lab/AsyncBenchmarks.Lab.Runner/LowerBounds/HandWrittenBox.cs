using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The box of a suspended method without the state machine's type, as its builder holds it.</summary>
/// <typeparam name="T">The method's result.</typeparam>
internal abstract class HandWrittenBox<T>(int kind) : HandWrittenOperation<T>(kind)
{
    /// <summary>How often the method was resumed. Never begins anew, so that a resumption is told from every later one.</summary>
    protected int Resumptions;

    /// <summary>The resumption in which the method came to its end.</summary>
    private int _last;

    /// <summary>The method has returned; what it has returned is written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two instructions
    public void End() => _last = Resumptions;

    /// <summary>Suspends a method that has been resumed before.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps MoveNext small
    public void Await(HandWrittenOperation awaited)
    {
        CaptureContext();
        if (!awaited.TryContinueWith(this))
        {
            Run(this, awaited: null);
        }
    }

    /// <summary>Whether the method came to its end in this resumption. If it was suspended, others may have resumed it since.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per resumption
    protected bool HasEndedIn(int resumption) => _last == resumption;
}

/// <summary>The operation of a suspended async method, with the compiler's state machine in it.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
/// <typeparam name="T">The method's result.</typeparam>
internal sealed class HandWrittenBox<TStateMachine, T>() : HandWrittenBox<T>(s_kind)
    where TStateMachine : IAsyncStateMachine
{
    private static readonly int s_kind = HandWrittenPool.NewKind();

    private TStateMachine _stateMachine = default!;

    /// <summary>Suspends a method for the first time.</summary>
    /// <param name="reference">The builder's, in the state machine.</param>
    /// <param name="stateMachine">Where the method has run until now.</param>
    /// <param name="awaited">The awaited operation.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the copy out of MoveNext
    public static void Suspend(ref HandWrittenBox<T>? reference, ref TStateMachine stateMachine, HandWrittenOperation awaited)
    {
        HandWrittenBox<TStateMachine, T> box =
            Unsafe.As<HandWrittenBox<TStateMachine, T>>(HandWrittenPool.TryTake(s_kind) ?? new HandWrittenBox<TStateMachine, T>());

        // Before the copy: a wide load of what was just written in narrow stores waits for them.
        box.CaptureContext();

        // Before the copy: the builder in it must know its box.
        reference = box;
        box._stateMachine = stateMachine;
        if (!awaited.TryContinueWith(box))
        {
            Run(box, awaited: null);
        }
    }

    protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
    {
        int resumption = ++Resumptions;
        _stateMachine.MoveNext();

        // The first that the method did was to take the result out.
        awaited?.GiveBack(lists);
        if (!HasEndedIn(resumption))
        {
            return null;
        }

        _stateMachine = default!;
        return this;
    }
}

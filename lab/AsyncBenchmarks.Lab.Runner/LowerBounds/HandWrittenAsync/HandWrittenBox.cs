using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The box of a suspended method without the state machine's type, as its builder holds it.</summary>
/// <typeparam name="T">The method's result.</typeparam>
internal abstract class HandWrittenBox<T>(int kind) : HandWrittenOperation<T>(kind)
{
    private Action? _resume;

    /// <summary>How often the method was resumed. Never begins anew, so that a resumption is told from every later one.</summary>
    private int _resumptions;

    /// <summary>The resumption in which the method came to its end.</summary>
    private int _last;

    /// <summary>The delegate for an awaiter that knows nothing else, kept with the box.</summary>
    public Action ResumeAction
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test
        get => _resume ?? CreateResumeAction();
    }

    /// <summary>The method has returned; what it has returned is written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two instructions
    public void End() => _last = _resumptions;

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

    [MethodImpl(MethodImplOptions.NoInlining)] // once per box
    private Action CreateResumeAction() => _resume = () => Run(this, awaited: null);

    /// <summary>Before the method goes on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per resumption
    protected int BeginResumption() => ++_resumptions;

    /// <summary>Whether the method came to its end in this resumption. If it was suspended, others may have resumed it since.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    protected bool HasEndedIn(int resumption) => _last == resumption;
}

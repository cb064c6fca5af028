using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.Tests.Oracle;

/// <summary>
/// An awaiter that is nobody's. Where a deliberate difference is concerned, it does with the framework what the library promises:
/// it calls back once, and an exception of OnCompleted becomes the await's.
/// </summary>
internal sealed class Foreign(World world, ForeignKind kind, Outcome outcome) : INotifyCompletion
{
    private Leaf? _passedTo;
    private bool _isLeafComplete;
    private bool _isCalledBack;

    public bool IsCompleted => !world.IsOurs && kind is (ForeignKind.Throw or ForeignKind.ThrowThenLate);

    public Foreign GetAwaiter() => this;

    public int GetResult()
    {
        if (IsCompleted)
        {
            OnCompleted(static () => { });
        }

        if (_passedTo is not null)
        {
            return _isLeafComplete ? _passedTo.Take() : -1;
        }

        return outcome.Kind == OutcomeKind.Succeeds ? outcome.Id : throw World.ExceptionOf(outcome);
    }

    public void OnCompleted(Action continuation)
    {
        if (kind is ForeignKind.Throw or ForeignKind.ThrowThenLate)
        {
            if (kind == ForeignKind.ThrowThenLate)
            {
                world.Add("late call", continuation, () => true);
            }

            throw World.ExceptionOf(outcome);
        }

        Action callBack = CallBack;
        switch (kind)
        {
            case ForeignKind.Late:
                world.Add("call", callBack);
                break;
            case ForeignKind.LateTwice:
                world.Add("first call", callBack, () => _isCalledBack);
                world.Add("second call", callBack, () => _isCalledBack);
                break;
            case ForeignKind.PassOn:
                _passedTo = new Leaf(world, LeafKind.Own, outcome with { Kind = OutcomeKind.Succeeds });
                _passedTo.Register(callBack, flows: false, inContext: false);
                world.Add("leaf of two", CompleteLeaf, () => _isCalledBack);
                world.Add("call of two", callBack, () => _isCalledBack);
                break;
            case ForeignKind.Inline:
                callBack();
                break;
            default:
                callBack();
                world.Add("second call", callBack, () => true);
                break;
        }

        void CompleteLeaf()
        {
            _isLeafComplete = true;
            _passedTo!.Complete();
        }

        void CallBack()
        {
            if (world.IsOurs || !_isCalledBack)
            {
                _isCalledBack = true;
                world.Complete(continuation);
            }
        }
    }
}

/// <summary>The same with UnsafeOnCompleted, which builders prefer; a struct, as the awaiters of most libraries are.</summary>
internal readonly struct CriticalForeign(Foreign awaiter) : ICriticalNotifyCompletion
{
    public bool IsCompleted => awaiter.IsCompleted;

    public CriticalForeign GetAwaiter() => this;

    public int GetResult() => awaiter.GetResult();

    public void OnCompleted(Action continuation) => throw new TestException("the builder must prefer UnsafeOnCompleted");

    public void UnsafeOnCompleted(Action continuation) => awaiter.OnCompleted(continuation);
}

using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// An awaitable of the suite's own that many methods await together, the same for every library. It keeps continuations in a list made
/// large enough beforehand, and calls them in order. For one thread.
/// </summary>
internal sealed class Gate
{
    private readonly Action?[] _waiting;
    private int _count;
    private bool _isOpen;

    /// <param name="capacity">How many may wait.</param>
    public Gate(int capacity) => _waiting = new Action?[capacity];

    /// <summary>The gate that methods started now wait for.</summary>
    public static Gate Current { get; set; } = new(0);

    public Awaiter GetAwaiter() => new(this);

    /// <summary>Lets all go on that wait.</summary>
    public void Open()
    {
        _isOpen = true;
        for (int index = 0; index < _count; index++)
        {
            ref Action? slot = ref _waiting[index];
            Action waiting = slot!;
            slot = null;
            waiting();
        }

        _count = 0;
    }

    /// <summary>Makes it as new.</summary>
    public void Close() => _isOpen = false;

    public readonly struct Awaiter : ICriticalNotifyCompletion
    {
        private readonly Gate _gate;

        public Awaiter(Gate gate) => _gate = gate;

        public bool IsCompleted => _gate._isOpen;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => _gate._waiting[_gate._count++] = continuation;
    }
}

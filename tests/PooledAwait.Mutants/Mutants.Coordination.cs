using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the locks, the events and the channels.</content>
internal static partial class Mutants
{
    private const string OneWait = "Coordination/QueuedWaiter.cs";
    private const string Waits = "Coordination/WaiterQueue.cs";
    private const string ReadersAndWriters = "Coordination/PooledReaderWriterLock.cs";
    private const string ForOnce = "Coordination/PooledLazy.cs";
    private const string Items = "Coordination/PooledChannelT.cs";
    private const string Piped = "Coordination/PooledChannelT.cs";

    private static IReadOnlyList<Mutant> Coordination =>
    [
        new("A late timer ends another wait", OneWait, " && Token == use;", ";", "WaiterTests"),
        new("A wait that gives up stays in its queue", OneWait, "            queue.End(this, failure);\n", "            End(failure);\n", "CoordinationModel"),
        new("A wait is never armed", OneWait, "            _limits.Begin(Token, cancellationToken);\n", string.Empty, "CoordinationModel"),
        new("No continuation runs in a channel's writer", OneWait, "runContinuationsInline && !_isLimited;", "false;", "ChannelTests"),
        new("A waiter that leaves takes those before it along", Waits, "            next._previous = waiter._previous;\n", "            next._previous = null;\n", "CoordinationModel"),
        new("A disposed object lets others wait", Waits, "        if (_closed is not null)\n", "        if (Lock is null)\n", "CoordinationModel"),
        new("A lock is left by a stale releaser", "Coordination/PooledLock.cs", "bool isOwner = _owner == ticket;", "bool isOwner = _owner != Free;", "PermitTests"),
        new("A holder is named after who let it in", "Coordination/PooledLock.cs", "Start(this, _waiters.First)", "Start(this)", "TrackingTests"),
        new("A disposed lock is entered", "Coordination/PooledLock.cs", "if (_owner != Free || _waiters.IsDisposed)", "if (_owner != Free)", "CoordinationModel"),
        new("A release gives back one permit", "Coordination/PooledSemaphore.cs", "            _count += releaseCount;\n", "            _count++;\n", "PermitTests|CoordinationModel"),
        new("A signal is given twice", "Coordination/PooledAutoResetEvent.cs", "        _isSet = false;\n", string.Empty, "CoordinationModel"),
        new("An event is not reset", "Coordination/PooledManualResetEvent.cs", "Write(ref _isSet, false)", "Write(ref _isSet, IsSet)", "CoordinationModel"),
        new("A countdown that is over counts again", "Coordination/PooledCountdownEvent.cs", "if (!isSet && hasRoom)", "if (hasRoom)", "CoordinationModel"),
        new("A writer that has given up keeps readers out", OneWait, "            queue.Admit();\n", string.Empty, "CoordinationModel"),
        new("A reader overtakes a writer", Waits, "bool isTaken = IsEmpty && tryTake", "bool isTaken = tryTake", "CoordinationModel"),
        new("A reader leaves twice", ReadersAndWriters, "if (!Atomic.CompareExchange(ref _version, version + 1, version))", "if (Atomic.Read(ref _version) > version)", "CoordinationModel"),
        new("A wait for a condition returns without the lock", "Coordination/PooledConditionVariable.cs", "            await _gate.ReenterAsync(ticket).ConfigureAwait(false);\n", "            await default(PooledValueTask);\n", "CoordinationModel"),
        new("A factory runs for each caller", ForOnce, "if (!_isCreated && !_isRunning && ", "if (!_isCreated && ", "CoordinationModel"),
        new("A failure is kept though it should not be", ForOnce, "else if (_retryFailures || _waiters.IsDisposed)", "else if (_waiters.IsDisposed)", "CoordinationModel"),
        new("A ring that grows loses its order", Items, "            Array.Copy(_items, 0, larger, Count - _head, _head);\n", string.Empty, "ChannelTests"),
        new("A channel keeps what was read", Items, "        _items[_head] = default!;\n", string.Empty, "ChannelTests"),
        new("A channel keeps a burst's memory", Items, "                _items = [];\n", string.Empty, "ChannelTests"),
        new("A dropped item is told wrong", Piped, "            item = _items.ReplaceLast(item);\n", "            _items.ReplaceLast(item);\n", "ChannelTests"),
        new("A waiting reader is told of an end", Piped, "        result = isThere;\n", "        result = false;\n", "ChannelTests"),
        new("The item of a waiting writer is lost", Piped, "            item = writer.Result;\n", string.Empty, "ChannelTests"),
        new("A writer waits though there is room", Piped, "            _writers.Admit();\n", string.Empty, "ChannelTests"),
    ];
}

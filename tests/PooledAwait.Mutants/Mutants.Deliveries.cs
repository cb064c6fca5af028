using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break loops, and what they deliver; and the place beside a magazine's array.</content>
internal static partial class Mutants
{
    private const string Stack = "Platform/ThreadState.Loops.Net.cs";
    private const string OneMagazine = "Pooling/Magazine.cs";
    private const string Shared = "Pooling/Depot.cs";
    private const string ThisThread = "Pooling/ThreadMagazines.cs";
    private const string ObjectPool = "Pooling/OperationPools.cs";

    private static IReadOnlyList<Mutant> Deliveries =>
    [
        new("Every loop is near", Stack, "(nuint)(runner - StackPosition.Here) < Near;", "runner != StackPosition.Here;", "DeliveryTests"),
        new("What is above is near without end", Stack, "(nuint)(runner - StackPosition.Here) < Near;", "runner > StackPosition.Here;", "ThreadStateTests"),
        new("A thread owns every loop", Stack, "(nuint)(position - _lowest) <= _span;", "position != 0;", "DeliveryTests"),
        new("A thread does not own its lowest loop", Stack, "(nuint)(position - _lowest) <= _span;", "(nuint)(position - _lowest - 1) < _span;", "ThreadStateTests"),
        new("A thread without loops owns what no loop is at", Stack, "private nint _lowest = nint.MaxValue;", "private nint _lowest;", "ThreadStateTests"),
        new("A thread forgets its higher loops", Stack, "Math.Max(_lowest + (nint)_span, position)", "position", "ThreadStateTests"),
        new("Loops nest without end", Stack, "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack())", "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack() && position == 0)", "ThreadStateTests|NestingTests"),
        new("Room once found is everywhere", Stack, "if (position < _lowest && ", "if (_lowest == nint.MaxValue && ", "NestingTests"),
        new("An inner loop's end is the outer one's", Stack, "internal void ExitLoop(nint outer) => Runner = outer;", "internal void ExitLoop(nint outer) => Runner = outer - outer;", "ThreadStateTests|NestingTests"),
        new("A loop that is over still runs", Stack, "internal void ExitLoop(nint outer) => Runner = outer;", "internal void ExitLoop(nint outer) => Runner |= outer & 0;", "NestingTests"),
        new("Another thread takes what is delivered", Consumption, "if (!ThreadState.Current.Owns(Atomic.Read(ref _runner)))", "if (_runner == 0)", "DeliveryTests"),
        new("What is delivered is refused from afar", Consumption, "if (!ThreadState.Current.Owns(Atomic.Read(ref _runner)))", "if (_runner != 0)", "DeliveryTests"),
        new("What is delivered is taken without a look at the thread", Consumption, "StateWord.Completed | StateWord.Delivered;", "StateWord.Completed;", "DeliveryTests"),
        new("What is consumed from afar is still the loop's", Consumption, "        _runner = 0;\n        Atomic.Write(ref _state, _state & ~StateWord.Delivered);", "        Atomic.Write(ref _state, _state & ~StateWord.Delivered);", "DeliveryTests"),
        new("A loop does not recycle what it delivered", Consumption, "            _runner = 0;\n            Recycle(thread);", "            _runner = 0;", "DeliveryTests|OperationAllocation"),
        new("A loop's delivery has no end", Consumption, "        else if (runner == loop)\n        {\n            Undeliver();\n        }\n", string.Empty, "DeliveryTests"),
        new("A loop forgets what it delivered", Loops, "            completed?.EndDelivery(thread);\n", string.Empty, "DeliveryTests|OperationAllocation"),
        new("A consumed object does not know that its loop is at it", Consumption, "        _runner = ~loop;\n", string.Empty, "DeliveryTests|OperationAllocation"),
        new("A loop that completes what nobody awaits has no end", Loops, "            if (box is null)\n            {\n                thread.ExitLoop(outer);\n", "            if (box is null)\n            {\n", "ThreadStateTests"),
        new("A completer's loop that throws has no end", Loops, "        catch\n        {\n            frame.Exit();\n            thread.ExitLoop(outer);\n", "        catch\n        {\n            frame.Exit();\n", "ThreadStateTests"),
        new("A callback's loop that throws has no end", Loops, "and again.\n            frame.Exit();\n            thread.ExitLoop(outer);\n", "and again.\n            frame.Exit();\n", "ThreadStateTests"),
        new("A completer's loop has no end", Loops, "returns.\n        frame.Exit();\n        thread.ExitLoop(outer);\n", "returns.\n        frame.Exit();\n", "ThreadStateTests"),
        new("A completer's loop is not known by its name", Loops, "RunAll(frame, thread, operation, box);", "RunAll(frame, thread, null, box);", "DeliveryTests|OperationAllocation"),
        new("What finds no room is never complete", Loops, "            operation.Complete();\n            return;", "            return;", "NestingTests"),
        new("What another thread may consume stays delivered", Consumption, "        else\n        {\n            EndDelivery(thread);\n        }\n", string.Empty, "NestingTests"),
        new("What is handed over does not come back", Completion, "            _runner = ~thread.Runner;\n", string.Empty, "HandingTests"),
        new("What is handed over can be consumed once more", Completion, "            word = StateWord.Next(word);\n", "            word |= StateWord.Completed;\n", "HandingTests"),
        new("What can't be handed over is forgotten", Completion, "        if ((word & StateWord.Handed) != 0)\n        {\n            // It can't", "        if ((word & StateWord.Dead) != 0)\n        {\n            // It can't", "HandingTests"),
        new("What is handed over elsewhere is forgotten", Registration, "            box.Keep(this, token, isConsumed: false);\n        }\n\n        if (!TryRegister(box, scheduler", "        }\n\n        if (!TryRegister(box, scheduler", "HandingTests"),
        new("What is left to a box is forgotten", "Platform/ContextFrame.Net.cs", "            awaited?.LeaveForGood(box, thread);\n", string.Empty, "HandingTests"),
        new("What is left to a box for good is recycled by the loop", Consumption, "        if (TryLeave(box, thread))\n        {\n            _runner = 0;\n        }", "        if (TryLeave(box, thread))\n        {\n        }", "NestingTests"),
        new("What is left to a box for good does not come back", "Operations/OperationT.cs", "        if (IsLeftForGood)", "        if (!IsLeftForGood)", "HandingTests"),
        new("Nothing is passed on", Registration, "        if ((word & (Handed | StateWord.Asynchronous)) != Handed)", "        if (word != 1)", "ThenTests"),
        new("What a method awaits is passed on", Registration, "const int Handed = StateWord.Awaited | StateWord.Linked | StateWord.Handed;", "const int Handed = StateWord.Awaited | StateWord.Linked;", "ThenTests"),
        new("What was passed on keeps its handle", Registration, "        Atomic.Write(ref _state, StateWord.Next(word));\n        Recycle(thread);", "        Recycle(thread);", "ThenTests"),
        new("What was passed on does not come back", Registration, "        Atomic.Write(ref _state, StateWord.Next(word));\n        Recycle(thread);", "        Atomic.Write(ref _state, StateWord.Next(word));", "ThenTests"),
        new("What was passed on keeps who awaited it", Registration, "        _continuation = null;\n        Atomic.Write(ref _state, StateWord.Next(word));", "        Atomic.Write(ref _state, StateWord.Next(word));", "Reachability"),
        new("The box of an await that threw is lost", "Operations/StateMachineBox.cs", "in registers.\n        object? pooled = reference ?? s_pool.TryRent();", "in registers.\n        object? pooled = s_pool.TryRent();", "DeliveryTests"),
        new("A new box is taken for a resumed one", Resumption, "internal bool IsResumed => _runner > 0;", "internal bool IsResumed => true;", "DeliveryTests"),
        new("The place beside the array is not counted", OneMagazine, "(First is null ? 0 : 1) + ", string.Empty, "PoolStatistics"),
        new("A magazine is not idle", Shared, "+ _itemCount + magazine.Idle);", "+ _itemCount);", "PoolStatistics"),
        new("What a magazine had is not dropped", Shared, "        _dropped += magazine.Idle;\n", string.Empty, "PoolStatistics|PoolTrim"),
        new("The place beside the array gives its object twice", ObjectPool, "                magazine.First = null;\n", string.Empty, "PoolTests|InFlight"),
        new("The place beside the array is overwritten", ObjectPool, "if (magazine.First is null)", "if (magazine.First is not string)", "PoolStatistics|InFlight"),
        new("What grows is not what is found", ThisThread, "        t_near = near;\n", string.Empty, "ThreadStateTests|InFlight"),
        new("What is found is not the thread's", ThisThread, "        Volatile.Write(ref _near, near);\n", string.Empty, "ThreadStateTests|InFlight"),
        new("A pool without magazines is given one", ObjectPool, "            if (arrays is not null)\n            {\n                if (magazine.First is null)", "            if (arrays is not null || magazine.First is null)\n            {\n                if (magazine.First is null)", "Unload|PoolSize"),
        new("A magazine in use is idle", "Pooling/MagazineArrays.cs", "uses == _usesSeen ? _idlePeriods + 1 : 0", "_idlePeriods + 1", "PoolTrim"),
        new("A method's first await is in its box already", "MethodBuilders/PooledValueTaskMethodBuilder.cs", "if (_box is { IsResumed: true } box)", "if (_box is { } box)", "DeliveryTests"),
        new("A method with a result has its first await in its box already", "MethodBuilders/PooledValueTaskMethodBuilderT.cs", "if (_box is { IsResumed: true } box)", "if (_box is { } box)", "DeliveryTests"),
        new("A sized pool keeps one too many", Shared, "((bound - 1) / Magazine.Capacity) - 2 :", "(bound / Magazine.Capacity) - 2 :", "PoolSize"),
    ];
}

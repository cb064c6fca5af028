using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Fixture;

/// <summary>Suspends methods until the test opens it. It keeps nothing but their delegates.</summary>
public sealed class Gate : INotifyCompletion
{
    private static readonly Gate s_gate = new();
    private static readonly Queue<Action> s_waiting = new(64);

    public static Gate Closed => s_gate;

    public bool IsCompleted => false;

    public static void Open()
    {
        while (s_waiting.TryDequeue(out Action? continuation))
        {
            continuation();
        }
    }

    public Gate GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => s_waiting.Enqueue(continuation);
}

public static class Forms
{
    public static async Task TaskVoid() => await Gate.Closed;

    public static async Task<int> TaskInt()
    {
        await Gate.Closed;
        return 1000;
    }

    public static async Task<decimal> TaskDecimal()
    {
        await Gate.Closed;
        return 1000;
    }

    public static async Task<int> TaskNested() => await TaskInt() + await TaskInt();

    public static async ValueTask ValueTaskVoid() => await Gate.Closed;

    public static async ValueTask<int> ValueTaskInt()
    {
        await Gate.Closed;
        return 1000;
    }

    public static async ValueTask<int> ValueTaskNested() => await ValueTaskInt() + await ValueTaskInt();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<int> Pooling()
    {
        await Gate.Closed;
        return 1000;
    }

    public static async Task<T> Generic<T>(T value)
    {
        await Gate.Closed;
        return value;
    }

    public static async Task<T> Pairs<T>(((T, T), (T, T)) pairs)
    {
        await Gate.Closed;
        return pairs.Item1.Item1;
    }

    public static Task<int> Lambda()
    {
        int captured = 400;
        Func<int, Task<int>> lambda = async more =>
        {
            await Gate.Closed;
            return captured + more;
        };
        return lambda(600);
    }

    public static Task<int> Local()
    {
        return Inner(1000);

        static async Task<int> Inner(int value)
        {
            await Gate.Closed;
            return value;
        }
    }

    public static Task<int> OfAStruct() => new Value(1000).Read();

    public static Task<string> OfAGenericClass() => Outer<string>.Inner<int>.Join("a", 5);

    private readonly struct Value(int value)
    {
        public async Task<int> Read()
        {
            int own = value;
            await Gate.Closed;
            return own;
        }
    }

    private static class Outer<T1>
    {
        internal static class Inner<T2>
        {
            internal static async Task<string> Join(T1 first, T2 second)
            {
                await Gate.Closed;
                return $"{first}{await Generic(second)}";
            }
        }
    }
}

/// <summary>What stays.</summary>
public static class Kept
{
    public static AsyncTaskMethodBuilder Field = AsyncTaskMethodBuilder.Create();

    [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))]
    public static async Task OptedOut() => await Gate.Closed;

    [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder<>))]
    public static async Task<int> OptedOutOfInt()
    {
        await Gate.Closed;
        return 1000;
    }

    [AsyncMethodBuilder(typeof(UsersBuilder))]
    public static async Task OfAUser() => await Gate.Closed;

    public static async void Void() => await Gate.Closed;

    public static async IAsyncEnumerable<int> Iterator()
    {
        await Gate.Closed;
        yield return 1;
    }

    public static AsyncTaskMethodBuilder<int> Signature(AsyncTaskMethodBuilder<int> builder) => builder;

    public static Type Named() => typeof(AsyncTaskMethodBuilder<int>);

    /// <summary>A redirected method whose body uses a builder itself.</summary>
    public static async Task<string> UsesABuilder()
    {
        AsyncTaskMethodBuilder<int> builder = AsyncTaskMethodBuilder<int>.Create();
        Task<int> task = builder.Task;
        await Gate.Closed;
        builder.SetResult(7);
        return $"{await task} {builder.GetType().Name}";
    }

    public static Task HandWritten()
    {
        HandWrittenMachine machine = new() { Builder = AsyncTaskMethodBuilder.Create() };
        machine.Builder.Start(ref machine);
        return machine.Builder.Task;
    }

    public struct HandWrittenMachine : IAsyncStateMachine
    {
        public AsyncTaskMethodBuilder Builder;

        public void MoveNext() => Builder.SetResult();

        public void SetStateMachine(IAsyncStateMachine stateMachine) => Builder.SetStateMachine(stateMachine);
    }
}

/// <summary>Methods that are pooled and are given builders, which stay as they are.</summary>
public static class GivenBuilders
{
    public static Task<string> Parameter() => Use(AsyncTaskMethodBuilder<int>.Create());

    public static Task<string> ParameterOfAGenericMethod() => UseGeneric(AsyncTaskMethodBuilder<string>.Create(), "a");

    public static Task<string> ParameterOfAGenericType() =>
        Holder<AsyncTaskMethodBuilder<string>>.Use(AsyncTaskMethodBuilder<int>.Create(), AsyncTaskMethodBuilder<string>.Create());

    public static Task<string> Wrapped() => UseWrapped([AsyncTaskMethodBuilder<string>.Create()], ("b", AsyncTaskMethodBuilder.Create()));

    public static Task<string> InAClosure() => UseInAClosure(AsyncTaskMethodBuilder<string>.Create(), "c");

    public static async Task<string> OfATaskTypeOfTheUsers() => await UseInATaskOfTheUsers(AsyncTaskMethodBuilder<int>.Create());

    private static async Task<string> Use(AsyncTaskMethodBuilder<int> builder)
    {
        Task<int> task = builder.Task;
        await Gate.Closed;
        builder.SetResult(7);
        return $"{await task} {builder.GetType().Name}";
    }

    private static async Task<string> UseGeneric<T>(AsyncTaskMethodBuilder<T> builder, T value)
    {
        AsyncTaskMethodBuilder<T> variable = AsyncTaskMethodBuilder<T>.Create();
        Task<T> task = builder.Task;
        Task<T> other = variable.Task;
        await Gate.Closed;
        builder.SetResult(value);
        variable.SetResult(value);
        return $"{await task} {await other} {builder.GetType().Name} {variable.GetType().Name}";
    }

    private static async Task<string> UseWrapped<T>(AsyncTaskMethodBuilder<T>[] builders, (T Value, AsyncTaskMethodBuilder Builder) pair)
    {
        Task<T> task = builders[0].Task;
        Task other = pair.Builder.Task;
        AsyncTaskMethodBuilder<T>? none = null;
        await Gate.Closed;
        builders[0].SetResult(pair.Value);
        pair.Builder.SetResult();
        await other;
        return $"{await task} {builders[0].GetType().Name} {pair.Builder.GetType().Name} {none is null}";
    }

    private static async Task<string> UseInAClosure<T>(AsyncTaskMethodBuilder<T> builder, T value)
    {
        Task<T> task = builder.Task;
        Func<Task> complete = async () =>
        {
            await Gate.Closed;
            builder.SetResult(value);
        };
        await complete();
        return $"{await task} {builder.GetType().Name}";
    }

    private static async UsersTask<string> UseInATaskOfTheUsers(AsyncTaskMethodBuilder<int> builder)
    {
        Task<int> task = builder.Task;
        await Gate.Closed;
        builder.SetResult(7);
        return $"{await task} {builder.GetType().Name}";
    }

    private static class Holder<T>
    {
        internal static async Task<string> Use(AsyncTaskMethodBuilder<int> first, T second)
        {
            Task<int> task = first.Task;
            await Gate.Closed;
            first.SetResult(8);
            return $"{await task} {first.GetType().Name} {second!.GetType().Name}";
        }
    }
}

[AsyncMethodBuilder(typeof(UsersTaskBuilder<>))]
public readonly struct UsersTask<T>(Task<T> task)
{
    public TaskAwaiter<T> GetAwaiter() => task.GetAwaiter();
}

public sealed class UsersTaskBuilder<T>
{
    private readonly TaskCompletionSource<T> _source = new();

    public UsersTask<T> Task => new(_source.Task);

    public static UsersTaskBuilder<T> Create() => new();

    public void Start<TMachine>(ref TMachine stateMachine)
        where TMachine : IAsyncStateMachine => stateMachine.MoveNext();

    public void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    public void SetResult(T result) => _source.SetResult(result);

    public void SetException(Exception exception) => _source.SetException(exception);

    public void AwaitOnCompleted<T1, T2>(ref T1 awaiter, ref T2 stateMachine)
        where T1 : INotifyCompletion
        where T2 : IAsyncStateMachine => awaiter.OnCompleted(((IAsyncStateMachine)stateMachine).MoveNext);

    public void AwaitUnsafeOnCompleted<T1, T2>(ref T1 awaiter, ref T2 stateMachine)
        where T1 : ICriticalNotifyCompletion
        where T2 : IAsyncStateMachine => awaiter.UnsafeOnCompleted(((IAsyncStateMachine)stateMachine).MoveNext);
}

public struct UsersBuilder
{
    private AsyncTaskMethodBuilder _builder;

    public Task Task => _builder.Task;

    public static UsersBuilder Create() => new() { _builder = AsyncTaskMethodBuilder.Create() };

    public void Start<T>(ref T stateMachine)
        where T : IAsyncStateMachine => _builder.Start(ref stateMachine);

    public void SetStateMachine(IAsyncStateMachine stateMachine) => _builder.SetStateMachine(stateMachine);

    public void SetResult() => _builder.SetResult();

    public void SetException(Exception exception) => _builder.SetException(exception);

    public void AwaitOnCompleted<T1, T2>(ref T1 awaiter, ref T2 stateMachine)
        where T1 : INotifyCompletion
        where T2 : IAsyncStateMachine => _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<T1, T2>(ref T1 awaiter, ref T2 stateMachine)
        where T1 : ICriticalNotifyCompletion
        where T2 : IAsyncStateMachine => _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}

/// <summary>Each method returns what its caller sees; the test compares the two assemblies.</summary>
public static class Behaviour
{
    private const DayOfWeek LastDay = DayOfWeek.Saturday;

    private static readonly System.Threading.AsyncLocal<int> s_local = new();

    public static async Task<string> Exceptions()
    {
        try
        {
            await Throws(2);
            return "";
        }
        catch (InvalidOperationException exception) when (exception.Message.Length > 0)
        {
            return exception.ToString();
        }
    }

    public static async ValueTask<string> ExceptionsOfAValueTask()
    {
        try
        {
            return (await ThrowsAtOnce()).ToString();
        }
        catch (InvalidOperationException exception)
        {
            await Gate.Closed;
            return exception.ToString();
        }
        finally
        {
            await Task.Yield();
        }
    }

    public static async Task<string> Cancellation()
    {
        Task task = Canceled();
        try
        {
            await task;
        }
        catch (OperationCanceledException)
        {
        }

        return $"{task.Status} {task.Exception is null} {task.AsyncState is null} {task.CreationOptions}";
    }

    public static async Task<string> SeveralAwaits()
    {
        Task<int> task = Forms.TaskNested();
        return $"{await task} {await task} {task.Result} {task.Status} {task.AsyncState is null}";
    }

    public static async Task<string> CachedResults()
    {
        const DayOfWeek Day = LastDay;
        List<bool> same = [];
        for (int i = -1; i < 9; i++)
        {
            same.Add(ReferenceEquals(AtOnce(i), AtOnce(i)));
        }

        same.Add(ReferenceEquals(AtOnce(true), AtOnce(true)));
        same.Add(ReferenceEquals(AtOnce(false), AtOnce(false)));
        same.Add(ReferenceEquals(AtOnce((string?)null), AtOnce((string?)null)));
        same.Add(ReferenceEquals(AtOnce("a"), AtOnce("a")));
        same.Add(ReferenceEquals(AtOnce('\0'), AtOnce('\0')));
        same.Add(ReferenceEquals(AtOnce(0L), AtOnce(0L)));
        same.Add(ReferenceEquals(AtOnce(Day), AtOnce(Day)));
        same.Add(ReferenceEquals(Completed(), Completed()));
        return string.Join(' ', same);
    }

    public static async Task<string> Contexts()
    {
        s_local.Value = 1;
        Task inner = Changes();
        string text = $"{s_local.Value}";
        await inner;
        await Gate.Closed;
        return $"{text} {s_local.Value}";

        static async Task Changes()
        {
            s_local.Value = 2;
            await Gate.Closed;
            s_local.Value = 3;
        }
    }

    public static async Task<string> Constants()
    {
        const Enumeration Some = Enumeration.Some;
        const Enumeration None = Enumeration.None;
        const DayOfWeek Day = LastDay;
        const decimal Number = 1.5m;
        const string? NoText = null;
        const object? NoObject = null;
        const Delegate? NoDelegate = null;
        const Numbers? NoNumbers = null;
        const int[]? NoArray = null;
        const dynamic? Dynamic = null;
        const char Letter = 'x';
        await Gate.Closed;
        Numbers numbers = NoNumbers ?? [(1, 2)];
        return $"{Some} {None} {Day} {Number} {NoText} {NoObject} {NoDelegate} {NoArray} {Dynamic} {Letter} {numbers[0].First}";
    }

    public static async Task<string> Data()
    {
        ReadOnlyMemory<long> numbers = Numbers().ToArray();
        await Task.Yield();
        return string.Join(' ', numbers.ToArray());
    }

    private static ReadOnlySpan<long> Numbers() => [1, 2, 3, long.MaxValue];

    private static async Task Throws(int depth)
    {
        if (depth > 0)
        {
            await Gate.Closed;
            await Throws(depth - 1);
        }

        throw new InvalidOperationException("deep");
    }

    private static async ValueTask<int> ThrowsAtOnce()
    {
        if (DateTime.Now.Year > 1)
        {
            throw new InvalidOperationException("at once");
        }

        await Gate.Closed;
        return 1;
    }

    private static async Task Canceled()
    {
        await Gate.Closed;
        throw new OperationCanceledException();
    }

#pragma warning disable CS1998 // completed at once
    private static async Task<T> AtOnce<T>(T value) => value;

    private static async Task Completed()
    {
    }
#pragma warning restore CS1998
}

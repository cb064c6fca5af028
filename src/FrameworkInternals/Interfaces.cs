namespace System.Runtime.CompilerServices
{
    /// <summary>The box of a suspended async method. .NET 11 has a fifth member, <c>GetDiagnosticData</c>.</summary>
    public interface IAsyncStateMachineBox
    {
        /// <summary>Gets a delegate that calls <see cref="MoveNext"/>.</summary>
        Action MoveNextAction { get; }

        /// <summary>Resumes the method.</summary>
        void MoveNext();

        /// <summary>Gets the state machine, for a debugger.</summary>
        IAsyncStateMachine GetStateMachineObject();

        /// <summary>Called after <see cref="MoveNext"/> on some paths, when the method has ended.</summary>
        void ClearStateUponCompletion();
    }

    /// <summary>The awaiters that take a box instead of a delegate.</summary>
    public interface IStateMachineBoxAwareAwaiter
    {
        /// <summary>Has the box resumed when what is awaited completes.</summary>
        void AwaitUnsafeOnCompleted(IAsyncStateMachineBox box);
    }

    /// <summary>TaskAwaiter and TaskAwaiter&lt;T&gt;: one field, the Task.</summary>
    public interface ITaskAwaiter;

    /// <summary>The awaiters of a Task with ConfigureAwait: the Task and its options.</summary>
    public interface IConfiguredTaskAwaiter;
}

namespace System.Threading.Tasks
{
    /// <summary>What a Task calls inside the thread that completes it.</summary>
    public interface ITaskCompletionAction
    {
        /// <summary>Whether <see cref="Invoke"/> may run arbitrary code, so that the Task may have to queue it.</summary>
        bool InvokeMayRunArbitraryCode { get; }

        /// <summary>Called when the Task is complete.</summary>
        void Invoke(Task completingTask);
    }
}

// The interfaces are internal in the framework. The runtime honours this attribute, as it does for DispatchProxy.
[assembly: IgnoresAccessChecksTo("System.Private.CoreLib")]

namespace System.Runtime.CompilerServices
{
    [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
    internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
    {
        public string AssemblyName { get; } = assemblyName;
    }
}

namespace PooledAwait
{
    /// <summary>The framework's awaiters and Tasks recognize a suspended method by the internal interface IAsyncStateMachineBox, and what
    /// follows a Task by ITaskCompletionAction. They register such an object without a delegate. Everything about that is in this
    /// class.</summary>
    /// <remarks>A box that implements the interface is a class of its own, because a runtime whose interface has another member does not
    /// load it. This is tried once. If the class doesn't load or doesn't work, boxes give delegates, as on netstandard2.0.</remarks>
    internal static class FrameworkBoxes
    {
        /// <summary>Why this runtime does not take our boxes; null if it does. The smoke programs print it.</summary>
        internal static readonly string? WhyNot =
            Runtimes.MayBeMono ? "Mono's interpreter would box each awaiter to test it" : PrivateFields.WhyNot(TryOut);

        internal static readonly bool AreRecognized = WhyNot is null;

        /// <summary>What the framework's awaiters of a ValueTask give a source, with the box as state; null where boxes are
        /// unknown.</summary>
        private static Action<object?>? s_resume;

        /// <summary>Whether the continuation is the framework's own delegate that resumes the box that is its argument.</summary>
        internal static bool IsResume(Action<object?> continuation) => AreRecognized && ReferenceEquals(continuation, s_resume);

        /// <summary>Registers a box with an awaiter of the framework, without a delegate. The box's class implements IAsyncStateMachineBox
        /// where <see cref="AreRecognized"/>. Returns false, with nothing done, if the awaiter takes delegates only.</summary>
        [MethodImpl(Runtimes.Unboxed)] // all tests are constants once the awaiter's type is known
        internal static bool TryRegister<TAwaiter>(ref TAwaiter awaiter, object box, SynchronizationContext? context)
        {
            // The null test keeps the compiler from boxing, as in the framework's builders.
            if (Runtimes.MayBeMono || default(TAwaiter) is null)
            {
                return false;
            }

            if (awaiter is ITaskAwaiter)
            {
                if (!AreRecognized)
                {
                    return false;
                }

                Task task = TaskOf(ref Unsafe.As<TAwaiter, TaskAwaiter>(ref awaiter));
                OnCompleted(default, task, Cast.To<IAsyncStateMachineBox>(box), HasSchedulingContext(context));
                return true;
            }

            if (awaiter is IConfiguredTaskAwaiter)
            {
                if (!AreRecognized)
                {
                    return false;
                }

                ref ConfiguredTaskAwaitable.ConfiguredTaskAwaiter configured =
                    ref Unsafe.As<TAwaiter, ConfiguredTaskAwaitable.ConfiguredTaskAwaiter>(ref awaiter);
                bool continueOnCapturedContext = (OptionsOf(ref configured) & ConfigureAwaitOptions.ContinueOnCapturedContext) != 0
                    && HasSchedulingContext(context);
                OnCompleted(default, TaskOf(ref configured), Cast.To<IAsyncStateMachineBox>(box), continueOnCapturedContext);
                return true;
            }

            if (awaiter is IStateMachineBoxAwareAwaiter && AreRecognized)
            {
                ((IStateMachineBoxAwareAwaiter)awaiter).AwaitUnsafeOnCompleted(Cast.To<IAsyncStateMachineBox>(box));
                return true;
            }

            return false;
        }

        /// <summary>Whether the framework may find a context to capture. To look for it, it would look up the thread once more.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of an await
        private static bool HasSchedulingContext(SynchronizationContext? context) =>
            context is not null || !ReferenceEquals(TaskScheduler.Current, TaskScheduler.Default);

        /// <summary>What a Task will call when it completes: the only box that is registered with it, or something else. Null if nothing
        /// is registered, if boxes aren't recognized, or if a Task runs on this thread, which the framework hides from the box.</summary>
        internal static object? ContinuationOf(Task task) =>
            AreRecognized && ContinuationField(task) is { } continuation && CurrentTask(null) is null ? continuation : null;

        /// <summary>Makes a Task call an object on the thread that completes it; at once if the Task is complete.</summary>
        internal static void Follow(Task task, ITaskCompletionAction follower) =>
            AddCompletionAction(task, follower, addBeforeOthers: false);

        /// <summary>Sets what a debugger sets on the Task of a method that it steps out of: the next await of it stops there.</summary>
        [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "SetNotificationForWaitCompletion")]
        internal static extern void SetNotificationForWaitCompletion(Task task, bool enabled);

        /// <summary>The Task that runs on this thread, for TaskScheduler.Current and AttachedToParent. The argument isn't used.</summary>
        [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "t_currentTask")]
        internal static extern ref Task? CurrentTask(Task? type);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_task")]
        private static extern ref Task TaskOf(ref TaskAwaiter awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_task")]
        private static extern ref Task TaskOf(ref ConfiguredTaskAwaitable.ConfiguredTaskAwaiter awaiter);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_options")]
        private static extern ref ConfigureAwaitOptions OptionsOf(ref ConfiguredTaskAwaitable.ConfiguredTaskAwaiter awaiter);

        /// <summary>Registers a box with a Task. Only the first argument's type is used: it has the static method.</summary>
        [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "UnsafeOnCompletedInternal")]
        private static extern void OnCompleted(TaskAwaiter type, Task task, IAsyncStateMachineBox box, bool continueOnCapturedContext);

        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_continuationObject")]
        private static extern ref object? ContinuationField(Task task);

        [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddCompletionAction")]
        private static extern void AddCompletionAction(Task task, ITaskCompletionAction action, bool addBeforeOthers);

        /// <summary>Registers a box with each kind of awaiter, and a follower, and checks what arrives.</summary>
        private static bool TryOut()
        {
            ProbeBox box = new();
            ProbeFollower follower = new();
            FrameworkAwaiters.Probe source = new();
            ((IStateMachineBoxAwareAwaiter)(object)new ValueTask(source, 0).GetAwaiter()).AwaitUnsafeOnCompleted(box);
            s_resume = source.Continuation;

            // Registered, and never called: where a box is resumed depends on the contexts of the thread.
            TaskAwaiter awaiter = new TaskCompletionSource().Task.GetAwaiter();
            OnCompleted(default, TaskOf(ref awaiter), box, continueOnCapturedContext: false);
            bool isRegistered = ContinuationField(TaskOf(ref awaiter)) == box;
            TaskCompletionSource completion = new();
            ConfiguredTaskAwaitable.ConfiguredTaskAwaiter configured = completion.Task.ConfigureAwait(false).GetAwaiter();
            bool isConfigured = TaskOf(ref configured) == completion.Task && OptionsOf(ref configured) == ConfigureAwaitOptions.None;
            AddCompletionAction(completion.Task, follower, addBeforeOthers: false);
            _ = CurrentTask(null);
            completion.SetResult();
            return s_resume is not null && source.State == box && isRegistered && isConfigured && follower.Task == completion.Task;
        }

        private sealed class ProbeBox : IAsyncStateMachineBox, IDiagnosticBox
        {
            public Action MoveNextAction => MoveNext;

            public void MoveNext()
            {
            }

            public IAsyncStateMachine GetStateMachineObject() => throw new NotSupportedException();

            public void ClearStateUponCompletion()
            {
            }

            public bool GetDiagnosticData(out ulong methodId, out int state, out object? continuation)
            {
                methodId = 0;
                state = 0;
                continuation = null;
                return false;
            }
        }

        private sealed class ProbeFollower : ITaskCompletionAction
        {
            internal Task? Task { get; private set; }

            public bool InvokeMayRunArbitraryCode => false;

            public void Invoke(Task completingTask) => Task = completingTask;
        }
    }

    /// <summary>The fifth member of .NET 11's IAsyncStateMachineBox, which its async profiler calls. A class that implements this one
    /// implements that too, because the name and the signature are the same.</summary>
    internal interface IDiagnosticBox
    {
        /// <summary>Describes a suspended method: the address of its native code (0 if unknown), the state machine's state (-1 if unknown),
        /// and what awaits the method, a box or what leads to one. Returns whether there is such data.</summary>
        bool GetDiagnosticData(out ulong methodId, out int state, out object? continuation);
    }
}

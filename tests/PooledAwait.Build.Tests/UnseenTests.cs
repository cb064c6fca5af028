using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Mono.Cecil;

namespace PooledAwait.Build.Tests;

/// <summary>Methods whose task no code uses; what they do is compared by <see cref="RedirectorTests"/>.</summary>
public sealed class UnseenTests
{
    private const BindingFlags Any =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    [Theory]
    [InlineData("cs")]
    [InlineData("vb")]
    [InlineData("cs 4.14.0")]
    [InlineData("vb 4.14.0")]
    [InlineData("cs 5.9.0")]
    [InlineData("vb 5.9.0")]
    public void Methods_WhoseTaskNobodySees_ReturnPooledTasks(string language)
    {
        MethodInfo[] methods = Methods(Compiled.Get(language, true, "portable").Copy);

        string[] wrong =
        [
            .. methods.Where(static method => method.Name.Contains("Unseen", StringComparison.Ordinal) != IsPooled(method))
                .Select(static method => $"{method.ReturnType.Name} {method.DeclaringType!.Name}.{method.Name}"),
        ];
        Assert.True(wrong.Length == 0, string.Join(Environment.NewLine, wrong));
        Assert.InRange(methods.Count(IsPooled), 4, int.MaxValue);
    }

    [Theory]
    [InlineData("cs", "embedded")]
    [InlineData("vb", "portable")]
    public void Methods_OfADebugBuild_KeepTheirTasks(string language, string symbols) =>
        Assert.DoesNotContain(Methods(Compiled.Get(language, false, symbols).Copy), IsPooled);

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Methods_OfACopy_AreCompiledByTheRuntime(string language, bool optimized, string symbols)
    {
        foreach (Type type in Compiled.Get(language, optimized, symbols).Copy.GetTypes())
        {
            RuntimeTypeHandle[] ofType = Arguments(type.GetGenericArguments());
            foreach (MethodBase method in ((IEnumerable<MethodBase>)type.GetMethods(Any)).Concat(type.GetConstructors(Any)).Where(
                static method => method.GetMethodBody() is not null))
            {
                RuntimeTypeHandle[] all = [.. ofType, .. method.IsGenericMethod ? Arguments(method.GetGenericArguments()) : []];
                RuntimeHelpers.PrepareMethod(method.MethodHandle, all.Length == 0 ? null : all);
            }
        }

        static RuntimeTypeHandle[] Arguments(Type[] parameters) => [.. parameters.Select(static one => Argument(one).TypeHandle)];

        static Type Argument(Type parameter) =>
            parameter.GetGenericParameterConstraints().Any(static one => one.IsInterface) ? typeof(HandMade) : typeof(string);
    }

    [Fact]
    public void Awaiters_OfOneNewType_ShareAField()
    {
        Type machine = Compiled.Get("cs", true, "portable").Copy.GetTypes()
            .Single(static type => type.Name.StartsWith("<OldTypesRemain>", StringComparison.Ordinal));
        string[] fields =
        [
            .. machine.GetFields(Any).Where(static field => field.Name.StartsWith("<>u__", StringComparison.Ordinal))
                .Select(static field => $"{field.Name} {field.FieldType.Name}").Order(StringComparer.Ordinal),
        ];

        Assert.Equal(["<>u__1 TaskAwaiter`1", "<>u__2 PooledValueTaskAwaiter`1"], fields);
        Type all = Compiled.Get("cs", true, "portable").Copy.GetTypes()
            .Single(static type => type.Name.StartsWith("<Contexts>", StringComparison.Ordinal) && type.DeclaringType!.Name == "Unseen");
        Assert.Equal(
            "<>u__1", Assert.Single(all.GetFields(Any), static field => field.Name.StartsWith("<>u__", StringComparison.Ordinal)).Name);
    }

    [Fact]
    public void Internal_WhereAFriendIsDeployed_IsSeen()
    {
        byte[] image = AddFriend(Compiled.Get("cs", true, "portable").Image, "Some.Tests, PublicKey=00");

        Assert.False(IsPooledIn(image, null, "UnseenText"));
        Assert.True(IsPooledIn(image, null, "UnseenInt"));
        Assert.True(IsPooledIn(image, "Program", "UnseenText"));
        Assert.False(IsPooledIn(image, "Some.Tests", "UnseenText"));
        Assert.False(IsPooledIn(AddFriend(image, "System.Runtime"), "Program", "UnseenText"));
    }

    [Fact]
    public void Suspension_OfMethodsWithoutATask_AllocatesTheOutermostTask()
    {
        Assembly copy = Compiled.Get("cs", true, "portable").Copy;
        Func<Task> call = copy.GetType("Fixture.UnseenBytes", throwOnError: true)!.GetMethod("Outermost")!.CreateDelegate<Func<Task>>();
        Action drop = copy.GetType("Fixture.UnseenBytes")!.GetMethod("Drop")!.CreateDelegate<Action>();
        Action open = copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.CreateDelegate<Action>();
        const int TaskBytes = 72;
        Watchdog.Run(() =>
        {
            Assert.Equal(TaskBytes, Least(() =>
            {
                Task task = call();
                open();
                Assert.True(task.IsCompletedSuccessfully);
            }));
            Assert.Equal(0, Least(() =>
            {
                drop();
                open();
            }));
        });
    }

    [Theory]
    [InlineData("AwaitsTask", true)]
    [InlineData("AwaitsValueTask", false)]
    public void Continuation_WithoutAContext_IsQueuedAsOfATask(string method, bool isQueued) => Watchdog.Run(() =>
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        foreach (Assembly assembly in (Assembly[])[compiled.Copy, compiled.Original])
        {
            Type type = assembly.GetType("Fixture.UnseenContexts", throwOnError: true)!;
            Task<bool> task = (Task<bool>)type.GetMethod(method)!.Invoke(null, [])!;
            SynchronizationContext.SetSynchronizationContext(new OwnContext());
            assembly.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.Invoke(null, []);
            SynchronizationContext.SetSynchronizationContext(null);

            // The framework's own ValueTask follows Task's rule as well.
            Assert.Equal(isQueued || assembly == compiled.Original, task.Result);
        }
    });

    [Fact]
    public void Continuation_WithoutAContext_IsQueuedWhereTheThreadHasAScheduler() => Watchdog.Run(() =>
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        foreach (Assembly assembly in (Assembly[])[compiled.Original, compiled.Copy])
        {
            Task<bool> task = (Task<bool>)Contexts(assembly, "AwaitsTask");

            // The thread waits for another one, unless it has gone on inside Open.
            Assert.True(Run(new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler, () =>
            {
                Open(assembly);
                return task.Result;
            }));
        }
    });

    /// <summary>As of a Task: at once where the thread that completes is in the context already, and else posted.</summary>
    [Fact]
    public void Continuation_InTheContextOfTheThread_GoesOnAtOnce() => Watchdog.Run(() =>
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        foreach (Assembly assembly in (Assembly[])[compiled.Original, compiled.Copy])
        {
            OwnContext own = new();
            int posts = 0;
            foreach (SynchronizationContext? ending in (SynchronizationContext?[])[own, new OwnContext(), null])
            {
                posts += ending == own ? 0 : 1;
                SynchronizationContext.SetSynchronizationContext(own);
                Task<string> task = (Task<string>)Contexts(assembly, "AwaitsInContext");
                SynchronizationContext.SetSynchronizationContext(ending);
                Open(assembly);
                SynchronizationContext.SetSynchronizationContext(null);
                Assert.Equal(ending == own ? "True True" : "False True", task.Result);
                Assert.Equal(posts, own.Posts);
            }

            TaskScheduler scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
            Task<bool> scheduled = Run(scheduler, () => (Task<bool>)Contexts(assembly, "AwaitsInScheduler"));
            Run(scheduler, () =>
            {
                Open(assembly);
                Assert.True(scheduled.IsCompleted);
                return 0;
            });
            Assert.True(scheduled.Result);
        }
    });

    [Fact]
    public void Failure_OfADroppedMethod_IsReportedAsUnobserved() => Watchdog.Run(() =>
    {
        Assembly copy = Compiled.Get("cs", true, "portable").Copy;
        using ManualResetEventSlim reported = new();
        void Report(object? sender, UnobservedTaskExceptionEventArgs args)
        {
            if (args.Exception.InnerExceptions.Any(static one => one.Message == "dropped"))
            {
                args.SetObserved();
                reported.Set();
            }
        }

        TaskScheduler.UnobservedTaskException += Report;
        try
        {
            copy.GetType("Fixture.UnseenBytes", throwOnError: true)!.GetMethod("DropFailure")!.Invoke(null, []);
            copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.Invoke(null, []);
            while (!reported.Wait(TimeSpan.FromMilliseconds(1)))
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= Report;
        }
    });

    private static bool IsPooled(MethodInfo method) => method.ReturnType.Name.StartsWith("PooledValueTask", StringComparison.Ordinal);

    private static MethodInfo[] Methods(Assembly assembly) =>
    [
        .. assembly.GetTypes().Where(static type => type.FullName!.StartsWith("Fixture.Unseen", StringComparison.Ordinal))
            .SelectMany(static type => type.GetMethods(Any))
            .Where(static method => method.ReturnType.Name.Contains("Task", StringComparison.Ordinal)
                && !method.Name.Contains(">b__", StringComparison.Ordinal)),
    ];

    private static bool IsPooledIn(byte[] image, string? program, string method)
    {
        byte[] copy = Redirector.Redirect(
            image, null, Forms.Task | Forms.ValueTask, Compiled.References, null, program: program).Assembly;
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(copy));
        return module.GetType("Fixture.Unseen").Methods.Single(one => one.Name == method).ReturnType.Namespace == nameof(PooledAwait);
    }

    private static byte[] AddFriend(byte[] image, string name)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(image));
        CustomAttribute friend = new(module.ImportReference(typeof(InternalsVisibleToAttribute).GetConstructor([typeof(string)])));
        friend.ConstructorArguments.Add(new CustomAttributeArgument(module.TypeSystem.String, name));
        module.Assembly.CustomAttributes.Add(friend);
        using MemoryStream output = new();
        module.Write(output);
        return output.ToArray();
    }

    private static long Least(Action use)
    {
        long least = long.MaxValue;
        for (int i = 0; i < 200; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            use();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private static object Contexts(Assembly assembly, string method) =>
        assembly.GetType("Fixture.UnseenContexts", throwOnError: true)!.GetMethod(method)!.Invoke(null, [])!;

    private static void Open(Assembly assembly) =>
        assembly.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.Invoke(null, []);

    private static T Run<T>(TaskScheduler scheduler, Func<T> body) =>
        Task.Factory.StartNew(body, CancellationToken.None, TaskCreationOptions.None, scheduler).GetAwaiter().GetResult();

    /// <summary>Posts to the thread pool, where it is the context.</summary>
    private sealed class OwnContext : SynchronizationContext
    {
        private int _posts;

        internal int Posts => Volatile.Read(ref _posts);

        public override void Post(SendOrPostCallback d, object? state)
        {
            Interlocked.Increment(ref _posts);
            ThreadPool.QueueUserWorkItem(_ =>
            {
                SetSynchronizationContext(this);
                d(state);
                SetSynchronizationContext(null);
            });
        }
    }

    /// <summary>Stands for a type parameter that must be an awaiter or a state machine.</summary>
    private sealed class HandMade : ICriticalNotifyCompletion, IAsyncStateMachine
    {
        public void OnCompleted(Action continuation) => throw new NotSupportedException();

        public void UnsafeOnCompleted(Action continuation) => throw new NotSupportedException();

        public void MoveNext() => throw new NotSupportedException();

        public void SetStateMachine(IAsyncStateMachine stateMachine) => throw new NotSupportedException();
    }
}

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
public sealed class VariantTests
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
    public void Calls_ThatAreAwaitedAtOnce_TakeTheVariant(string language)
    {
        MethodForm[] methods =
        [
            .. Compiled.Get(language, forms: Forms.Awaited).Redirection.Methods
                .Where(static form => form.Method.StartsWith("Fixture.Variant", StringComparison.Ordinal)),
        ];
        string[] wrong =
        [
            .. methods.Where(static form => form.Method.Contains("Awaited", StringComparison.Ordinal) && (form.PooledCalls == 0
                    || form.OtherCalls.Any(static call => !call.StartsWith("ignored", StringComparison.Ordinal))))
                .Select(static form => $"{form.Method}: {form.PooledCalls}, {string.Join("; ", form.OtherCalls)}"),
        ];

        Assert.True(wrong.Length == 0, string.Join(Environment.NewLine, wrong));
        Assert.InRange(methods.Count(static form => form.PooledCalls > 0), 4, int.MaxValue);
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Methods_OfACopy_AreCompiledByTheRuntime(string language, bool optimized, string symbols, Forms forms)
    {
        foreach (Type type in Compiled.Get(language, optimized, symbols, forms).Copy.GetTypes())
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
        Assert.Equal(["<>u__1 TaskAwaiter`1", "<>u__2 PooledValueTaskAwaiter`1"], Fields("OldTypesRemain"));
        Assert.Equal(["<>u__1 PooledValueTaskAwaiter"], Fields("Contexts"));

        static string[] Fields(string method) =>
        [
            .. Compiled.Get("cs").Copy.GetType("Fixture.Variants", throwOnError: true)!.GetMethod(method)!
                .GetCustomAttribute<AsyncStateMachineAttribute>()!.StateMachineType
                .GetFields(Any).Where(static field => field.Name.StartsWith("<>u__", StringComparison.Ordinal))
                .Select(static field => $"{field.Name} {field.FieldType.Name}").Order(StringComparer.Ordinal),
        ];
    }

    /// <summary>Only other assemblies call a variant that no call of its own takes.</summary>
    [Fact]
    public void Variants_ThatNobodyCanCall_AreNotMade()
    {
        byte[] image = Compiled.Get("cs").Image;

        Assert.False(HasVariant(image, "OtherInternal"));
        Assert.False(HasVariant(image, "OtherDelegate"));
        Assert.True(HasVariant(image, "OtherPublic"));
        Assert.True(HasVariant(AddFriend(image, "Some.Tests, PublicKey=00"), "OtherInternal"));

        static bool HasVariant(byte[] image, string method) => Redirector.Foretell(image, Forms.Awaited, Compiled.References)
            .Single(form => form.Method == $"Fixture.Variants.{method}()").HasVariant;
    }

    /// <summary>Whoever builds the outermost method, what it awaits allocates nothing.</summary>
    [Theory]
    [InlineData(Forms.Awaited)]
    [InlineData(Forms.Task | Forms.ValueTask)]
    public void Suspension_OfVariants_AllocatesTheOutermostTask(Forms forms)
    {
        Compiled compiled = Compiled.Get("cs", forms: forms);
        Action open = compiled.Copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.CreateDelegate<Action>();
        const int TaskBytes = 72, BoxBytes = 104;
        foreach (string name in (string[])["Outermost", "OutermostConfigured", "OutermostPassedOn"])
        {
            Func<Task> call = compiled.Copy.GetType("Fixture.VariantBytes", throwOnError: true)!.GetMethod(name)!
                .CreateDelegate<Func<Task>>();
            Watchdog.Run(() => Assert.Equal(forms == Forms.Awaited ? BoxBytes : TaskBytes, Least(() =>
            {
                Task task = call();
                open();
                Assert.True(task.IsCompletedSuccessfully);
            })));
        }
    }

    [Theory]
    [InlineData("AwaitsTask", true)]
    [InlineData("AwaitsValueTask", false)]
    public void Continuation_WithoutAContext_IsQueuedAsOfATask(string method, bool isQueued) => Watchdog.Run(() =>
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        foreach (Assembly assembly in (Assembly[])[compiled.Copy, compiled.Original])
        {
            Type type = assembly.GetType("Fixture.VariantContexts", throwOnError: true)!;
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
        assembly.GetType("Fixture.VariantContexts", throwOnError: true)!.GetMethod(method)!.Invoke(null, [])!;

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

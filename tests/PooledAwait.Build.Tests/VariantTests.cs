using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Mono.Cecil;
using Mono.Cecil.Cil;

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
            ((Type[])[typeof(string), typeof(HandMade), typeof(int), .. parameter.Assembly.GetTypes().Where(static one => one.IsValueType)])
            .First(type => IsAllowed(parameter, type));

        static bool IsAllowed(Type parameter, Type type) =>
            parameter.GetGenericParameterConstraints().All(one => one.IsGenericParameter ? type == Argument(one)
                : one.ContainsGenericParameters ? type.GetInterfaces().Any(own => own.Name == one.Name)
                : one.IsAssignableFrom(type));
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

    /// <summary>Castle implements all interfaces that it sees. Only on .NET may they be private, so that a library for any runtime has
    /// none, but in a program's copy. Autofac's interceptors refuse a class with an interface that Castle doesn't see.</summary>
    [Fact]
    public void InterfacesOfVariants_AreNotShownToProxies()
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(Compiled.Get("cs").Image));
        AssemblyNameReference core = (AssemblyNameReference)module.TypeSystem.CoreLibrary;
        (core.Name, core.Version) = ("netstandard", new Version(2, 1));
        using MemoryStream edited = new();
        module.Write(edited);
        byte[] image = AddFriend(edited.ToArray(), "DynamicProxyGenAssembly2");

        Assert.Empty(Interfaces(null));
        Assert.All(Interfaces([]), static one => Assert.True(one.IsNestedPrivate));
        Assert.NotEmpty(Interfaces([]));
        Assert.Empty(Interfaces([], "Autofac.Extras.DynamicProxy.dll"));

        TypeDefinition[] Interfaces(string[]? linked, params string[] more)
        {
            (byte[] copy, _, _) =
                Redirector.Redirect(image, null, Forms.Awaited, [.. Compiled.References, .. more], null, linked: linked);
            return
            [
                .. ModuleDefinition.ReadModule(new MemoryStream(copy)).GetTypes()
                    .Where(static type => type.IsInterface && type.Name.EndsWith("$Pooled", StringComparison.Ordinal)),
            ];
        }
    }

    /// <summary>F# writes such calls. Nothing may follow one, and recursion counts on it.</summary>
    [Fact]
    public void Method_ThatEndsInATailCall_HasNoVariant()
    {
        const string Name = "AwaitedOptional";
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(Compiled.Get("cs").Image));
        MethodDefinition method = module.GetType("Fixture.VariantEdges").Methods.Single(static method => method.Name == Name);
        Instruction canceled = method.Body.Instructions.Single(static one => one.Operand is MethodReference { Name: "FromCanceled" });
        method.Body.GetILProcessor().InsertBefore(canceled, Instruction.Create(OpCodes.Tail));
        using MemoryStream edited = new();
        module.Write(edited);
        (byte[] copy, _, _) = Compiled.Redirect(edited.ToArray(), null, Forms.Awaited, Compiled.References, null);
        using ModuleDefinition redirected = ModuleDefinition.ReadModule(new MemoryStream(copy));

        Assert.Equal(
            [Name],
            redirected.GetType("Fixture.VariantEdges").Methods.Select(static method => method.Name)
                .Where(static name => name.StartsWith(Name, StringComparison.Ordinal)));
    }

    /// <summary>A trimmed program would lose constructors otherwise.</summary>
    [Fact]
    public void Parameter_WhoseMembersTheTrimmerKeeps_IsOneInTheInterfaceOfVariants()
    {
        Type variants = Compiled.Get("cs", forms: Forms.Awaited).Copy.GetType("Fixture.IMaker+IMaker$Pooled", throwOnError: true)!;
        Assert.All(
            variants.GetMethods(),
            static method => Assert.True(method.GetParameters()[^1].IsDefined(typeof(DynamicallyAccessedMembersAttribute))));
        Assert.Equal(2, variants.GetMethods().Length);
    }

    /// <summary>A trimmed publish may have warnings as errors.</summary>
    [Fact]
    public void Warning_ThatTheAssemblySuppressesForAMethod_IsSuppressedForItsVariant() => Assert.Contains(
        Compiled.Get("cs", forms: Forms.Awaited).Copy.GetType("Fixture.Maker", throwOnError: true)!.GetMethod("MakeAsync$Pooled", Any)!
            .GetCustomAttributes<UnconditionalSuppressMessageAttribute>(),
        static one => one.CheckId == "IL2072");

    /// <summary>Whoever builds the outermost method, what it awaits allocates nothing.</summary>
    [Theory]
    [InlineData(Forms.Awaited)]
    [InlineData(Forms.Task | Forms.ValueTask)]
    public void Suspension_OfVariants_AllocatesTheOutermostTask(Forms forms)
    {
        Compiled compiled = Compiled.Get("cs", forms: forms);
        Action open = compiled.Copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.CreateDelegate<Action>();
        const int TaskBytes = 72, BoxBytes = 104;
        foreach (string name in (string[])["Outermost", "OutermostConfigured", "OutermostPassedOn", "OutermostWithoutItsResult"])
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

    /// <summary>Nobody sees a task that its caller drops.</summary>
    [Fact]
    public void Suspension_OfADroppedTask_AllocatesNothing()
    {
        Compiled compiled = Compiled.Get("cs", forms: Forms.Awaited);
        Action open = compiled.Copy.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.CreateDelegate<Action>();
        Action drop = compiled.Copy.GetType("Fixture.VariantBytes", throwOnError: true)!.GetMethod("Dropped")!.CreateDelegate<Action>();
        Watchdog.Run(() => Assert.Equal(0, Least(() =>
        {
            drop();
            open();
        })));
    }

    [Fact]
    public void Failure_OfADroppedTask_IsReportedAsUnobserved()
    {
        Compiled compiled = Compiled.Get("cs", forms: Forms.Awaited);
        using PooledAwait.Tests.UnobservedExceptions unobserved = new();
        foreach (Assembly assembly in (Assembly[])[compiled.Original, compiled.Copy])
        {
            int before = unobserved.CountOf<InvalidTimeZoneException>();
            OnAThread(() =>
            {
                assembly.GetType("Fixture.VariantBytes", throwOnError: true)!.GetMethod("DroppedFailures")!.Invoke(null, []);
                Invoke(assembly, "Open");
            });
            Assert.Equal(before + 2, unobserved.CountOf<InvalidTimeZoneException>());
        }
    }

    /// <summary>Whatever a method captured, and wherever what it awaits ends: it goes on where the original does.</summary>
    [Theory]
    [InlineData(Forms.Awaited)]
    [InlineData(Forms.Task | Forms.ValueTask)]
    public void Continuations_OfACopy_RunWhereTheOriginalsDo(Forms forms)
    {
        Compiled compiled = Compiled.Get("cs", forms: forms);
        string[] original = Continuations(compiled.Original), copy = Continuations(compiled.Copy);

        string[] wrong =
            [.. original.Zip(copy).Where(static pair => pair.First != pair.Second).Select(static pair => $"{pair.First} | {pair.Second}")];

        Assert.True(wrong.Length == 0, string.Join(Environment.NewLine, wrong));
        foreach (string way in (string[])["inside, no context", "inside, own", "inside, scheduler", "later, no context", "later, own"])
        {
            Assert.Contains(original, line => line.Contains(way, StringComparison.Ordinal));
        }
    }

    /// <summary>A failure that nobody gets, because the context of the awaiting method drops what is posted.</summary>
    [Theory]
    [InlineData("OfADroppedFailure")]
    [InlineData("OfADroppedMiddle")]
    public void Failure_InAContextThatDropsIt_IsReportedAsUnobserved(string method)
    {
        Compiled compiled = Compiled.Get("cs", forms: Forms.Awaited);
        using PooledAwait.Tests.UnobservedExceptions unobserved = new();
        foreach (Assembly assembly in (Assembly[])[compiled.Original, compiled.Copy])
        {
            int before = unobserved.CountOf<InvalidTimeZoneException>();
            OnAThread(() =>
            {
                SynchronizationContext.SetSynchronizationContext(new DroppingContext());
                Invoke(assembly, method);
            });
            OnAThread(() => Invoke(assembly, "Open"));
            Assert.Equal(before + 1, unobserved.CountOf<InvalidTimeZoneException>());
        }
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

    /// <summary>For each method and each pair of places, where the method goes on.</summary>
    private static string[] Continuations(Assembly assembly)
    {
        List<string> all = [];
        foreach (MethodInfo method in assembly.GetType("Fixture.VariantContexts", throwOnError: true)!
            .GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(static one => one.GetParameters().Length == 1))
        {
            OwnContext own = new();
            TaskScheduler scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
            (string Name, Action<Action> Run)[] places =
            [
                ("no context", OnAThread), ("own", body => OnAThread(body, own)), ("other", body => OnAThread(body, new OwnContext())),
                ("scheduler", body => Run(scheduler, body)),
                ("other scheduler", body => Run(new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler, body)),
            ];
            foreach ((string start, Action<Action> starts) in ((string, Action<Action>)[])[places[0], places[1], places[3]])
            {
                foreach ((string end, Action<Action> ends) in places)
                {
                    List<string> seen = [];
                    int left = method.Name is "OfMiddle" or "OfMiddleConfigured" or "IteratorOfTask" ? 2 : 1;
                    using ManualResetEventSlim ended = new();
                    Action<bool> see = isInside =>
                    {
                        string place = TaskScheduler.Current == scheduler ? "scheduler"
                            : TaskScheduler.Current != TaskScheduler.Default ? "other scheduler"
                            : SynchronizationContext.Current is null ? "no context"
                            : SynchronizationContext.Current == own ? "own"
                            : "other";
                        seen.Add($"{(isInside ? "inside" : "later")}, {place}");
                        if (--left == 0)
                        {
                            ended.Set();
                        }
                    };
                    int posts = own.Posts;
                    starts(() => method.Invoke(null, [see]));
                    ends(() => Invoke(assembly, "Open"));
                    Watchdog.Run(ended.Wait);
                    all.Add($"{method.Name}, from {start} to {end}: {string.Join("; ", seen)}; {own.Posts - posts} posts");
                }
            }
        }

        return [.. all];
    }

    private static object? Invoke(Assembly assembly, string method) =>
        assembly.GetType("Fixture.VariantContexts", throwOnError: true)!.GetMethod(method)!.Invoke(null, []);

    private static void OnAThread(Action body) => OnAThread(body, null);

    private static void OnAThread(Action body, SynchronizationContext? context)
    {
        Thread thread = new(() =>
        {
            SynchronizationContext.SetSynchronizationContext(context);
            body();
        });
        thread.Start();
        thread.Join();
    }

    private static void Run(TaskScheduler scheduler, Action body) =>
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

    private sealed class DroppingContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
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

using System.Reflection;
using System.Runtime.CompilerServices;
using Mono.Cecil;

namespace PooledAwait.Build.Tests;

/// <summary>What is redirected, what stays, and what the copy does.</summary>
public sealed class RedirectorTests
{
    private const BindingFlags Any =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Takes only the bytes of a Task: 72 where its result has up to eight.</summary>
    private const int TaskBytes = 72;

    /// <summary>The types of the fixtures whose methods tell what they saw.</summary>
    private static readonly string[] s_behaviours = ["Forms", "Behaviour", "Awaits", "Variants", "VariantEdges"];

    [Theory]
    [InlineData("cs", true, "portable")]
    [InlineData("cs", false, "embedded")]
    [InlineData("vb", true, "portable")]
    [InlineData("vb", false, "portable")]
    public void Builders_OfMethods_AreOurs(string language, bool optimized, string symbols)
    {
        string[] ours = Builders(Compiled.Get(language, optimized, symbols).Copy, "Fixture.Forms", "Fixture.Behaviour");

        Assert.True(ours.Length > 5, "Few state machines.");
        string[] others = [.. ours.Where(static builder => !builder.StartsWith("PooledAwait.", StringComparison.Ordinal))];
        Assert.True(others.Length == 0, string.Join(Environment.NewLine, others));
    }

    [Theory]
    [Booleans]
    public void Builders_ThatCodeNamesItself_Stay(bool optimized)
    {
        Compiled compiled = Compiled.Get("cs", optimized, optimized ? "portable" : "embedded");
        IEnumerable<string> kept = Builders(compiled.Copy, "Fixture.Kept").Select(static text => text.Split(' ')[0]);

        // All but the method that is redirected, and its variant, whose body uses a builder: its state machine's builder, not the other.
        Assert.Equal(
            [
                "Fixture.UsersBuilder",
                "PooledAwait.MethodBuilders.UnseenTaskMethodBuilder`1",
                "PooledAwait.PooledAsyncTaskMethodBuilder`1",
                "System.Runtime.CompilerServices.AsyncIteratorMethodBuilder",
                "System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
                "System.Runtime.CompilerServices.AsyncTaskMethodBuilder",
                "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1",
                "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1",
                "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1",
                "System.Runtime.CompilerServices.AsyncVoidMethodBuilder",
            ],
            kept.Order(StringComparer.Ordinal));
        Type type = compiled.Copy.GetType("Fixture.Kept", throwOnError: true)!;
        Assert.Equal(typeof(AsyncTaskMethodBuilder), type.GetField("Field")!.FieldType);
        Assert.Equal(typeof(AsyncTaskMethodBuilder<int>), type.GetMethod("Signature")!.ReturnType);
        Assert.Equal(typeof(AsyncTaskMethodBuilder<int>), type.GetMethod("Named")!.Invoke(null, []));
        Assert.Equal("7 AsyncTaskMethodBuilder`1", Result(compiled.Copy, "Kept", "UsesABuilder"));
        Assert.Equal(TaskStatus.RanToCompletion, ((Task)Call(compiled.Copy, "Kept", "HandWritten")).Status);
        Assert.Equal(2, compiled.Redirection.Methods.Count(static one =>
            one.Method.StartsWith("Fixture.Kept.", StringComparison.Ordinal)
            && one.Reason == "the method names its builder with an attribute"));
        Assert.DoesNotContain(compiled.Redirection.Methods, static one => one.Reason == "the method was changed by another tool");
    }

    /// <summary>Builders that belong to the user stay: parameters, variables, in arrays, tuples and closures, generic or not.</summary>
    [Theory]
    [Booleans]
    public void Builders_ThatAreGivenToAMethod_Stay(bool optimized)
    {
        Compiled compiled = Compiled.Get("cs", optimized, optimized ? "portable" : "embedded");
        foreach (string method in Methods(compiled, "GivenBuilders"))
        {
            Assert.Equal(Result(compiled.Original, "GivenBuilders", method), Result(compiled.Copy, "GivenBuilders", method));
        }

        string[] fields =
        [
            .. from type in compiled.Copy.GetType("Fixture.GivenBuilders", throwOnError: true)!.GetNestedTypes(Any)
               where typeof(IAsyncStateMachine).IsAssignableFrom(type)
               from field in type.GetFields(Any)
               where field.FieldType.Namespace == "PooledAwait"
               select field.Name,
        ];
        Assert.Equal(5, fields.Length);
        Assert.All(fields, static field => Assert.Equal("<>t__builder", field));
    }

    [Theory]
    [InlineData("cs", "portable")]
    [InlineData("vb", "portable")]
    public void Suspension_OfAnOptimizedCopy_AllocatesTheTaskAlone(string language, string symbols)
    {
        Compiled compiled = Compiled.Get(language, true, symbols);

        Assert.Equal(TaskBytes, Bytes<Task>(compiled.Copy, "TaskVoid", static task => task.IsCompletedSuccessfully));
        Assert.Equal(TaskBytes, Bytes<Task<int>>(compiled.Copy, "TaskInt", static task => task.Result == 1000));
        Assert.Equal(TaskBytes, Bytes<Task<int>>(compiled.Copy, "TaskNested", static task => task.Result == 2000));
        Assert.True(Bytes<Task<int>>(compiled.Original, "TaskNested", static task => task.Result == 2000) > 3 * TaskBytes);
        if (language == "cs")
        {
            Assert.Equal(TaskBytes, Bytes<Task<int>>(compiled.Copy, "Local", static task => task.Result == 1000));
            Assert.Equal(TaskBytes, Bytes<Task<int>>(compiled.Copy, "OfAStruct", static task => task.Result == 1000));
            Assert.Equal(0, Bytes<ValueTask>(compiled.Copy, "ValueTaskVoid", static task => Consume(task)));
            Assert.Equal(0, Bytes<ValueTask<int>>(compiled.Copy, "ValueTaskInt", static task => task.Result == 1000));
            Assert.Equal(0, Bytes<ValueTask<int>>(compiled.Copy, "ValueTaskNested", static task => task.Result == 2000));
            Assert.Equal(0, Bytes<ValueTask<int>>(compiled.Copy, "Pooling", static task => task.Result == 1000));
        }
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Behaviour_OfACopy_IsTheOriginals(string language, bool optimized, string symbols, Forms forms)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols, forms);
        foreach (string type in s_behaviours.Where(type => compiled.Copy.GetType("Fixture." + type) is not null))
        {
            foreach (string method in Methods(compiled, type))
            {
                string original = Result(compiled.Original, type, method);
                Assert.True(original.Length > 0, method);
                Assert.Equal(Frames(original), Frames(Result(compiled.Copy, type, method)));
            }
        }
    }

    [Fact]
    public void Forms_ThatAreNotNamed_Stay()
    {
        Compiled compiled = Compiled.Get("cs", true, "portable");
        byte[] tasks = Compiled.Redirect(compiled.Image, null, Forms.Task, Compiled.References, null).Assembly;
        Assembly copy = Assembly.Load(tasks);

        Assert.Equal(TaskBytes, Bytes<Task<int>>(copy, "TaskInt", static task => task.Result == 1000));
        Assert.NotEqual(0, Bytes<ValueTask<int>>(copy, "ValueTaskInt", static task => task.Result == 1000));
    }

    /// <summary>What is foretold is what happens.</summary>
    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Foretold_Methods_AreWhatBecomesOfThem(string language, bool optimized, string symbols, Forms forms)
    {
        Compiled compiled = Compiled.Get(language, optimized, symbols, forms);
        IReadOnlyList<MethodForm> methods = Redirector.Foretell(compiled.Image, forms, Compiled.References);

        Assert.Equal(Lines(compiled.Redirection.Methods), Lines(methods));
        Assert.Equal(forms != Forms.Awaited, methods.Any(static method => method.Original == MethodForm.PooledTask));
        Assert.Equal(optimized || language == "cs", methods.Any(static method => method.PooledCalls > 0));

        static IEnumerable<string> Lines(IEnumerable<MethodForm> methods) => methods.Select(static one =>
            $"{one.Method} {one.HasVariant} {one.Reason} {one.Original} {one.PooledCalls} {string.Join(", ", one.OtherCalls)}");
    }

    [Fact]
    public void Foretold_Methods_SayWhatIsKeptAndWhy()
    {
        IReadOnlyList<MethodForm> methods = Redirector.Foretell(Compiled.Get("cs", true, "portable").Image, Forms.Task, []);

        Assert.Equal("the method returns void", Of("Fixture.Kept.Void()").Reason);
        Assert.Equal("is an async iterator", Of("Fixture.Kept.<Iterator>").Reason);
        Assert.Equal("the method names its builder with an attribute", Of("Fixture.Kept.OptedOutOfInt()").Reason);
        Assert.Equal("", Of("Fixture.Forms.ValueTaskInt()").Reason);
        Assert.Equal(MethodForm.Kept, Of("Fixture.Forms.ValueTaskInt()").Original);
        Assert.Equal(MethodForm.PooledTask, Of("Fixture.Forms.TaskInt()").Original);
        foreach ((string method, string use) in ((string, string)[])
        [
            ("OtherStored()", "used as an object in Variants.Seen"), ("OtherDelegate()", "a delegate in Variants..cctor"),
            ("AwaitedReturns(Int32)", "ignored in Variants.Returned"),
            ("OtherOptions()", "used as an object in Variants.Seen"), ("OtherEither(Int32)", "used as an object in Variants.Seen"),
            ("OtherBlocked()", "used as an object in Variants.Seen"), ("OtherAsBase()", "used as an object in Variants.Seen"),
        ])
        {
            Assert.Contains(use, Of("Fixture.Variants." + method).OtherCalls);
        }

        MethodForm Of(string name) => methods.First(method => method.Method.StartsWith(name, StringComparison.Ordinal));
    }

    /// <summary>What a report says that a call saves is what the framework's box of it takes.</summary>
    [Fact]
    public void Bytes_OfAMethod_AreThoseOfTheFrameworksBox()
    {
        const int Delegate = 64;
        Compiled compiled = Compiled.Get("cs");
        IReadOnlyList<MethodForm> methods = Redirector.Foretell(compiled.Image, Forms.Awaited, []);

        Equal<Task>("TaskVoid", static task => task.IsCompletedSuccessfully);
        Equal<Task<int>>("TaskInt", static task => task.Result == 1000);
        Equal<Task<decimal>>("TaskDecimal", static task => task.Result == 1000);
        Equal<ValueTask>("ValueTaskVoid", static task => task.IsCompletedSuccessfully);

        // The gate's awaiter needs a delegate.
        void Equal<T>(string name, Func<T, bool> isRight) => Assert.Equal(
            Bytes(compiled.Original, name, isRight) - Delegate,
            methods.Single(method => method.Method == $"Fixture.Forms.{name}()").Bytes);
    }

    [Fact]
    public void Report_OfAssemblies_IsATableAndAnArray()
    {
        Report report = new();
        Compiled compiled = Compiled.Get("cs", true, "portable");
        report.Add("Fixture", Forms.Task, true, Redirector.Foretell(compiled.Image, Forms.Task, []));
        report.Add("Empty", Forms.Task, false, []);
        string table = report.ToMarkdown();

        Assert.Contains("## Fixture\n\nPooled with `Task`. ", table, StringComparison.Ordinal);
        Assert.Contains(
            "\n| `Fixture.Kept.Void()` |  | 0 |  | no: the method returns void | kept |", table, StringComparison.Ordinal);
        Assert.Contains("<Local>g__Inner\\|", table, StringComparison.Ordinal);
        Assert.DoesNotContain("Empty", table, StringComparison.Ordinal);
        using System.Text.Json.JsonDocument json = System.Text.Json.JsonDocument.Parse(report.ToJson());
        System.Text.Json.JsonElement.ArrayEnumerator assemblies = json.RootElement.EnumerateArray();
        Assert.Equal(["Fixture", "Empty"], assemblies.Select(static one => one.GetProperty("assembly").GetString()));
        System.Text.Json.JsonElement method = assemblies.First().GetProperty("methods").EnumerateArray().Single(
            static one => one.GetProperty("method").GetString() == "Fixture.Kept.Void()");
        Assert.Equal("the method returns void", method.GetProperty("reason").GetString());
        Assert.Equal(0, method.GetProperty("bytesSaved").GetInt32());
    }

    /// <summary>A net11.0 build may have been compiled so, and then nobody should believe that its methods are pooled.</summary>
    [Fact]
    public void Foretold_Methods_AreAlsoThoseOfRuntimeAsync()
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(new MemoryStream(Compiled.Get("cs", true, "portable").Image));
        foreach (MethodDefinition method in module.Types.First(static type => type.Name == "Gate").Methods.Take(2))
        {
            method.ImplAttributes |= (Mono.Cecil.MethodImplAttributes)0x2000;
        }

        using MemoryStream changed = new();
        module.Write(changed);
        IReadOnlyList<MethodForm> methods = Redirector.Foretell(changed.ToArray(), Forms.Task, []);

        Assert.Equal(2, methods.Count(static method => method.Reason == "is compiled with runtime-async, and has no builder to replace"));
    }

    [Theory]
    [MemberData(nameof(Compiled.All), MemberType = typeof(Compiled))]
    public void Editable_Assembly_IsOneWithoutOptimization(string language, bool optimized, string symbols, Forms forms) =>
        Assert.Equal(!optimized, Redirector.IsEditable(Compiled.Get(language, optimized, symbols, forms).Image));

    /// <summary>The builders in fields of state machines of some types, those nested in them included.</summary>
    private static string[] Builders(Assembly assembly, params string[] types) =>
    [
        .. from type in assembly.GetTypes()
           where types.Any(outer => type.FullName!.StartsWith(outer + "+", StringComparison.Ordinal))
               && typeof(IAsyncStateMachine).IsAssignableFrom(type)
           from field in type.GetFields(Any)
           where field.FieldType.Name.Contains("Builder", StringComparison.Ordinal)
           let definition = field.FieldType.IsGenericType ? field.FieldType.GetGenericTypeDefinition() : field.FieldType
           select $"{definition.FullName} of {type.FullName}",
    ];

    private static IEnumerable<string> Methods(Compiled compiled, string type) =>
        compiled.Copy.GetType("Fixture." + type, throwOnError: true)!
            .GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(static method => method.GetParameters().Length == 0).Select(static method => method.Name);

    /// <summary>What a method of a fixture returns.</summary>
    private static object Call(Assembly assembly, string type, string method) =>
        assembly.GetType("Fixture." + type, throwOnError: true)!.GetMethod(method)!.Invoke(null, [])!;

    private static Action Open(Assembly assembly) =>
        assembly.GetType("Fixture.Gate", throwOnError: true)!.GetMethod("Open")!.CreateDelegate<Action>();

    /// <summary>The result of a method's task as text, once the gate was opened as often as it takes.</summary>
    private static string Result(Assembly assembly, string type, string method)
    {
        object result = Call(assembly, type, method);
        Task task = result as Task ?? (Task)result.GetType().GetMethod("AsTask")!.Invoke(result, [])!;
        Action open = Open(assembly);
        Watchdog.Run(() =>
        {
            while (!task.Wait(TimeSpan.FromMilliseconds(1)))
            {
                open();
            }
        });
        return assembly.GetType("Fixture." + type)!.GetMethod(method)!.ReturnType.IsGenericType
            ? task.GetType().GetProperty("Result")!.GetValue(task)!.ToString()!
            : task.Status.ToString();
    }

    /// <summary>A stack trace without the frames of what completes the methods, which are the gate's, and with the originals'
    /// names.</summary>
    private static string Frames(string text) => string.Join('\n', text.Replace("$Pooled", "").Split('\n').Where(static line =>
        !line.Contains("TaskAwaiter", StringComparison.Ordinal) && !line.Contains("ExceptionServices", StringComparison.Ordinal)));

    private static bool Consume(ValueTask task)
    {
        task.GetAwaiter().GetResult();
        return true;
    }

    private static long Bytes<T>(Assembly assembly, string method, Func<T, bool> isRight)
    {
        Func<T> call = assembly.GetType("Fixture.Forms", throwOnError: true)!.GetMethod(method)!.CreateDelegate<Func<T>>();
        Action open = Open(assembly);
        long least = long.MaxValue;
        Watchdog.Run(() =>
        {
            for (int i = 0; i < 200; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                T task = call();
                open();
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
                Assert.True(isRight(task));
            }
        });
        return least;
    }
}

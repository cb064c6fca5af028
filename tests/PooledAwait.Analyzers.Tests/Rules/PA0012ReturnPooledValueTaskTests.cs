namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0012ReturnPooledValueTaskTests
{
    /// <summary>A private method whose callers await it.</summary>
    private const string AwaitedByItsCallers = """
        class C
        {
            public async Task Caller() { await M(); await M().ConfigureAwait(false); M(); _ = M(); string name = nameof(M); }
            private async ValueTask M() => await Task.Yield();
        }
        """;

    /// <summary>Members that both types have.</summary>
    private const string UsedAsBothTypesAllow = """
        class C
        {
            public int Read() => M(false).Result;
            public Task<int> ReadAsync() => M(true).AsTask();
            public bool IsRead() => M(true).IsCompleted;
            private async ValueTask<int> M(bool async) { await Task.Yield(); return 1; }
        }
        """;

    /// <summary>A choice, of which the other side is a ValueTask, or is converted as well.</summary>
    private const string OneSideOfAChoice = """
        class C
        {
            public ValueTask<int> A(bool x) => x ? new ValueTask<int>(1) : M();
            public ValueTask<int> B(bool x) { return x ? M() : (M()); }
            public async Task Caller(bool x) => await (x ? M() : default(ValueTask<int>));
            async ValueTask<int> M() { await Task.Yield(); return 1; }
        }
        """;

    /// <summary>A target type stands there.</summary>
    private const string GivenATargetType = """
        class C
        {
            public ValueTask<int> A(int x) => M(x);
            public ValueTask<int> B(int x) { return M(x); }
            void D() { ValueTask<int> task = M(1); }
            async ValueTask<int> M(int x) { await Task.Yield(); return x; }
        }
        """;

    /// <summary>Local functions, inside a method that is converted itself; and directives in a body.</summary>
    private const string LocalInAConvertedMethod = """
        class C
        {
            async ValueTask<int> Outer(int start)
            {
                await Local(start);
        #if DEBUG
                Console.WriteLine();
        #endif
                return await Local(2);

                async ValueTask<int> Local(int x)
                {
                    await Task.Yield();
                    return x;
                }
            }
        }
        """;

    /// <summary>A method that becomes a delegate, or whose result has no other type than its own.</summary>
    private const string NeededAsAValueTask = """
        class C
        {
            public Func<ValueTask> Delegate() => M;
            public async Task Var() { var t = N(); await t; }
            async ValueTask M() { await Task.Yield(); }
            async ValueTask N() { await Task.Yield(); }
        }
        """;

    /// <summary>Each pair: before and after; the reverse test goes the other way.</summary>
    public static TheoryData<string, string> Conversions => new()
    {
        { AwaitedByItsCallers, Pooled(AwaitedByItsCallers) },
        { UsedAsBothTypesAllow, Pooled(UsedAsBothTypesAllow) },
        { OneSideOfAChoice, Pooled(OneSideOfAChoice) },

        // The framework's builder that pools becomes a comment.
        {
            """
            class C
            {
                public async Task Caller() => await M();

                [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
                async ValueTask M() => await Task.Yield();

                [Obsolete, AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
                async ValueTask N() => await Task.Yield();
            }
            """,
            """
            class C
            {
                public async Task Caller() => await M();

                /*[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]*/
                async PooledValueTask M() => await Task.Yield();

                [Obsolete/*, AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))*/]
                async PooledValueTask N() => await Task.Yield();
            }
            """
        },

        { GivenATargetType, Pooled(GivenATargetType) },
        { LocalInAConvertedMethod, Pooled(LocalInAConvertedMethod) },
    };

    private static string Pooled(string source) =>
        source.Replace("async ValueTask", "async PooledValueTask", System.StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Conversions))]
    public async Task Fix_Converts(string before, string after) =>
        await Verify.FixesAsync<PA0012ReturnPooledValueTaskAnalyzer, PA0012ReturnPooledValueTaskFix>(before, after);

    [Theory]
    [MemberData(nameof(Conversions))]
    public async Task Reverse_GivesTheTextBefore(string before, string after) =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(after, before);

    [Fact]
    public async Task Fix_LeavesWhatACallerNeedsAsAValueTask() =>
        await Verify.FixesAsync<PA0012ReturnPooledValueTaskAnalyzer, PA0012ReturnPooledValueTaskFix>(
            NeededAsAValueTask, NeededAsAValueTask);

    [Theory]
    [InlineData(
        "public async Task<int> Caller() { await M(); return await M().ConfigureAwait(false); }", "private", null)]
    [InlineData("public Task<int> Edge() => M(); public Task Other() { return M(); }", "internal static", "M().AsTask()")]
    [InlineData("public Task<int> Edge(Task<int>? x) => x ?? M();", "private", "M().AsTask()")]
    [InlineData("public async Task Caller(bool x) => await (x ? Task.FromResult(1) : M());", "private", "M().AsTask())")]
    [InlineData("public int Sync() => M().GetAwaiter().GetResult(); public Task<int> Async() => M();", "private", "M().AsTask()")]
    [InlineData("public async Task Caller() { await Local(); async Task<int> Local() => await M(); }", "private", null)]
    public async Task TaskThatIsAwaitedOnce_BecomesAPooledValueTask(string callers, string modifiers, string? edge)
    {
        string before = $"class C\n{{\n    {callers}\n    {modifiers} async Task<int> M() {{ await Task.Yield(); return 1; }}\n}}";
        string after = before.Replace("async Task<int> M", "async PooledValueTask<int> M", System.StringComparison.Ordinal)
            .Replace("async Task<int> Local", "async PooledValueTask<int> Local", System.StringComparison.Ordinal);
        after = edge is null ? after
            : after.Replace("M();", edge + ";", System.StringComparison.Ordinal)
                .Replace("M());", edge + ";", System.StringComparison.Ordinal);

        await Verify.FixesAsync<PA0012ReturnPooledValueTaskAnalyzer, PA0012ReturnPooledValueTaskFix>(before, after);
    }

    [Theory]
    [InlineData("public async Task Caller() { await M(); M(); }", "private")]
    [InlineData("public bool Caller() => M().GetAwaiter().IsCompleted;", "private")]
    [InlineData("public async Task Caller() => await M().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);", "private")]
    [InlineData("public Func<Task> Group() => M;", "private")]
    [InlineData("", "private")]
    [InlineData("public async Task Caller() => await M();", "[Obsolete] private")]
    public async Task TaskThatOthersMayKeep_StaysATask(string callers, string modifiers)
    {
        string source = $"class C\n{{\n    {callers}\n    {modifiers} async Task M() => await Task.Yield();\n}}";
        await Verify.FixesAsync<PA0012ReturnPooledValueTaskAnalyzer, PA0012ReturnPooledValueTaskFix>(source, source);
    }

    [Theory]
    [InlineData("public async Task N() => await new C().M();", true)]
    [InlineData("public Task N() => new C().M();", false)]
    [InlineData("public async Task N() { var t = new C().M(); await t; }", false)]
    public async Task InternalTask_IsConvertedIfTheOtherFilesAwaitIt(string caller, bool isConverted)
    {
        Project project = Sources.CreateProject(
            ["class C { internal async Task M() => await Task.Yield(); public async Task O() => await M(); }", $"class D {{ {caller} }}"]);

        project = await Verify.FixAllAsync<PA0012ReturnPooledValueTaskAnalyzer, PA0012ReturnPooledValueTaskFix>(project);

        Sources.AssertCompiles((await project.GetCompilationAsync())!);
        string expected = isConverted ? "async PooledValueTask M" : "async Task M";
        Assert.Contains(expected, await Verify.TextAsync(project), System.StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Task,ValueTask", DiagnosticSeverity.Hidden)]
    [InlineData("Awaited", DiagnosticSeverity.Hidden)]
    [InlineData("Void", DiagnosticSeverity.Info)]
    public async Task FormThatTheProjectPools_IsHidden(string forms, DiagnosticSeverity severity)
    {
        Diagnostic found = Assert.Single(await Verify.ReportsAsync<PA0012ReturnPooledValueTaskAnalyzer>(
            "class C { async ValueTask [|M|]() => await Task.Yield(); }", properties: "PooledAwaitMethods=" + forms));
        Assert.Equal(severity, found.Severity);
    }

    [Theory]
    [InlineData("static class E { extension(List<int> list) { async ValueTask M() { await Task.Yield(); list.Clear(); } } }")]
    [InlineData("class C : IAsyncDisposable { async ValueTask IAsyncDisposable.DisposeAsync() => await Task.Yield(); }")]
    [InlineData("class C { [AsyncMethodBuilder(typeof(PooledAwait.PooledAsyncValueTaskMethodBuilder))] async ValueTask "
        + "M() => await Task.Yield(); }")]
    [InlineData("class C { public async Task M() => await Task.Yield(); ValueTask N() => default; }")]
    [InlineData("class C {\n    async\n#if A\n    Task\n#else\n    ValueTask\n#endif\n    M() => await Task.Yield(); }")]
    public async Task WhatTheConversionDoesNotCover_IsNotReported(string source) =>
        await Verify.ReportsAsync<PA0012ReturnPooledValueTaskAnalyzer>(source);
}

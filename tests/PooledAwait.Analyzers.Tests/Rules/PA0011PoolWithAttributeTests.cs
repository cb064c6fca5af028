namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0011PoolWithAttributeTests
{
    private const string Theirs =
        "System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>))";

    private const string Framework =
        "System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.AsyncTaskMethodBuilder))";

    private const string Marked = $$"""
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;
        using PooledAwait;

        /// <summary>A type.</summary>
        class C
        {
            /// <summary>A method.</summary>
            public async ValueTask [|ReadAsync|]() => await Task.Yield();

            [Obsolete]
            async ValueTask<int> [|Attributed|]() { await Task.Yield(); return 1; }

            [Obsolete] protected virtual async ValueTask<List<T>> [|Generic|]<T>() { await Task.Yield(); return []; }

            [{{Theirs}}]
            async ValueTask<int> [|Theirs|]() { await Task.Yield(); return 1; }

            async Task [|Others|]()
            {
                await Local();
                // A comment.
                async ValueTask [|Local|]() => await Task.Yield();

                Func<int, ValueTask<string?>> simple = [|async|] x => { await Task.Yield(); return null; };
                Func<int, ValueTask<int>> parenthesized = [|async|] (x) => { await Task.Yield(); return x; };
                Func<int, ValueTask<int>> typed = static [|async|] (int x) => { await Task.Yield(); return x; };
                Func<ValueTask<int>> marked = [Obsolete] [|async|] () => { await Task.Yield(); return 1; };
                List<Func<ValueTask>> list = new() { [|async|] () => await Task.Yield() };
                Func<ValueTask>? either = list.Count == 0 ? null : [|async|] () => await Task.Yield();
                Func<ValueTask<int>> explicitly = [|async|] ValueTask<int> () => { await Task.Yield(); return 1; };
                Func<ValueTask> nested = [|async|] () =>
                { Func<ValueTask> inner = [|async|] () => await Task.Yield(); await inner(); };
                Func<Task> task = [|async|] () => await Task.Yield();
            }

            ValueTask NotAsync() => default;
            [{{Framework}}] async Task OptedOut() => await Task.Yield();
            static async Task Main() => await Task.Yield();
        }
        """;

    [Fact]
    public async Task AsyncValueTask_IsReported() => await Verify.ReportsAsync<PA0011PoolWithAttributeAnalyzer>(Marked);

    [Fact]
    public async Task RuntimeAsync_IsNotReported() =>
        await Verify.ReportsAsync<PA0011PoolWithAttributeAnalyzer>(
            "class C { async ValueTask M() => await Task.Yield(); }", feature: "runtime-async");

    [Theory]
    [InlineData("Task", "async ValueTask A() => await Task.Yield(); System.Func<ValueTask> B = [|async|] () => await Task.Yield();")]
    [InlineData("ValueTask", "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))] async ValueTask A() => await Task.Yield();")]
    [InlineData("Awaited", "async ValueTask A() => await Task.Yield(); async Task B() => await Task.Yield();")]
    [InlineData("Void", "async ValueTask [|A|]() => await Task.Yield(); async Task [|B|]() => await Task.Yield();")]
    public async Task FormThatTheProjectPools_IsNotReported(string forms, string members) =>
        await Verify.ReportsAsync<PA0011PoolWithAttributeAnalyzer>($"class C {{ {members} }}", properties: "PooledAwaitMethods=" + forms);

    [Theory]
    [InlineData("namespace Other { public class Pool; }", "using Other;", "Pool P => null!;", "PooledAsyncValueTaskMethodBuilder")]
    [InlineData("namespace Other { public class StrongBox<T>; }", "using Other;", "StrongBox<int> P => null!;", "AsyncMethodBuilder")]
    [InlineData(
        "namespace Other { public class FixedBufferAttribute : Attribute; }",
        "using Other;",
        "[FixedBuffer] int P => 1;",
        "AsyncMethodBuilder")]
    // Found in the namespace or the type around it, written in full, or of another arity: no second meaning.
    [InlineData("class Pool;", "", "Pool P => null!;", null)]
    [InlineData("", "", "class Pool; Pool P => null!;", null)]
    [InlineData("namespace Other { public class Pool; }", "", "Other.Pool P => null!;", null)]
    [InlineData("namespace Other { public class StrongBox; }", "using Other;", "StrongBox P => null!;", null)]
    public async Task Fix_WhereAUsingWouldMakeANameAmbiguous_WritesTheWholeName(string other, string import, string member, string? whole)
    {
        const string Usings = "using System;\nusing System.Threading.Tasks;\n";
        string source = $"{Usings}{import}\n\nclass C\n{{\n    {member}\n    async ValueTask M() => await Task.Yield();\n}}\n";
        Project project = Sources.CreateProject([source, Usings + other], globalUsings: "");

        project = await Verify.FixAllAsync<PA0011PoolWithAttributeAnalyzer, PA0011PoolWithAttributeFix>(project);

        Sources.AssertCompiles((await project.GetCompilationAsync())!);
        string text = await Verify.TextAsync(project);
        Assert.Contains("PooledAsyncValueTaskMethodBuilder", text, StringComparison.Ordinal);
        Assert.Equal(whole is null ? 0 : 1, text.Split("global::").Length - 1);
        Assert.Matches(whole is null ? "" : "global::[A-Za-z.]*" + whole, text);
    }

    [Fact]
    public async Task Fix_AddsTheAttribute() => await Verify.FixesAsync<PA0011PoolWithAttributeAnalyzer, PA0011PoolWithAttributeFix>(
        new MarkedSource(Marked).Text,
        """
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        using PooledAwait;

        /// <summary>A type.</summary>
        class C
        {
            /// <summary>A method.</summary>
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public async ValueTask ReadAsync() => await Task.Yield();

            [Obsolete]
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            async ValueTask<int> Attributed() { await Task.Yield(); return 1; }

            [Obsolete] [Pooled<>] protected virtual async ValueTask<List<T>> Generic<T>() { await Task.Yield(); return []; }

            [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>[Was]))]
            async ValueTask<int> Theirs() { await Task.Yield(); return 1; }

            [TaskPooled]
            async Task Others()
            {
                await Local();
                // A comment.
                [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
                async ValueTask Local() => await Task.Yield();

                Func<int, ValueTask<string?>> simple = [Pooled<>] async ValueTask<string?> (x) => { await Task.Yield(); return null; };
                Func<int, ValueTask<int>> parenthesized = [Pooled<>] async ValueTask<int> (x) => { await Task.Yield(); return x; };
                Func<int, ValueTask<int>> typed = [Pooled<>] static async ValueTask<int> (int x) => { await Task.Yield(); return x; };
                Func<ValueTask<int>> marked = [Pooled<>][Obsolete] async ValueTask<int> () => { await Task.Yield(); return 1; };
                List<Func<ValueTask>> list = new() { ([Pooled] async ValueTask () => await Task.Yield()) };
                Func<ValueTask>? either = list.Count == 0 ? null : ([Pooled] async ValueTask () => await Task.Yield());
                Func<ValueTask<int>> explicitly = [Pooled<>] async ValueTask<int> () => { await Task.Yield(); return 1; };
                Func<ValueTask> nested = [Pooled] async ValueTask () =>
                { Func<ValueTask> inner = [Pooled] async ValueTask () => await Task.Yield(); await inner(); };
                Func<Task> task = [TaskPooled] async Task () => await Task.Yield();
            }

            ValueTask NotAsync() => default;
            [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))] async Task OptedOut() => await Task.Yield();
            static async Task Main() => await Task.Yield();
        }
        """
            .Replace("[Pooled<>]", "[AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]", StringComparison.Ordinal)
            .Replace("[Was]", "/*System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>*/", StringComparison.Ordinal)
            .Replace("[TaskPooled]", "[AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]", StringComparison.Ordinal)
            .Replace("[AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))]", $"[{Framework}]", StringComparison.Ordinal)
            .Replace("[Pooled]", "[AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]", StringComparison.Ordinal),
        globalUsings: "");

    [Fact]
    public async Task Fix_InAFileWithOneUsing_AddsThoseOfSystemFirst() =>
        await Verify.FixesAsync<PA0011PoolWithAttributeAnalyzer, PA0011PoolWithAttributeFix>(
        """
        using System;

        class C
        {
            async System.Threading.Tasks.ValueTask M() => await System.Threading.Tasks.Task.Yield();
        }
        """,
        """
        using System;
        using System.Runtime.CompilerServices;
        using PooledAwait;

        class C
        {
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            async System.Threading.Tasks.ValueTask M() => await System.Threading.Tasks.Task.Yield();
        }
        """,
        globalUsings: "");

    [Fact]
    public async Task Fix_InSeveralFrameworks_IsTheSameForAll()
    {
        string source = """
            class C
            {
                public async ValueTask M() => await Task.Yield();
            #if NEWER
                public async ValueTask N() => await Task.Yield();
            #else
                public async ValueTask<int> O() { await Task.Yield(); return 1; }
            #endif
            }
            """;
        string usings = "global using System.Threading.Tasks;\n";

        string text = await Verify.FixLinkedAsync<PA0011PoolWithAttributeAnalyzer, PA0011PoolWithAttributeFix>(
            source, usings, usings + "global using System.Runtime.CompilerServices;\n");

        string attribute = "    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n";
        Assert.Equal(
            "using System.Runtime.CompilerServices;\nusing PooledAwait;\n\n" + source
                .Replace("    public async ValueTask M", attribute + "    public async ValueTask M", StringComparison.Ordinal)
                .Replace("    public async ValueTask N", attribute + "    public async ValueTask N", StringComparison.Ordinal)
                .Replace(
                    "    public async ValueTask<int> O",
                    attribute.Replace("))", "<>))", StringComparison.Ordinal) + "    public async ValueTask<int> O",
                    StringComparison.Ordinal),
            text);
    }
}

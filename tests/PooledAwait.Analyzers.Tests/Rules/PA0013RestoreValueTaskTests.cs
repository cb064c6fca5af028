namespace PooledAwait.Analyzers.Tests.Rules;

/// <summary>The reverse of PA0012 is tested with its conversions, in <see cref="PA0012ReturnPooledValueTaskTests"/>.</summary>
public class PA0013RestoreValueTaskTests
{
    [Fact]
    public void Rule_IsNeverShown() => Assert.Equal(DiagnosticSeverity.Hidden, PA0013RestoreValueTaskAnalyzer.Descriptor.DefaultSeverity);

    [Fact]
    public async Task Fix_RemovesTheAttribute() => await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
        """
        using PooledAwait;

        class C
        {
            /// <summary>A method.</summary>
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public async ValueTask M() => await Task.Yield();

            [Obsolete] [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))] public async ValueTask N() => await Task.Yield();
            Func<ValueTask> _f = [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))] async ValueTask () => await Task.Yield();
        }
        """,
        """
        class C
        {
            /// <summary>A method.</summary>
            public async ValueTask M() => await Task.Yield();

            [Obsolete] public async ValueTask N() => await Task.Yield();
            Func<ValueTask> _f = async ValueTask () => await Task.Yield();
        }
        """);

    [Theory]
    [InlineData("// Licence.\nusing System;\nusing System.Threading.Tasks;\n\n", "")]
    [InlineData("// Licence.\nusing System.Threading.Tasks;\n", "    [MethodImpl(MethodImplOptions.NoInlining)]\n")]
    [InlineData("", "")]
    public async Task Fix_AfterTheConversion_GivesTheOriginalBack(string usings, string attribute)
    {
        bool usesCompiler = attribute.Length > 0;
        string source = usings + (usesCompiler ? "using System.Runtime.CompilerServices;\n\n" : "")
            + "class C\n{\n" + attribute + "    public async ValueTask M() => await Task.Yield();\n}\n";
        string global = usings.Length == 0 ? "System.Threading.Tasks" : "System.Collections.Generic";
        (string converted, string restored) = await ConvertAndRestoreAsync(source, $"global using {global};\n");

        Assert.Contains("using PooledAwait;\n", converted, StringComparison.Ordinal);
        Assert.Equal(source, restored);
    }

    /// <summary>What needs a directive: nothing, an extension method, documentation, or text that is compiled out.</summary>
    [Theory]
    [InlineData("await foreach (int item in items.ConfigureAwait(false)) { }", "", false, false)]
    [InlineData("", "/// <summary>See <see cref=\"PooledValueTask\"/>.</summary>", true, false)]
    [InlineData("", "#if OTHER\n    [MethodImpl(MethodImplOptions.NoInlining)]\n#endif", false, true)]
    // In text that is compiled out, members of Task are taken to be the framework's.
    [InlineData("\n#if OTHER\nawait Task.Delay(1).WaitAsync(token);\n#endif\n", "", false, false)]
    [InlineData("\n#if OTHER\nawait new ValueTask().AsPooledValueTask();\n#endif\n", "", true, false)]
    public async Task Fix_RemovesTheDirectivesThatNothingNeeds(string body, string before, bool needsLibrary, bool needsCompilerServices)
    {
        const string Library = "using PooledAwait;\n";
        const string CompilerServices = "using System.Runtime.CompilerServices;\n";
        const string Attribute = "    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n";
        string start = $"using System.Threading;\n\nclass C\n{{\n{before}\n";
        string end = $"    public async ValueTask M(IAsyncEnumerable<int> items) {{ await Task.Yield(); {body} }}\n}}\n";
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
            CompilerServices + Library + start + Attribute + end,
            (needsCompilerServices ? CompilerServices : "") + (needsLibrary ? Library : "") + start + end,
            globalUsings: "global using System.Collections.Generic;\nglobal using System.Threading.Tasks;");
    }

    [Fact]
    public async Task Fix_InSeveralFrameworks_LeavesADirectiveThatOneOfThemNeeds()
    {
        string source = """
            using PooledAwait;

            class C
            {
                [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
                public async ValueTask M() => await Task.Yield();
                public PooledValueTask N() => default;
            }
            """;
        string usings = "global using System.Threading.Tasks;\nglobal using System.Runtime.CompilerServices;\n";

        string text = await Verify.FixLinkedAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
            source, usings, usings + "global using PooledAwait;\n");

        Assert.Equal(
            source.Replace("    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n", "", StringComparison.Ordinal), text);
    }

    [Fact]
    public async Task Fix_InSeveralFrameworks_KnowsWhatTheOthersCompile()
    {
        string source = """
            using System.Runtime.CompilerServices;
            using System.Threading.Tasks;
            using PooledAwait;

            class C
            {
                [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
                public async ValueTask M() => await Task.Yield();

            #if NEWER
                class Pool { }
                Pool _pool;
            #else
                [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
                public async ValueTask N() => await Task.Yield();
            #endif
            #if NEVER
                Trimmed never;
            #endif
            }
            """;

        string text = await Verify.FixLinkedAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(source, "", "");

        Assert.Equal(
            source.Replace("    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n", "", StringComparison.Ordinal)
                .Replace("using System.Runtime.CompilerServices;\n", "", StringComparison.Ordinal)
                .Replace("using PooledAwait;\n", "", StringComparison.Ordinal),
            text);
    }

    [Theory]
    [InlineData("NEWER", true)]
    [InlineData("NEVER", false)]
    public async Task Fix_InSeveralFrameworks_LeavesWhatOneOfThemNeeds(string symbol, bool isNeeded)
    {
        string source = $$"""
            class C
            {
                public async Task Caller()
                {
                    await M();
            #if {{symbol}}
                    M().Forget();
            #endif
                }

                async PooledValueTask M() => await Task.Yield();
            }
            """;

        string text = await Verify.FixLinkedAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(source);

        Assert.Equal(isNeeded ? source : source.Replace("PooledValueTask", "ValueTask", StringComparison.Ordinal), text);
    }

    [Theory]
    [InlineData(
        "    [Obsolete, AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>))]\n"
        + "    async ValueTask<int> M()")]
    [InlineData("    public async Task<int> M()")]
    public async Task Fix_AfterTheConversion_GivesTheBuildersBack(string method)
    {
        string source = $"class C\n{{\n{method} {{ await Task.Yield(); return 1; }}\n}}\n";
        (string converted, string restored) = await ConvertAndRestoreAsync(source);

        Assert.Contains("MethodBuilder(typeof(PooledAsync", converted, StringComparison.Ordinal);
        Assert.Equal(source, restored);
    }

    [Theory]
    [InlineData("private")]
    [InlineData("internal static")]
    public async Task Fix_OfATaskThatBecameAPooledValueTask_GivesAValueTask(string modifiers) =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
        $"class C {{ public Task N() => M().AsTask(); {modifiers} async PooledValueTask M() => await Task.Yield(); }}",
        $"class C {{ public Task N() => M().AsTask(); {modifiers} async ValueTask M() => await Task.Yield(); }}");

    [Theory]
    [InlineData("    // Comment.\n")]
    public async Task Fix_LeavesWhatStandsBehindTheAttribute(string line)
    {
        string source = "class C\n{\n    /// <summary>M.</summary>\n$" + line
            + "    public async ValueTask M() => await Task.Yield();\n}\n";
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
            source.Replace("$", "    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n", StringComparison.Ordinal),
            source.Replace("$", "", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Fix_TakesAsValueTaskOffTheCalls() =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
        """
        class C
        {
            public async Task Caller() => await M().AsValueTask().ConfigureAwait(false);
            async PooledValueTask M() => await Task.Yield();
        }
        """,
        """
        class C
        {
            public async Task Caller() => await M().ConfigureAwait(false);
            async ValueTask M() => await Task.Yield();
        }
        """);

    [Theory]
    [InlineData(
        "class C { public async Task Caller() { M().Forget(); await Task.Yield(); } async PooledValueTask M() => await Task.Yield(); }")]
    [InlineData("class C { public async PooledValueTask M() => await Task.Yield(); }")]
    public async Task Fix_LeavesWhatNeedsThePooledType(string source) =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(source, source);

    /// <summary>What the conversion makes of a text, and what the fix makes of that.</summary>
    private static async Task<(string Converted, string Restored)> ConvertAndRestoreAsync(
        string source, string globalUsings = Sources.GlobalUsings)
    {
        Project start = Sources.CreateProject([source], globalUsings: globalUsings);
        Project converted = await Verify.FixAllAsync<PA0011PoolWithAttributeAnalyzer, PA0011PoolWithAttributeFix>(start);
        Project restored = await Verify.FixAllAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(converted);
        return (await Verify.TextAsync(converted), await Verify.TextAsync(restored));
    }
}

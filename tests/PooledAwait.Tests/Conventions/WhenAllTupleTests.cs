using System;
using System.IO;
using System.Linq;
using System.Text;

namespace PooledAwait.Tests.Conventions;

/// <summary>
/// The one source of <c>WhenAll</c> for two to eight inputs of different types: three files are made from the templates in here.
/// With POOLEDAWAIT_GENERATE=1 the tests write the files; otherwise the files must be as they would be written.
/// </summary>
public class WhenAllTupleTests
{
    private const string Variable = "POOLEDAWAIT_GENERATE";
    private const int MaxWidth = 140;

    private static readonly string[] s_ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    private static readonly string[] s_cardinals = ["two", "three", "four", "five", "six", "seven", "eight"];

    [Fact]
    public void Operations_AreAsGenerated() => Check("WhenAllOf.cs", Namespace + Each(Operation));

    [Fact]
    public void MethodsForPooledTasks_AreAsGenerated() => Check("PooledValueTask.WhenAllTuple.cs", $$"""
        {{Namespace}}/// <content>
        /// WhenAll of two to eight pooled tasks of different types. To mix them with ValueTasks, call AsValueTask, which costs nothing.
        /// </content>
        public readonly partial struct PooledValueTask
        {
        {{Each(count => Method(count, "PooledValueTask", static task => task))}}}

        """);

    [Fact]
    public void MethodsForValueTasks_AreAsGenerated() => Check("PooledValueTask.WhenAllTupleOfValueTasks.cs", $$"""
        using System.Threading.Tasks;

        {{Namespace}}/// <content>
        /// WhenAll of two to eight ValueTasks of different types. To mix in a pooled task, call its AsValueTask, which costs nothing.
        /// </content>
        public readonly partial struct PooledValueTask
        {
        {{Each(count => Method(count, "ValueTask", static task => $"Bridge.Of({task})"))}}}

        """);

    private static string Namespace => """
        namespace PooledAwait;

        // Generated: change the template in WhenAllTupleTests, and run that with POOLEDAWAIT_GENERATE=1.

        """ + "\n";

    private static string Operation(int count)
    {
        string types = List(count, ", ", static i => $"T{i}");
        return $$"""
            /// <summary>Waits for {{s_cardinals[count - 2]}} inputs of different types.</summary>
            {{List(count, "\n", static i => $"/// <typeparam name=\"T{i}\">The {s_ordinals[i - 1]} input's result.</typeparam>")}}
            internal sealed class WhenAllOf<{{types}}> : WhenAllOperation<({{types}})>
            {
                private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAllOf<{{types}}>));

                private WhenAllOf()
                    : base(s_pool)
                {
                }

                internal static PooledValueTask<({{types}})> Run(
                    {{List(count, ",\n        ", static i => $"in PooledValueTask<T{i}> task{i}")}})
                {
                    if ({{List(count, "\n            && ", static i => $"task{i}._operation is null")}})
                    {
                        return new PooledValueTask<({{types}})>(
                            ({{List(count, ", ", static i => $"task{i}._result")}}));
                    }

                    WhenAllOf<{{types}}> all =
                        s_pool.TryRent<WhenAllOf<{{types}}>>() ?? new WhenAllOf<{{types}}>();
                    {{List(count, "\n        ", static i => $"all.Add({i - 1}, task{i}, ref all._result.Item{i});")}}
                    return new PooledValueTask<({{types}})>(all, default, all.Start());
                }

                private protected override object? ConsumeInput(in Input input) => input.Index switch
                {
                    {{List(count, "\n        ", i => $"{(i < count ? $"{i - 1}" : "_")} => input.Consume(out _result.Item{i}),")}}
                };
            }

            """;
    }

    private static string Method(int count, string task, Func<string, string> input)
    {
        string types = List(count, ", ", static i => $"T{i}");
        string summary = count == 2 && task == "PooledValueTask"
            ? """
                /// <summary>Completes when all the tasks have, with all their results.</summary>
                """
            : """
                /// <inheritdoc cref="WhenAll{T1, T2}(PooledValueTask{T1}, PooledValueTask{T2})"/>
                """;
        string returns = count == 2 && task == "PooledValueTask"
            ? "\n" + """
                /// <returns>
                /// A task with the results. It fails with all the errors if any task fails, and is canceled if none
                /// fails and any is canceled.
                /// </returns>
                """
            : string.Empty;
        string method = $$"""
            {{summary}}
            {{List(count, "\n", static i => $"/// <param name=\"task{i}\">The {s_ordinals[i - 1]} task; consumed by this.</param>")}}
            {{List(count, "\n", static i => $"/// <typeparam name=\"T{i}\">The {s_ordinals[i - 1]} task's result.</typeparam>")}}{{returns}}
            public static PooledValueTask<({{types}})> WhenAll<{{types}}>(
                {{List(count, ",\n    ", i => $"{task}<T{i}> task{i}")}}) =>
                WhenAllOf<{{types}}>.Run(
                    {{List(count, ",\n        ", i => input($"task{i}"))}});

            """;
        return string.Concat(method.Split('\n').SkipLast(1).Select(static line => $"    {line}\n"));
    }

    /// <summary>Makes the parts of two to eight inputs.</summary>
    private static string Each(Func<int, string> part) => string.Join("\n", Enumerable.Range(2, 7).Select(part));

    /// <summary>Makes a list of an item per input, from 1.</summary>
    private static string List(int count, string separator, Func<int, string> item) =>
        string.Join(separator, Enumerable.Range(1, count).Select(item));

    private static void Check(string name, string text)
    {
        string path = Path.Combine(SourceTests.Root(), "Combinators", "WhenAll", name);
        Assert.DoesNotContain(text.Split('\n'), static line => line.Length > MaxWidth);
        if (Environment.GetEnvironmentVariable(Variable) == "1")
        {
            File.WriteAllText(path, text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        }

        Assert.Equal(text, File.ReadAllText(path), ignoreLineEndingDifferences: true);
    }
}

namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0002StoredTests
{
    [Theory]
    [InlineData("var t = A(); _field = [|t|]; await Task.Yield();")]
    [InlineData("(_field, var other) = ([|A()|], A()); await other;")]
    [InlineData("_list.Add([|A()|]); await Task.Yield();")]
    [InlineData("_list[0] = [|A()|]; await Task.Yield();")]
    [InlineData("var t = A(); Func<Task> later = async () => await [|t|]; await later();")]
    [InlineData("var t = A(); await Local(); async Task Local() => await [|t|];")]
    public async Task Operation_KeptBeyondTheMethod_IsReported(string statements) =>
        await Verify.ReportsInAsync<PA0002StoredAnalyzer>(statements);

    [Theory]
    [InlineData("var tasks = new PooledValueTask[2]; for (int i = 0; i < 2; i++) tasks[i] = A(); await PooledValueTask.WhenAll(tasks);")]
    [InlineData("_field = default; _field = new PooledValueTask(); await Task.Yield();")]
    [InlineData("var t = A(); await Task.Run(async () => await t);")]
    [InlineData("var t = A(); Func<bool> done = () => t.IsNull; await t;")]
    [InlineData("Func<PooledValueTask, Task> f = async task => await task; await f(A());")]
    [InlineData("await Local(A()); async Task Local(PooledValueTask task) => await task;")]
    public async Task Operation_ThatStaysInTheMethod_IsNotReported(string statements) =>
        await Verify.ReportsInAsync<PA0002StoredAnalyzer>(statements);

    [Fact]
    public async Task Initializers_AndProperties_AreReported() => await Verify.ReportsAsync<PA0002StoredAnalyzer>("""
        class C
        {
            static async PooledValueTask A() => await Task.Yield();
            readonly PooledValueTask _field = [|A()|];
            readonly ValueTask _valueTask = [|A()|];
            PooledValueTask Property { get; set; } = [|A()|];
            readonly Dictionary<string, PooledValueTask> _pending = [];
            readonly Task _task = A().AsValueTask().AsTask();
            readonly Func<PooledValueTask> _function = () => A();

            void M(string key)
            {
                Property = [|A()|];
                _pending[key] = [|A()|];
                _pending.Add(key, [|A()|]);
            }
        }
        """);

    [Fact]
    public async Task ParameterOfAPrimaryConstructor_ThatAMethodReads_IsReported() => await Verify.ReportsAsync<PA0002StoredAnalyzer>("""
        class C(PooledValueTask task)
        {
            readonly Task _task = task.AsTask();
            async Task M() => await [|task|];
        }

        struct S(PooledValueTask task)
        {
            public async Task M() => await task;
        }
        """);

    [Fact]
    public async Task FieldOfAStruct_ThatWrapsTheHandle_IsNotReported() => await Verify.ReportsAsync<PA0002StoredAnalyzer>("""
        readonly struct Wrapper
        {
            private readonly PooledValueTask _task;
            public Wrapper(PooledValueTask task) => _task = task;
        }
        """);
}

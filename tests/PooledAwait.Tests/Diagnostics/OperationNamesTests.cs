namespace PooledAwait.Tests.Diagnostics;

/// <summary>An operation has the name that its method has in the source.</summary>
public class OperationNamesTests
{
    [Theory]
    [InlineData(nameof(Method), "OperationNamesTests.Method")]
    [InlineData(nameof(Local), "OperationNamesTests.Inner")]
    [InlineData(nameof(Generic), "OperationNamesTests.Generic<Int32, List<String>>")]
    public void Name_OfAMethod_IsTheMethods(string method, string expected)
    {
        Type type = typeof(OperationNamesTests).GetNestedTypes(BindingFlags.NonPublic)
            .Single(type => type.Name.Contains($"<{(method == nameof(Local) ? "Inner" : method)}", StringComparison.Ordinal)
                || type.Name.Contains($"g__{(method == nameof(Local) ? "Inner" : method)}|", StringComparison.Ordinal));
        if (type.IsGenericTypeDefinition)
        {
            type = type.MakeGenericType(typeof(int), typeof(System.Collections.Generic.List<string>));
        }

        Assert.Equal(expected, OperationNames.Of(type));
    }

    [Fact]
    public void Name_OfALambda_SaysItsMethod()
    {
        Func<PooledValueTask> lambda = static async () => await Task.Yield();
        Type type = lambda.Method.GetCustomAttribute<AsyncStateMachineAttribute>()!.StateMachineType;
        Assert.Equal($"a lambda in {nameof(Name_OfALambda_SaysItsMethod)} of {nameof(OperationNamesTests)}", OperationNames.Of(type));
    }

    [Fact]
    public void Name_OfAnotherType_IsTheTypes()
    {
        Assert.Equal("PooledValueTaskSource<Int32>", OperationNames.Of(typeof(SourceOperation<int>)));
        Assert.Equal("PooledValueTaskSource", OperationNames.Of(typeof(LimitedOperation<VoidResult>)));
        Assert.Equal("PooledValueTask.Delay", OperationNames.Of(typeof(DelayOperation)));
        Assert.Equal("StringBuilder", OperationNames.Of(typeof(System.Text.StringBuilder)));
    }

    [Theory]
    [InlineData("Shop.Customers", "Load", "Customers.Load")]
    [InlineData("Shop.Customers+<Load>d__2", "MoveNext", "Customers.Load")]
    [InlineData("Shop.Customers`1+<Load>d__2`1", "MoveNext", "Customers.Load")]
    [InlineData("Customers+<<Load>g__Inner|1_0>d", "MoveNext", "Customers.Inner")]
    [InlineData("Customers", "<Load>g__Inner|1_0", "Customers.Inner")]
    [InlineData("Customers+<>c", "<Load>b__1_0", "a lambda in Load of Customers")]
    [InlineData("Customers+<>c+<<Load>b__1_0>d", "MoveNext", "a lambda in Load of Customers")]
    [InlineData("Customers+<>c__DisplayClass1_0+<<Load>g__Inner|0>d", "MoveNext", "Customers.Inner")]
    [InlineData("Program", "<Main>$", "Program.Main")]
    [InlineData("Program+<<Main>$>d__0", "MoveNext", "Program.Main")]
    [InlineData("Program+<>c", "<<Main>$>b__0_0", "a lambda in Main of Program")]
    [InlineData("+", "", ".")]
    public void Name_OfAStackFrame_IsTheMethods(string type, string method, string expected) =>
        Assert.Equal(expected, OperationNames.Of(type, method));

    private static async PooledValueTask Method() => await Task.Yield();

    private static PooledValueTask Local()
    {
        return Inner();

        static async PooledValueTask Inner() => await Task.Yield();
    }

    private static async PooledValueTask Generic<T, TOther>() => await Task.Yield();
}

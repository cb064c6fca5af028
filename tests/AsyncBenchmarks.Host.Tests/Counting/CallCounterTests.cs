namespace AsyncBenchmarks.Host.Tests.Counting;

public class CallCounterTests
{
    private const ulong Caller = 10;
    private const ulong Method = 100;
    private const ulong Callee = 200;

    private static readonly CodeRange s_method = new(Method, 10, "method");

    private readonly CallCounter _counter = new(s_method, enough: 100, most: 1000);

    [Fact]
    public void What_a_method_calls_is_counted_and_its_own_is_not()
    {
        Run(_counter, (Caller, 50), (Method, 40), (Method + 3, 30), (Callee, 20), (Callee + 1, 20), (Method + 4, 30), (Caller, 48));

        Assert.Equal([2], _counter.Calls);
        Assert.Equal(1, _counter.Counts[Callee]);
        Assert.False(_counter.Counts.ContainsKey(Method + 3));
        Assert.False(_counter.Counts.ContainsKey(Caller));
    }

    [Fact]
    public void A_call_that_had_begun_already_is_not_counted()
    {
        Run(_counter, (Callee, 20), (Method + 4, 30), (Caller, 48), (Method, 40), (Callee, 20), (Caller, 48));

        Assert.Equal([1], _counter.Calls);
    }

    [Fact]
    public void A_call_of_the_method_inside_itself_is_a_part_of_it()
    {
        Run(_counter, (Method, 40), (Callee, 30), (Method, 20), (Callee, 10), (Callee, 30), (Caller, 48));

        Assert.Equal([3], _counter.Calls);
    }

    [Fact]
    public void Whole_calls_are_counted_until_it_is_enough()
    {
        CallCounter counter = new(s_method, enough: 3, most: 1000);

        Assert.True(Run(counter, (Method, 40), (Callee, 30), (Callee, 30), (Caller, 48)));
        Assert.True(Run(counter, (Method, 40), (Callee, 30), (Callee, 30)));
        Assert.False(counter.Step(Caller, 48));

        Assert.Equal([2, 2], counter.Calls);
    }

    [Fact]
    public void A_call_without_an_end_is_given_up()
    {
        CallCounter counter = new(s_method, enough: 3, most: 5);

        Assert.True(Run(counter, (Method, 40), (Callee, 30), (Callee, 30), (Callee, 30)));
        Assert.False(counter.Step(Callee, 30));

        Assert.Empty(counter.Calls);
    }

    /// <summary>Whether it wanted to go on after each.</summary>
    private static bool Run(CallCounter counter, params (ulong Address, ulong StackPointer)[] instructions)
    {
        bool goesOn = true;
        foreach ((ulong address, ulong stackPointer) in instructions)
        {
            goesOn &= counter.Step(address, stackPointer);
        }

        return goesOn;
    }
}

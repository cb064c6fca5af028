namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0014DroppedReleaserTests
{
    [Theory]
    [InlineData("_ = [|await gate.EnterAsync().ConfigureAwait(false)|];")]
    [InlineData("if ([|gate.TryEnter(out _)|]) Work();")]
    public async Task Releaser_ThatIsDropped_IsReported(string statements) =>
        await Verify.ReportsInAsync<PA0014DroppedReleaserAnalyzer>("var gate = new PooledLock();\n" + statements);

    [Theory]
    [InlineData("if (gate.TryEnter(out var releaser)) releaser.Dispose();")]
    [InlineData("PooledLock.Releaser releaser; releaser = await gate.EnterAsync();")]
    [InlineData("await new PooledSemaphore(1).WaitAsync(); gate.ToString();")]
    public async Task Releaser_ThatIsKept_IsNotReported(string statements) =>
        await Verify.ReportsInAsync<PA0014DroppedReleaserAnalyzer>("var gate = new PooledLock();\n" + statements);
}

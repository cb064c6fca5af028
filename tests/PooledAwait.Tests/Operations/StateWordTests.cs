namespace PooledAwait.Tests.Operations;

public class StateWordTests
{
    [Fact]
    public void Flags_AreDistinctBitsBelowRetired()
    {
        int[] flags =
        [
            StateWord.Completed, StateWord.Registering, StateWord.Awaited, StateWord.ByWaiter, StateWord.Asynchronous,
            StateWord.Completing, StateWord.Transferred, StateWord.Fair,
        ];
        int sum = 0;
        foreach (int flag in flags)
        {
            Assert.Equal(1, int.PopCount(flag));
            Assert.Equal(0, sum & flag);
            Assert.InRange(flag, 1, StateWord.Retired - 1);
            sum |= flag;
        }

        Assert.InRange(StateWord.Retired, sum + 1, 0xFFFF);
    }
}

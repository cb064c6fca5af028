namespace PooledAwait.Tests.Operations;

public class StateWordTests
{
    private const int AllFlags =
        StateWord.Completed | StateWord.Registering | StateWord.Awaited | StateWord.ByWaiter | StateWord.Asynchronous
        | StateWord.Completing | StateWord.Transferred | StateWord.Cancelable | StateWord.Fair;

    [Fact]
    public void Flags_AreDistinctBitsBelowDead()
    {
        int[] flags =
        [
            StateWord.Completed, StateWord.Registering, StateWord.Awaited, StateWord.ByWaiter, StateWord.Asynchronous,
            StateWord.Completing, StateWord.Transferred, StateWord.Cancelable, StateWord.Fair,
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

    [Fact]
    public void Token_EveryVersion_IsTheVersion()
    {
        for (int version = 0; version <= 0xFFFF; version++)
        {
            Assert.Equal((short)version, StateWord.Token((version << 16) | AllFlags));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(0x7FFF)]
    [InlineData(0x8000)]
    [InlineData(0xFFFF)]
    public void Flags_OwnToken_AreTheFlags(int version)
    {
        for (int flags = 0; flags <= AllFlags; flags++)
        {
            Assert.Equal((uint)flags, StateWord.Flags((version << 16) | flags, (short)version));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(0x7FFF)]
    [InlineData(0x8000)]
    [InlineData(0xFFFF)]
    public void Flags_EveryOtherToken_IsDeadOrMore(int version)
    {
        int word = (version << 16) | AllFlags;
        for (int other = 0; other <= 0xFFFF; other++)
        {
            if (other != version)
            {
                Assert.True(StateWord.Flags(word, (short)other) >= StateWord.Retired);
            }
        }
    }

    [Fact]
    public void Flags_DeadWord_NoTokenFits()
    {
        int dead = StateWord.Next(unchecked((int)0xFFFF_0000u) | StateWord.Completed);
        for (int token = 0; token <= 0xFFFF; token++)
        {
            Assert.True(StateWord.Flags(dead, (short)token) >= StateWord.Retired);
        }
    }

    [Fact]
    public void IsBeingRegistered_RegisteringWithoutAwaited_Alone()
    {
        for (int flags = 0; flags <= AllFlags; flags++)
        {
            bool expected = (flags & StateWord.Registering) != 0 && (flags & StateWord.Awaited) == 0;
            Assert.Equal(expected, StateWord.IsBeingRegistered(flags));
            Assert.Equal(expected, StateWord.IsBeingRegistered((0xFFFF << 16) | flags));
        }
    }

    [Fact]
    public void Next_EveryVersionButTheLast_IsTheNextVersionPending()
    {
        for (int version = 0; version < 0xFFFF; version++)
        {
            int next = StateWord.Next((version << 16) | AllFlags);
            Assert.Equal((short)(version + 1), StateWord.Token(next));
            Assert.Equal(0u, StateWord.Flags(next, (short)(version + 1)));
        }
    }

    [Fact]
    public void Next_LastVersion_IsDead()
    {
        int last = unchecked((int)0xFFFF_0000u);
        Assert.NotEqual(0, StateWord.Next(last | StateWord.Completed) & StateWord.Retired);
        Assert.NotEqual(0, StateWord.Next(last | AllFlags) & StateWord.Retired);
    }

    [Fact]
    public void Next_Dead_StaysDead()
    {
        int dead = StateWord.Next(unchecked((int)0xFFFF_0000u) | StateWord.Completed);
        Assert.NotEqual(0, StateWord.Next(dead) & StateWord.Retired);
    }
}

using System.Reflection;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>The model of the memory: it has the outcomes that .NET's memory model allows, and no others.</summary>
public class LitmusTests
{
    /// <summary>What each test's right thread reads, or, of store buffering, what both read.</summary>
    public static TheoryData<string, string> Tests => new()
    {
        // x = 1; y = 1 against y, x.
        { nameof(MessagePassing), "00 01 10 11" },
        { nameof(MessagePassingReleased), "00 01 10 11" },
        { nameof(MessagePassingAcquired), "00 01 10 11" },
        { nameof(MessagePassingReleasedAndAcquired), "00 01 11" },
        { nameof(MessagePassingFencedAndAcquired), "00 01 11" },
        { nameof(MessagePassingReleasedAndFenced), "00 01 11" },

        // x = 1, y against y = 1, x.
        { nameof(StoreBufferingVolatile), "00 01 10 11" },
        { nameof(StoreBufferingInterlocked), "01 10 11" },

        // x = 1; x = 2 against x, x.
        { nameof(OneLocation), "00 01 02 11 12 22" },

        // A new object with x = 1 is stored against the x of what is there.
        { nameof(Publication), "1 none" },
        { nameof(PublicationOfTwoObjects), "01 11 none" },
    };

    [Theory]
    [MemberData(nameof(Tests))]
    public void Outcomes_AreThoseOfTheModel(string test, string allowed) =>
        Assert.Equal(allowed, (string)WeakMemoryTests.InCopy(typeof(LitmusTests)).GetMethod(nameof(Explore))!.Invoke(null, [test])!);

    /// <summary>Runs a test in the copy.</summary>
    public static string Explore(string test)
    {
        SortedSet<string> outcomes = new(StringComparer.Ordinal);
        MethodInfo method = typeof(LitmusTests).GetMethod(test, BindingFlags.Static | BindingFlags.NonPublic)!;
        Explorer.Explore(() =>
        {
            var (left, right, outcome) = ((Action, Action, Func<string>))method.Invoke(null, [new Litmus()])!;
            return new Scenario { Left = left, Right = right, Check = () => outcomes.Add(outcome()) };
        });
        return string.Join(' ', outcomes);
    }

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassing(Litmus memory) =>
        Pass(memory, () => memory._y = 1, () => memory._y);

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassingReleased(Litmus memory) =>
        Pass(memory, () => Volatile.Write(ref memory._y, 1), () => memory._y);

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassingAcquired(Litmus memory) =>
        Pass(memory, () => memory._y = 1, () => Volatile.Read(ref memory._y));

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassingReleasedAndAcquired(Litmus memory) =>
        Pass(memory, () => Volatile.Write(ref memory._y, 1), () => Volatile.Read(ref memory._y));

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassingFencedAndAcquired(Litmus memory) => Pass(
        memory,
        () =>
        {
            Interlocked.MemoryBarrier();
            memory._y = 1;
        },
        () => Volatile.Read(ref memory._y));

    private static (Action Left, Action Right, Func<string> Outcome) MessagePassingReleasedAndFenced(Litmus memory) => Pass(
        memory,
        () => Volatile.Write(ref memory._y, 1),
        () =>
        {
            int y = memory._y;
            Interlocked.MemoryBarrier();
            return y;
        });

    private static (Action Left, Action Right, Func<string> Outcome) StoreBufferingVolatile(Litmus memory)
    {
        int x = 0;
        int y = 0;
        return (
            () =>
            {
                Volatile.Write(ref memory._x, 1);
                Interleaving.Point();
                y = Volatile.Read(ref memory._y);
            },
            () =>
            {
                Volatile.Write(ref memory._y, 1);
                Interleaving.Point();
                x = Volatile.Read(ref memory._x);
            },
            () => $"{x}{y}");
    }

    private static (Action Left, Action Right, Func<string> Outcome) StoreBufferingInterlocked(Litmus memory)
    {
        int x = 0;
        int y = 0;
        return (
            () =>
            {
                Interlocked.Exchange(ref memory._x, 1);
                Interleaving.Point();
                y = memory._y;
            },
            () =>
            {
                Interlocked.Exchange(ref memory._y, 1);
                Interleaving.Point();
                x = memory._x;
            },
            () => $"{x}{y}");
    }

    private static (Action Left, Action Right, Func<string> Outcome) OneLocation(Litmus memory)
    {
        int first = 0;
        int second = 0;
        return (
            () =>
            {
                memory._x = 1;
                Interleaving.Point();
                memory._x = 2;
                Interleaving.Point();
            },
            () =>
            {
                first = memory._x;
                Interleaving.Point();
                second = memory._x;
            },
            () => $"{first}{second}");
    }

    private static (Action Left, Action Right, Func<string> Outcome) Publication(Litmus memory)
    {
        string outcome = "none";
        return (
            () =>
            {
                memory._next = new Litmus { _x = 1 };
                Interleaving.Point();
            },
            () => outcome = memory._next is { } next ? $"{next._x}" : outcome,
            () => outcome);
    }

    /// <summary>The reference orders the stores to its own object only: those to another one may come later.</summary>
    private static (Action Left, Action Right, Func<string> Outcome) PublicationOfTwoObjects(Litmus memory)
    {
        string outcome = "none";
        return (
            () =>
            {
                memory._x = 1;
                memory._next = new Litmus { _y = 1 };
                Interleaving.Point();
            },
            () => outcome = memory._next is { } next ? $"{memory._x}{next._y}" : outcome,
            () => outcome);
    }

    /// <summary>The left thread writes x, then y as it is told; the right one reads y as it is told, then x.</summary>
    private static (Action Left, Action Right, Func<string> Outcome) Pass(Litmus memory, Action write, Func<int> read)
    {
        int x = 0;
        int y = 0;
        return (
            () =>
            {
                memory._x = 1;
                Interleaving.Point();
                write();
                Interleaving.Point();
            },
            () =>
            {
                y = read();
                Interleaving.Point();
                x = memory._x;
            },
            () => $"{y}{x}");
    }
}

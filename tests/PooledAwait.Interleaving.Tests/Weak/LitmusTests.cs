namespace PooledAwait.Schedules;

/// <summary>The model of the memory: it has the outcomes that .NET's memory model allows, and no others.</summary>
public class LitmusTests
{
    private static readonly Dictionary<string, (string Allowed, Func<Litmus, Race, string> Run)> s_tests = new()
    {
        // x = 1; y = 1 against y, x.
        ["plain"] = ("00 01 10 11", static (memory, race) => Pass(memory, race, () => memory._y = 1, () => memory._y)),
        ["released"] = ("00 01 10 11", static (memory, race) =>
            Pass(memory, race, () => Volatile.Write(ref memory._y, 1), () => memory._y)),
        ["acquired"] = ("00 01 10 11", static (memory, race) =>
            Pass(memory, race, () => memory._y = 1, () => Volatile.Read(ref memory._y))),
        ["released and acquired"] = ("00 01 11", static (memory, race) =>
            Pass(memory, race, () => Volatile.Write(ref memory._y, 1), () => Volatile.Read(ref memory._y))),
        ["fenced and acquired"] = ("00 01 11", static (memory, race) => Pass(
            memory,
            race,
            () =>
            {
                Interlocked.MemoryBarrier();
                memory._y = 1;
            },
            () => Volatile.Read(ref memory._y))),
        ["released and fenced"] = ("00 01 11", static (memory, race) => Pass(
            memory,
            race,
            () => Volatile.Write(ref memory._y, 1),
            () =>
            {
                int y = memory._y;
                Interlocked.MemoryBarrier();
                return y;
            })),

        // x = 1, y against y = 1, x.
        ["store buffers, volatile"] = ("00 01 10 11", static (memory, race) => Buffer(
            memory,
            race,
            static (ref int location) => Volatile.Write(ref location, 1),
            static (ref int location) => Volatile.Read(ref location))),
        ["store buffers, interlocked"] = ("01 10 11", static (memory, race) => Buffer(
            memory, race, static (ref int location) => Interlocked.Exchange(ref location, 1), static (ref int location) => location)),

        // x = 1; x = 2 against x, x.
        ["one location"] = ("00 01 02 11 12 22", static (memory, race) =>
        {
            (int first, int second) = (0, 0);
            race(
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
                });
            return $"{first}{second}";
        }),

        // A new object with x = 1 is stored against the x of what is there. The reference orders the stores to its own object only.
        ["publication"] = ("1 none", static (memory, race) =>
            Publish(memory, race, () => memory._next = new Litmus { _x = 1 }, static (_, next) => $"{next._x}")),
        ["publication of two objects"] = ("01 11 none", static (memory, race) => Publish(
            memory,
            race,
            () =>
            {
                memory._x = 1;
                memory._next = new Litmus { _y = 1 };
            },
            static (memory, next) => $"{memory._x}{next._y}")),
    };

    public static TheoryData<string> Tests => [.. s_tests.Keys];

    [Theory]
    [MemberData(nameof(Tests))]
    public void Outcomes_AreThoseOfTheModel(string test) => Assert.Equal(
        s_tests[test].Allowed,
        (string)WeakMemoryTests.InCopy(typeof(LitmusTests)).GetMethod(nameof(Explore))!.Invoke(null, [test])!);

    /// <summary>Runs a test in the copy.</summary>
    public static string Explore(string test)
    {
        SortedSet<string> outcomes = new(StringComparer.Ordinal);
        Explorer.Explore(race => outcomes.Add(s_tests[test].Run(new Litmus(), race)));
        return string.Join(' ', outcomes);
    }

    private delegate void Store(ref int location);

    private delegate int Load(ref int location);

    private static string Buffer(Litmus memory, Race race, Store store, Load load)
    {
        (int x, int y) = (0, 0);
        race(
            () =>
            {
                store(ref memory._x);
                Interleaving.Point();
                y = load(ref memory._y);
            },
            () =>
            {
                store(ref memory._y);
                Interleaving.Point();
                x = load(ref memory._x);
            });
        return $"{x}{y}";
    }

    private static string Publish(Litmus memory, Race race, Action publish, Func<Litmus, Litmus, string> read)
    {
        string outcome = "none";
        race(
            () =>
            {
                publish();
                Interleaving.Point();
            },
            () => outcome = memory._next is { } next ? read(memory, next) : outcome);
        return outcome;
    }

    /// <summary>The left thread writes x, then y as it is told; the right one reads y as it is told, then x.</summary>
    private static string Pass(Litmus memory, Race race, Action write, Func<int> read)
    {
        (int x, int y) = (0, 0);
        race(
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
            });
        return $"{y}{x}";
    }
}

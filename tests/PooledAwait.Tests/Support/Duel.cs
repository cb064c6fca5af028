namespace PooledAwait.Tests;

/// <summary>
/// Two real threads that meet before every round and then do their parts at once, with small delays that change from round
/// to round, so that their instructions slide over each other.
/// </summary>
internal sealed class Duel
{
    /// <summary>Delays are up to two to the power of this: parts that take long must be caught up with.</summary>
    private const int MaxDelayPower = 9;

    /// <summary>
    /// Looks at the other thread before this one gives its processor away: some microseconds, and the other is mostly there.
    /// </summary>
    private const int Looks = 1_000;

    /// <summary>Rounds of every run take seconds; on a machine that has no two processors for them they end here.</summary>
    private static readonly TimeSpan s_enough = TimeSpan.FromSeconds(Rounds.Of(2, 3_600, inCi: 5));

    private readonly Stopwatch _elapsed = Stopwatch.StartNew();
    private readonly int _rounds;
    private long _arrivals;
    private int _round;
    private volatile Exception? _failure;
    private Action? _right;

    private Duel(int rounds) => _rounds = rounds;

    /// <summary>Runs a duel.</summary>
    /// <param name="rounds">How many rounds, or as many as there is time for.</param>
    /// <param name="round">
    /// Sets a round up, races the two threads' parts once, and looks at the outcome; on the left thread, while the right one waits.
    /// </param>
    /// <param name="pending">What the round is about, for the dump of one that hangs.</param>
    /// <returns>How many rounds it were.</returns>
    internal static int Run(int rounds, Action<int, Action<Action, Action>> round, Func<string>? pending = null)
    {
        Duel duel = new(rounds);
        Watchdog.Run(
            () =>
            {
                Thread thread = new(duel.Right) { IsBackground = true, Name = "Right" };
                thread.UnsafeStart();
                duel.Left(round);
                thread.Join();
                if (duel._failure is not null)
                {
                    throw new InvalidOperationException(
                        string.Create(CultureInfo.InvariantCulture, $"Round {duel._round}: {duel._failure.Message}"), duel._failure);
                }
            },
            () => string.Create(CultureInfo.InvariantCulture, $"In round {duel._round} of {rounds}: {pending?.Invoke()}"));
        return duel._round + 1;
    }

    private void Left(Action<int, Action<Action, Action>> round)
    {
        Random delays = new(1);
        Action<Action, Action> race = Race;
        for (int number = 0; number < _rounds && _failure is null && _elapsed.Elapsed < s_enough; number++)
        {
            _round = number;
            Try(() => round(number, race));
        }

        // The right thread waits for a round that does not come when this one has failed, or was the last there is time for.
        Volatile.Write(ref _arrivals, long.MinValue);

        void Race(Action left, Action right)
        {
            _right = right;
            Meet();

            // Once more: the thread that came last to the first meeting is ahead by what the other takes to notice.
            Meet();
            Delay(delays);
            Try(left);
            Meet();
            if (_failure is not null)
            {
                throw _failure;
            }
        }
    }

    private void Right()
    {
        Random delays = new(2);
        for (int round = 0; round < _rounds; round++)
        {
            Meet();
            if (Volatile.Read(ref _arrivals) < 0)
            {
                return;
            }

            // Read here already, or the right thread would always be late by what reading another processor's writes takes.
            Action right = _right!;
            GC.KeepAlive(right.Target);
            Meet();
            Delay(delays);
            Try(right);
            Meet();
        }
    }

    private static void Delay(Random delays)
    {
        if (delays.Next(2) == 0)
        {
            Thread.SpinWait(delays.Next(1 << delays.Next(MaxDelayPower + 1)));
        }
    }

    private void Try(Action part)
    {
        try
        {
            part();
        }
        catch (Exception exception)
        {
            _failure ??= exception;
        }
    }

    /// <summary>Waits until the other thread is here too.</summary>
    private void Meet()
    {
        long mine = Interlocked.Increment(ref _arrivals);
        long both = mine + (mine & 1);
        for (int look = 0; ; look++)
        {
            long arrivals = Volatile.Read(ref _arrivals);
            if (arrivals >= both || arrivals < 0)
            {
                return;
            }

            // Yields late, because on a busy machine it is long until this thread has a processor again; and never sleeps.
            if (look < Looks && Environment.ProcessorCount > 1)
            {
                Thread.SpinWait(1);
            }
            else
            {
                Thread.Yield();
            }
        }
    }
}
